import type { GetPromptResult } from '@modelcontextprotocol/server'
import type { Operation } from '../../contract/operation.ts'
import type { CallContext } from '../context.ts'
import type { ToolName } from '../tool-choice.ts'

/** One argument of a prompt, as a host's form shows it. */
export interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required?: true
  /** What its values are, for completion; absent for free text. */
  readonly completes?: Completes
}

/** What the values of an argument are. `languages`: several, separated by commas; the last one is completed. */
export type Completes = 'batch_id' | 'language_pair' | 'languages'

/** One prompt: data, and the messages that it puts into the conversation. A person chooses it in the host. */
export interface PromptDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  /** The tools that its words name: where the operator left one out, the prompt is not offered. */
  readonly uses: readonly ToolName[]
  /** The operations that it calls: the caller needs their scopes. */
  readonly calls: readonly Operation[]
  /** `given`: every required argument is there, and none is empty. */
  messages(given: Readonly<Record<string, string>>, context: CallContext): Promise<GetPromptResult['messages']>
}

/** What the person says by choosing the prompt. */
export function says(...lines: readonly string[]): GetPromptResult['messages'][number] {
  return { role: 'user', content: { type: 'text', text: lines.join('\n') } }
}
