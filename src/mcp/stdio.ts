import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ServerParts } from './context.ts'
import { createServer } from './server.ts'

/**
 * Serves MCP over this process's stdin and stdout until stdin ends, then resolves. Both protocol eras, from one factory.
 */
export async function serveOverStdio(parts: ServerParts): Promise<void> {
  const ended = new Promise<void>(resolve => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const serving = serveStdio(() => createServer(parts), { onerror: error => parts.report('transport error', error) })
  await ended
  await serving.close()
}
