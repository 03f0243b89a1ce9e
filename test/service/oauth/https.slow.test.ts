import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as oauth from 'openid-client'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { certificate } from '../../support/certificate.ts'
import { closeChromium, HAS_CHROMIUM, openPage, waitForCallback } from '../../support/chromium.ts'
import { PASSWORD } from '../../support/sign-in.ts'
import { startTeam } from '../../support/team.ts'

/** A proxy that ends TLS for translate.example, in front of a server that is told later. */
async function tlsProxy() {
  const { key, cert } = certificate('translate.example')
  let behind = new URL('http://127.0.0.1:1')
  const server = createServer({ key, cert }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https' }
    const { url: path, method } = request
    const passed = forward({ host: '127.0.0.1', port: behind.port, path, method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  const origin = `https://translate.example:${port}`
  const lead = (to: string) => {
    behind = new URL(to)
  }
  return { origin, lead }
}

describe.skipIf(!HAS_CHROMIUM)('a real browser under a public https address', () => {
  afterAll(closeChromium)

  it('takes the cookies that are bound to the host, signs in, connects a program, and signs out [OAU-1]', async () => {
    const { origin, lead } = await tlsProxy()
    const team = await startTeam({ origin })
    lead(team.mcp)
    const { page, complaints } = await openPage({ ignoreHTTPSErrors: true })
    const { redirect, callback } = await waitForCallback()
    const asked = new URLSearchParams({
      ...{ client_id: 'translation-cli', response_type: 'code', redirect_uri: redirect, resource: `${origin}/mcp` },
      ...{ scope: 'account:read', code_challenge_method: 'S256', state: 's' },
      code_challenge: await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier()),
    })
    await page.goto(`${origin}/oauth/authorize?${asked}`)
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    expect((await callback).searchParams.get('code')).toBeTruthy()
    const held = await page.context().cookies()
    const session = held.find(({ name }) => name === '__Host-session')
    expect(session).toMatchObject({ domain: 'translate.example', path: '/', secure: true, httpOnly: true })
    expect(held.filter(({ name }) => !/^__(?:Host|Secure)-/.test(name))).toEqual([])
    await page.goto(`${origin}/connections`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in')
    await page.getByLabel('Name').fill('olga')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Connections')
    expect(complaints).toEqual([])
  })
})
