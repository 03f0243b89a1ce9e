import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type Tool,
} from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { linesWithCodes, objectWithCodes } from '../contract/hidden.ts'
import type { Operation } from '../contract/operation.ts'
import { watchedClient } from './changed.ts'
import type { CallContext } from './context.ts'
import { EFFECTS, type Effect } from './effect.ts'
import { failureText } from './failure.ts'
import { badArguments } from './render/arguments.ts'
import { revealed } from './render/data.ts'
import { inputSchema, outputSchema } from './schema.ts'
import { requireScopes } from './scopes.ts'
import { awaitSignIn, offerSignIn } from './sign-in.ts'
import { wordedResult, wordingFor } from './tool-choice.ts'

/** A link to a file, for hosts that show such links. */
export interface ResultLink {
  readonly uri: string
  readonly name: string
  readonly mimeType?: string
  readonly size?: number
}

/** What a tool gives back: the structured result, and the same as lines of text. */
export interface ToolAnswer<Data> {
  readonly data: Data
  /** Scope and count first, then one line for each item. Warnings and the next step are added from `data`. */
  readonly lines: readonly string[]
  /** Shown after the warnings: what fields of `data` say already, and a reader of the text must not miss. */
  readonly notes?: readonly string[]
  readonly links?: readonly ResultLink[]
}

/** One tool: data and a handler. Schemas are built once, when the module loads. */
export interface ToolDefinition<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  /** The operations that its usual calls make: the caller needs their scopes. */
  readonly calls: readonly Operation[]
  /** Those it makes besides, for what an answer can do without: a caller without their scopes gets it without that. */
  readonly besides?: readonly Operation[]
  readonly input: Input
  readonly output: Output
  run(input: z.output<Input>, context: CallContext): Promise<ToolAnswer<z.input<Output>> | InputRequiredResult>
}

/** A tool as the server holds it: its entry in tools/list, and one function from raw arguments to a result. */
export interface PreparedTool {
  readonly name: string
  readonly effect: Effect
  readonly calls: readonly Operation[]
  readonly besides: readonly Operation[]
  readonly listing: () => Tool
  readonly call: (raw: unknown, context: CallContext) => Promise<CallToolResult | InputRequiredResult>
}

/** Prepares a definition. Its entry in tools/list is made once, when it is first asked for. */
export function tool<Input extends z.ZodType, Output extends z.ZodType>(
  definition: ToolDefinition<Input, Output>,
): PreparedTool {
  let listing: Tool | undefined
  return {
    name: definition.name,
    effect: definition.effect,
    calls: definition.calls,
    besides: definition.besides ?? [],
    listing: () => {
      listing ??= list(definition)
      return listing
    },
    call: (raw, context) => call(definition, raw, context),
  }
}

function list({ name, title, description, effect, input, output }: ToolDefinition): Tool {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    outputSchema: outputSchema(output),
    annotations: { title, ...EFFECTS[effect] },
  }
}

/** Checks the arguments, runs the tool and renders the result. Every failure becomes a result that says what to do next (MCP-4, MCP-7). */
async function call<Input extends z.ZodType, Output extends z.ZodType>(
  definition: ToolDefinition<Input, Output>,
  raw: unknown,
  context: CallContext,
): Promise<CallToolResult | InputRequiredResult> {
  const parsed = definition.input.safeParse(raw ?? {})
  if (!parsed.success) return refusal(badArguments(definition.name, parsed.error, definition.input, raw))
  const { client, changed } = watchedClient(context.parts.client)
  const watched = { ...context, parts: { ...context.parts, client } }
  try {
    requireScopes(definition.calls, context.caller)
    const answer = await definition.run(parsed.data, await awaitSignIn(watched))
    return isInputRequiredResult(answer) ? answer : result(answer, context)
  } catch (error) {
    if (context.signal.aborted) return refusal(`${definition.name} was cancelled.`)
    const offer = await offerSignIn(error, context)
    if (offer !== undefined) return offer
    const text = failureText(error, {
      ...{ tool: definition.name, effect: definition.effect, input: parsed.data, changed: changed() },
      report: context.parts.report,
    })
    return refusal(wordingFor(context.parts.settings.tools).told(text))
  }
}

function result(
  { data, lines, notes = [], links = [] }: ToolAnswer<unknown>,
  { knows_links, parts }: CallContext,
): CallToolResult {
  // The one door: whatever a service, a file or a person wrote, no answer holds a character that does not show (MCP-13).
  const { request_id, data_notice, ...others } = isRecord(data) ? objectWithCodes(data) : {}
  // What follows is data: the mark stands before it. An answer without a body has no request_id.
  const marked = data_notice === undefined ? others : { data_notice, ...others }
  const known = request_id === undefined || request_id === '' ? marked : { ...marked, request_id }
  const structured = wordedResult(known, parts.settings.tools)
  const text = linesWithCodes([...lines, ...closing(structured, notes)].join('\n'))
  const content: CallToolResult['content'] = [{ type: 'text', text }]
  if (knows_links) content.push(...links.map(link => ({ type: 'resource_link' as const, ...link })))
  return { content, structuredContent: structured }
}

/** The last lines: the warnings, then the next step, so that a model reads last what to do. */
function closing(data: Record<string, unknown>, notes: readonly string[]): string[] {
  const warned: readonly unknown[] = Array.isArray(data.warnings) ? data.warnings : []
  const warnings = [...warned, ...notes].map(warning => `Note: ${warning}`)
  return typeof data.next_step === 'string' ? [...warnings, `Next: ${data.next_step}`] : warnings
}

function refusal(text: string): CallToolResult {
  return { content: [{ type: 'text', text: revealed(text) }], isError: true }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
