import { parsedTraceparent, type Telemetry, type ToolOutcome } from '../contract/telemetry.ts'

/**
 * Watches calls of tools: each is a span and is counted with its outcome. A host that traces sends the place of its own span in the
 * `_meta` of a call, as `traceparent`; then the call is a part of its trace.
 */
export function watchingTools(telemetry: Telemetry) {
  return async <Result extends object>(
    tool: string,
    meta: object | undefined,
    call: () => Promise<Result>,
  ): Promise<Result> => {
    const began = performance.now()
    const end = (outcome: ToolOutcome): void =>
      telemetry.happened({ what: 'tool_call', tool, outcome, seconds: (performance.now() - began) / 1000 })
    const sent: unknown = meta && Reflect.get(meta, 'traceparent')
    const parent = typeof sent === 'string' && parsedTraceparent(sent) ? sent : undefined
    return await telemetry.inSpan({ name: `tools/call ${tool}`, kind: 'server', parent }, async span => {
      try {
        const result = await call()
        const outcome = outcomeOf(result)
        span.tell({ outcome, ...(outcome === 'refused' && { 'error.type': outcome }) })
        end(outcome)
        return result
      } catch (error) {
        end('failed')
        throw error
      }
    })
  }
}

function outcomeOf(result: object): ToolOutcome {
  if (Reflect.get(result, 'isError') === true) return 'refused'
  return Reflect.get(result, 'resultType') === 'input_required' ? 'asked' : 'ok'
}
