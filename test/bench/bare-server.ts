/**
 * What get_account is held against: a tool of the SDK as its own documentation writes one, making the same two calls through
 * undici and giving back what came. Argument: the address of the API. Prints its own as JSON and ends with its stdin.
 */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { Agent, request } from 'undici'
import * as z from 'zod'

const [api = ''] = process.argv.slice(2)
const dispatcher = new Agent()
const headers = { accept: 'application/json', authorization: 'Bearer tms_live_bench' }
const inputSchema = z.object({})

async function ask(path: string): Promise<unknown> {
  const { body } = await request(`${api}${path}`, { dispatcher, headers })
  return body.json()
}

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' })
  server.registerTool('get_account', { description: 'The account and its credits', inputSchema }, async () => {
    const [account, credits] = await Promise.all([ask('/v1/account'), ask('/v1/credits')])
    return { content: [{ type: 'text', text: JSON.stringify({ account, credits }) }] }
  })
  return server
})

const server = createServer(getRequestListener(request => handler.fetch(request), { overrideGlobalObjects: false }))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  process.stdout.write(`${JSON.stringify({ mcp_url: `http://127.0.0.1:${port}/mcp` })}\n`)
})
process.stdin.resume().once('end', () => process.exit(0))
