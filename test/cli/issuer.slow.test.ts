import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as oauth from 'openid-client'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ask } from '../support/http.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { discovered, signIn } from '../support/sign-in.ts'
import { startKeyTeam } from '../support/team.ts'

/** Has a process say on stderr where it listens. */
const TELL = `
  const { Server } = require('node:net')
  const { listen } = Server.prototype
  Server.prototype.listen = function (...given) {
    this.once('listening', () => process.stderr.write('LISTENS ' + this.address().port + ' .\\n'))
    return listen.apply(this, given)
  }`

/** Where the service listens that a host has this program start by its first call. */
async function serviceOverStdio(): Promise<string> {
  const place = makePlace()
  const file = join(place.work, 'tell.cjs')
  writeFileSync(file, TELL)
  const running = startProgram([], { place, env: { NODE_OPTIONS: `--require=${file}` } })
  const clientInfo = { name: 'test', version: '1' }
  for (const message of [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'get_account', arguments: {} } },
  ]) {
    running.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  await running.heard('"id":2', 'stdout')
  const [, port = ''] = /LISTENS (\d+) /.exec(running.said('stderr')) ?? []
  return `http://127.0.0.1:${port}`
}

async function serviceOf(...args: readonly string[]): Promise<string> {
  const running = startProgram(['service', '--port', '0', '--json', ...args], { place: makePlace() })
  await running.heard('\n', 'stdout')
  return z.object({ base_url: z.string() }).parse(JSON.parse(running.said('stdout'))).base_url
}

describe('an authorization server', () => {
  it.each<[string, () => Promise<string>]>([
    ['over stdio', serviceOverStdio],
    ['where nobody is to sign in', () => serviceOf('--auth', 'none')],
  ])('is none %s: nothing there issues a token, or says who does [OAU-1]', async (_where, start) => {
    const origin = await start()
    for (const [method, path] of [
      ...[['GET', '/.well-known/oauth-authorization-server'] as const, ['GET', '/oauth/jwks'] as const],
      ...[['POST', '/oauth/register'] as const, ['POST', '/oauth/token'] as const, ['GET', '/connections'] as const],
    ]) {
      expect([path, (await ask(`${origin}${path}`, { method })).status]).toEqual([path, 404])
    }
    expect(await ask(`${origin}/v1/account`)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  })

  it('is there under service by itself [OAU-1]', async () => {
    const origin = await serviceOf()
    const { status, text } = await ask(`${origin}/.well-known/oauth-authorization-server`)
    expect([status, JSON.parse(text).issuer]).toEqual([200, origin])
  })

  it('gives no second use of a refresh token, and counts whom a proxy saw, where the settings say so [OAU-1]', async () => {
    const { mcp, origin } = await startKeyTeam({ args: ['--refresh-leeway-seconds', '0', '--trusted-hops', '1'] })
    const issuer = { mcp, api: `${origin}/v1`, client: discovered(origin) }
    const { refresh_token = '' } = await signIn(issuer, { resource: mcp })
    const refresh = async () => oauth.refreshTokenGrant(await issuer.client(), refresh_token)
    await refresh()
    await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
    const register = async (address: string) => {
      const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' }
      return (await ask(`${origin}/oauth/register`, { method: 'POST', headers, body: '{}' })).status
    }
    for (let turn = 0; turn < 30; turn += 1) await register('198.51.100.1')
    expect([await register('198.51.100.1'), await register('198.51.100.2')]).toEqual([429, 400])
  })
})
