import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { ServerParts } from '../../mcp/context.ts'
import { createServer } from '../../mcp/server.ts'
import { UNCHECKED } from '../../mcp/unchecked.ts'
import { VERSION } from '../version.ts'
import { forPeople } from './failure.ts'

export interface ToolCallOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (percent: number, message: string) => void
}

/** A conversation with the MCP server inside this process: the same tools and the same consent as every host has. */
export interface ToolSession {
  /** The structured result. @throws {ToolFailed} when the tool refuses */
  call(tool: string, args: Record<string, unknown>, options: ToolCallOptions): Promise<Record<string, unknown>>
  close(): Promise<void>
}

const Structured = z.record(z.string(), z.unknown())

/** What a tool refused, in words for a person. */
class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}

/** Sending a large file over a slow line takes its time; waiting is bounded by the tools themselves. In milliseconds. */
const LONGEST_CALL_MS = 15 * 60_000

/**
 * Opens a session in which `agrees` answers the questions of the server.
 * Nothing is sent out of this process by this.
 */
export async function openToolSession(parts: ServerParts, agrees: () => boolean): Promise<ToolSession> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = createServer(parts)
  const client = new Client(
    { name: 'translation-mcp-terminal', version: VERSION },
    { capabilities: { elicitation: { form: {} } }, jsonSchemaValidator: UNCHECKED },
  )
  client.setRequestHandler('elicitation/create', () =>
    agrees() ? { action: 'accept', content: {} } : { action: 'decline' },
  )
  await server.connect(far)
  await client.connect(near)
  return {
    async call(name, args, { signal, onProgress }) {
      const result = await client.callTool(
        { name, arguments: args },
        {
          signal,
          timeout: LONGEST_CALL_MS,
          onprogress: ({ progress, message }) => onProgress?.(progress, message ?? ''),
        },
      )
      if (result.isError === true) throw new ToolFailed(forPeople(textOf(result.content)))
      return Structured.parse(result.structuredContent)
    },
    close: () => client.close(),
  }
}

function textOf(content: readonly { readonly type: string; readonly text?: unknown }[]): string {
  return content.flatMap(block => (typeof block.text === 'string' ? [block.text] : [])).join('\n')
}
