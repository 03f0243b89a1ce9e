import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveMetrics } from '../../src/telemetry/scraping.ts'

async function serve(token?: string): Promise<string> {
  const server = await serveMetrics({ port: 0, host: '127.0.0.1', token }, '1.2.3')
  onTestFinished(() => server.close())
  return server.url
}

/** The status of GET /metrics with these header lines and no others. */
function statusWith(url: string, headers: readonly string[], method = 'GET'): Promise<readonly [number, string]> {
  return new Promise((done, fail) => {
    const asked = request(url, { method, headers: [...headers], agent: false }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => done([answer.statusCode ?? 0, text]))
    })
    asked.on('error', fail)
    asked.end()
  })
}

describe('who is told metrics', () => {
  const TOKEN = 'mt_0123456789abcdef0123456789abcdef'
  const HERE = ['Host', '127.0.0.1:9464']

  it.each([
    ['a name of this machine', ['Host', 'localhost:9464'], 200],
    ['its address of IPv6', ['Host', '[::1]:9464'], 200],
    ['no port', ['Host', '127.0.0.1'], 200],
    ['a name that begins so', ['Host', 'localhost.evil.example'], 403],
    ['a name that ends so', ['Host', 'evil.localhost'], 403],
    ['another address that is also here', ['Host', '127.0.0.2:9464'], 403],
    ['every address', ['Host', '0.0.0.0:9464'], 403],
    ['a user before it', ['Host', 'localhost@evil.example'], 403],
    ['a second port', ['Host', 'localhost:1:2'], 403],
    ['no name', ['Host', ''], 403],
    ['a name for proxies', ['Host', 'evil.example', 'X-Forwarded-Host', 'localhost'], 403],
  ] as const)('without a token, by %s', async (_, headers, status) => {
    const url = await serve()
    const [answered, text] = await statusWith(url, headers)
    expect([answered, text.includes('process_')]).toEqual([status, status === 200])
  })

  it.each([
    ['the token', ['Authorization', `Bearer ${TOKEN}`], 200],
    ['the word as it may be written', ['authorization', `bEARER   ${TOKEN}  `], 200],
    ['no header', [], 401],
    ['nothing in it', ['Authorization', ''], 401],
    ['no token in it', ['Authorization', 'Bearer '], 401],
    ['another way to sign in', ['Authorization', `Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`], 401],
    ['another case', ['Authorization', `Bearer ${TOKEN.toUpperCase()}`], 401],
    ['a token and more', ['Authorization', `Bearer ${TOKEN} ${TOKEN}`], 401],
    ['two tokens in one', ['Authorization', `Bearer ${TOKEN},x`], 401],
    ['a wrong one before it', ['Authorization', 'Bearer x', 'Authorization', `Bearer ${TOKEN}`], 401],
    ['a cookie', ['Cookie', `token=${TOKEN}`], 401],
    ['a header of its own', ['X-Metrics-Token', TOKEN], 401],
    ['the header for proxies', ['Proxy-Authorization', `Bearer ${TOKEN}`], 401],
  ] as const)('with a token, by %s', async (_, headers, status) => {
    const url = await serve(TOKEN)
    const [answered, text] = await statusWith(url, [...HERE, ...headers])
    expect([answered, text.includes('process_')]).toEqual([status, status === 200])
    expect(text).not.toContain(TOKEN)
    // Nobody learns from outside what there is.
    if (status === 401) expect((await statusWith(url.replace(/metrics$/, 'x'), [...HERE, ...headers]))[0]).toBe(401)
  })

  it('HEAD is answered as GET, without its text', async () => {
    const url = await serve()
    expect(await statusWith(url, HERE, 'HEAD')).toEqual([200, ''])
  })
})
