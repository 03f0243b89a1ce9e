import { describe, expect, it, onTestFinished } from 'vitest'
import { findAuthority } from '../../src/auth/authority.ts'
import { createClient } from '../../src/client/client.ts'
import { api } from '../../src/contract/operations.ts'
import { cannedParts } from '../support/canned.ts'
import { startFaults, type Told } from '../support/faults.ts'
import { ask, serveHttp } from '../support/http.ts'
import { startWorld } from '../support/world.ts'

const NONE: Told = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' }
const RPC = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Bad Request' } }
const ASKS: Told = { status: 401, headers: { 'www-authenticate': 'Bearer resource_metadata="https://x/wk/mcp"' } }

/** An address that says that it issues its own tokens, and answers as given. */
async function addressThat(account: Told, mcp: Told) {
  const server = await startFaults(async ({ path }): Promise<Told> => {
    if (path === '/.well-known/oauth-authorization-server') return { status: 200, body: { issuer: server.url } }
    if (path === '/v1/account') return account
    return path === '/mcp' ? mcp : NONE
  })
  onTestFinished(() => server.close())
  return server.url
}

describe('an address to sign in at', () => {
  it.each([
    ['asks for a token', ASKS],
    ['answers in JSON-RPC', { status: 400, body: RPC }],
    ['answers in JSON-RPC as an event', { status: 200, body: `event: message\ndata: ${JSON.stringify(RPC)}\n\n` }],
  ])('of an MCP server that %s is refused, and says what it is and what to use instead [OAU-4]', async (_how, mcp) => {
    const url = await addressThat(NONE, mcp)
    for (const address of [url, `${url}/mcp`]) {
      await expect(findAuthority(address)).rejects.toMatchObject({
        code: 'mcp_server',
        message: expect.stringMatching(
          /is an MCP server, .* nobody was signed in\. Assistants connect to http\S+\/mcp /,
        ),
      })
    }
  })

  it.each([
    ['that is an API as well', { status: 401, body: { error: {} } }, ASKS],
    ['that has no /mcp', NONE, NONE],
    ['whose /mcp wants a token of another kind', NONE, { status: 401, headers: { 'www-authenticate': 'Basic' } }],
    ['whose /mcp is a page', NONE, { status: 200, body: '<!doctype html>' }],
  ])('%s is taken', async (_how, account, mcp) => {
    const url = await addressThat(account, mcp)
    expect((await findAuthority(url)).resource).toBe(`${url}/v1`)
  })

  it('of our own MCP server is refused, and a call of the API there says the same', async () => {
    const { parts } = await cannedParts({})
    const { origin } = await serveHttp(parts)
    await expect(findAuthority(origin)).rejects.toMatchObject({ code: 'mcp_server' })
    const connect = async () => ({ baseUrl: origin, credential: 'tsk_live_x' })
    const client = createClient({ connect, userAgent: 'test' })
    onTestFinished(() => client.close())
    await expect(client.call(api.account.get, {})).rejects.toMatchObject({
      ...{ code: 'not_an_api', message: expect.stringContaining('This is an MCP server') },
    })
  })

  it('of the service tells an MCP client what it is, and what to connect to instead', async () => {
    const world = await startWorld()
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, text } = await ask(`${world.baseUrl}/mcp`, { method })
      expect({ method, status }).toEqual({ method, status: 404 })
      expect(text).toMatch(/Translation Service API, not an MCP server.* TRANSLATION_API_URL/)
    }
  })
})
