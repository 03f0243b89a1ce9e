import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { type Amount, totalOf } from '../../mcp/consent/amount.ts'
import type { Spending } from '../../mcp/consent/spending.ts'
import type { ServerParts } from '../../mcp/context.ts'
import { createServer } from '../../mcp/server.ts'
import { UNCHECKED } from '../../mcp/unchecked.ts'
import { VERSION } from '../version.ts'
import { failedCode, forPeople } from './failure.ts'

/** A question of the server: what would be charged in all, and the lines that a person reads. */
export interface AskedAmounts {
  readonly amounts: readonly Amount[]
  readonly lines: readonly string[]
}

export interface ToolCallOptions {
  readonly signal: AbortSignal
  /** Answers a question about spending that the call asks. Without it the answer is no. */
  readonly agrees?: (asked: AskedAmounts) => Promise<boolean>
  readonly onProgress?: (percent: number, message: string) => void
}

/** A connection to an MCP server in this process. It has the same tools and the same consent as every host. */
export interface ToolSession {
  /** Calls a tool and gives its structured result. @throws {ToolFailed} the tool answered with an error */
  call(tool: string, args: Record<string, unknown>, options: ToolCallOptions): Promise<Record<string, unknown>>
  close(): Promise<void>
}

const Structured = z.record(z.string(), z.unknown())

/** A tool answered with an error. The message is for a person; branch on `code`, empty where the tool named none. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
  readonly code: string

  constructor(text: string) {
    super(forPeople(text))
    this.code = failedCode(text)
  }
}

/** Time limit of a tool call, in milliseconds. It is long because a large file may be sent over a slow line. */
const LONGEST_CALL_MS = 15 * 60_000

/** Opens a session for calls one after the other. Opening sends nothing out of this process. */
export async function openToolSession(parts: ServerParts): Promise<ToolSession> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  let agrees: ToolCallOptions['agrees']
  let asked: Spending | undefined
  const asking = (spending: Spending): void => {
    asked = spending
  }
  const server = createServer({ ...parts, asking })
  const client = new Client(
    { name: 'translation-mcp-terminal', version: VERSION },
    { capabilities: { elicitation: { form: {} } }, jsonSchemaValidator: UNCHECKED },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const amounts = totalOf(asked?.approvals.flatMap(approval => approval.amounts) ?? [])
    const yes = asked !== undefined && (await agrees?.({ amounts, lines: params.message.split('\n') })) === true
    return yes ? { action: 'accept', content: {} } : { action: 'decline' }
  })
  await server.connect(far)
  await client.connect(near)
  return {
    async call(name, args, { signal, onProgress, ...options }) {
      agrees = options.agrees
      const result = await client.callTool(
        { name, arguments: args },
        {
          signal,
          timeout: LONGEST_CALL_MS,
          onprogress: ({ progress, message }) => onProgress?.(progress, message ?? ''),
        },
      )
      if (result.isError === true) throw new ToolFailed(textOf(result.content))
      return Structured.parse(result.structuredContent)
    },
    close: () => client.close(),
  }
}

function textOf(content: readonly { readonly type: string; readonly text?: unknown }[]): string {
  return content.flatMap(block => (typeof block.text === 'string' ? [block.text] : [])).join('\n')
}
