import { createServer, type IncomingMessage } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { HELLO, modern, modernHeaders } from '../support/http.ts'
import { toldOf } from '../support/mcp.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { askTls, freePort, isThere, PROXY_NAMES, type ProxyName, startProxy } from '../support/proxies.ts'

/** The program behind a proxy, as an operator sets it up, on a public address with a port of its own. */
async function behind(name: ProxyName, ...more: string[]) {
  const [at, to] = [await freePort(), await freePort()]
  const args = ['http', '--port', `${to}`, '--public-url', `https://localhost:${at}`, '--trusted-hops', '1', '--json']
  const running = startProgram([...args, ...more], { place: makePlace(), env: { TRANSLATION_ENGINE: 'pseudo' } })
  await running.heard('\n', 'stdout')
  return await startProxy(name, { at, to })
}

/** A server that does what the test says, behind a proxy. */
async function plainBehind(name: ProxyName, answer: (request: IncomingMessage) => AsyncIterable<string>) {
  const [at, to] = [await freePort(), await freePort()]
  const server = createServer(async (request, response) => {
    if (request.url === '/') return void response.end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for await (const piece of answer(request)) response.write(piece)
    response.end()
  })
  await new Promise<void>(done => server.listen(to, '127.0.0.1', done))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  return await startProxy(name, { at, to })
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const Metadata = z.looseObject({ resource: z.string(), authorization_servers: z.array(z.string()) })
const Upload = z.looseObject({ upload: z.looseObject({ url: z.string(), method: z.string() }) })
const Rpc = z.looseObject({ result: z.unknown() })

describe.each(PROXY_NAMES)('behind %s, set up as docs/team.md says', name => {
  it.runIf(isThere(name))('sign-in is found at the public https address and its port [OAU-1]', async () => {
    const { origin, cert } = await behind(name)
    const metadata = await askTls(`${origin}/.well-known/oauth-protected-resource/mcp`, { cert })
    expect(Metadata.parse(JSON.parse(metadata.text))).toMatchObject({
      ...{ resource: `${origin}/mcp`, authorization_servers: [origin] },
    })
    const server = await askTls(`${origin}/.well-known/oauth-authorization-server`, { cert })
    expect(JSON.parse(server.text)).toMatchObject({ issuer: origin, token_endpoint: `${origin}/oauth/token` })
    const unknown = await askTls(`${origin}/mcp`, { cert, method: 'POST', headers: JSON_HEADERS, body: ['{}'] })
    expect(unknown.status).toBe(401)
    expect(unknown.headers['www-authenticate']).toContain(`resource_metadata="${origin}/.well-known/`)
  })

  // Caddy answers by itself to a host that it does not serve.
  it.runIf(name === 'nginx' && isThere(name))(
    'another host is refused, with what came and what was expected [MCP-12]',
    async () => {
      const { origin, cert } = await behind(name, '--auth', 'none')
      const { status, text } = await askTls(`${origin}/mcp`, { cert, headers: { host: 'localhost' } })
      expect(status).toBe(403)
      expect(text).toContain('does not answer to the host localhost, but to 127.0.0.1:')
      expect(text).toContain(new URL(origin).host)
    },
  )

  it.runIf(isThere(name))('a session streams, and a large file goes up through its link [UPL-1, MCP-1]', async () => {
    const { origin, cert } = await behind(name, '--auth', 'none')
    const hello = { jsonrpc: '2.0', ...HELLO }
    const opened = await askTls(`${origin}/mcp`, {
      cert,
      method: 'POST',
      headers: JSON_HEADERS,
      body: [JSON.stringify(hello)],
    })
    const session = String(opened.headers['mcp-session-id'])
    const listening = { accept: 'text/event-stream', 'mcp-session-id': session }
    const stream = await askTls(`${origin}/mcp`, { cert, headers: listening, headOnly: true })
    expect(stream).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } })
    const input = { filename: 'long.csv', target_languages: ['de'] }
    const call = { jsonrpc: '2.0', ...modern('tools/call', { name: 'create_batch', arguments: input }) }
    const headers = { ...JSON_HEADERS, ...modernHeaders('tools/call', 'create_batch') }
    const asked = await askTls(`${origin}/mcp`, { cert, method: 'POST', headers, body: [JSON.stringify(call)] })
    const event = /^data: (.*)$/m.exec(asked.text)?.[1] ?? asked.text
    const { upload } = Upload.parse(toldOf(Rpc.parse(JSON.parse(event)).result).data)
    expect(upload.url.startsWith(`${origin}/upload/`)).toBe(true)
    const rows = 'Good morning to all of you who read this\n'.repeat(24_000)
    const body = ['text\n', ...Array.from({ length: 40 }, () => rows)]
    const put = await askTls(upload.url, { cert, method: upload.method, headers: { 'content-type': 'text/csv' }, body })
    expect(put.status, put.text).toBeLessThan(300)
  })

  it.runIf(isThere(name))('what is sent and what is answered goes on piece by piece', async () => {
    let heard = 0
    let release = (): void => undefined
    const goOn = new Promise<void>(resolve => {
      release = resolve
    })
    const { origin, cert } = await plainBehind(name, async function* (request) {
      for await (const piece of request) heard += String(piece).length
      yield 'data: first\n\n'
      await goOn
      yield 'data: second\n\n'
    })
    const pieces: string[] = []
    const { text } = await askTls(`${origin}/stream`, {
      ...{
        cert,
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: ['a'.repeat(1000), 'b'.repeat(1000)],
      },
      sent: async count => {
        // Each piece arrives before the next is sent, though the request is not over.
        await expect.poll(() => heard, { timeout: 20_000 }).toBe(count * 1000)
      },
      came: piece => {
        pieces.push(piece)
        if (piece.includes('first')) release()
      },
    })
    expect(text).toBe('data: first\n\ndata: second\n\n')
    expect(pieces[0]).toBe('data: first\n\n')
  })
})
