import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ServerParts } from './context.ts'
import { createServer } from './server.ts'

/** The streams that carry the protocol. */
export interface Streams {
  readonly input: Readable
  readonly output: Writable
}

/**
 * Serves MCP over stdin and stdout of this process, for both protocol eras. Resolves when stdin has ended or the connection has
 * broken.
 */
export async function serveOverStdio(
  parts: ServerParts,
  { input, output }: Streams = { input: process.stdin, output: process.stdout },
): Promise<void> {
  const transport = new StdioServerTransport(input, output)
  const serving = serveStdio(() => createServer(parts), {
    transport,
    onerror: error => parts.report('transport error', error),
  })
  const { onclose } = transport
  await new Promise<void>(resolve => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  await serving.close()
}
