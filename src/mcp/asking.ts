import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { QUESTION } from './consent/consent.ts'
import { QUESTION_MS } from './consent/spending.ts'
import type { Answered, CallContext } from './context.ts'

type Outcome = CallToolResult | InputRequiredResult

/** The plan may move while a question is open, and is then asked about again; not for ever. */
const ROUNDS = 5

/**
 * Asks within the call, for a connection of the older era, and calls again with the answer. The SDK would do the same, but a
 * host that declares elicitation and then answers the question with an error would end the call behind our back, every time.
 */
export async function askWithin(
  call: (context: CallContext) => Promise<Outcome>,
  context: CallContext,
  ctx: ServerContext,
): Promise<Outcome> {
  let told = await call(context)
  for (let round = 0; round < ROUNDS && isInputRequiredResult(told); round += 1) {
    const answered = await answerTo(told, ctx)
    if (answered === undefined) return told
    told = await call({ ...context, answered, question_state: told.requestState })
  }
  return told
}

async function answerTo({ inputRequests }: InputRequiredResult, ctx: ServerContext): Promise<Answered | undefined> {
  const question = inputRequests?.[QUESTION]
  if (question?.method !== 'elicitation/create') return undefined
  const { signal } = ctx.mcpReq
  try {
    const { action } = await ctx.mcpReq.send(
      { method: 'elicitation/create', params: { mode: 'form', ...question.params } },
      { timeout: QUESTION_MS, resetTimeoutOnProgress: true, onprogress: () => undefined, signal },
    )
    return { action }
  } catch (error) {
    if (signal.aborted) throw error
    // An error is a program's answer; silence until the question is too old may be a person's.
    return error instanceof ProtocolError ? { action: 'error', failed: true } : { action: 'cancel' }
  }
}
