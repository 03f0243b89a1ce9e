import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, it, vi } from 'vitest'
import { AuthorityUnreachable, createVerifier, TokenRefused } from '../../src/auth/verify.ts'
import { afterFile } from '../support/after-file.ts'
import { type Fault, type Faults, startFaults } from '../support/faults.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const ISSUER = 'https://sign-in.example'
const AUDIENCE = 'https://translate.example/mcp'
const SAID = { iss: ISSUER, aud: AUDIENCE, sub: 'm', client_id: 'c', iat: NOW / 1000 - 60, exp: NOW / 1000 + 240 }

let keys: Faults
let sign: (changes?: object) => Promise<string>
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const body = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }] }
  keys = await startFaults(() => ({ status: 200, body }))
  afterFile(() => keys.close())
  sign = changes =>
    new SignJWT({ ...SAID, ...changes }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k' }).sign(privateKey)
})

/** A check that has asked for no keys yet. */
function verifier(now = NOW): ReturnType<typeof createVerifier> {
  const jwks = new URL(`${keys.url}/jwks`)
  return createVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks, algorithms: ['ES256'], clock: () => now })
}

it('reads of a token who calls, for whom, how long, and with what at most [OAU-5]', async () => {
  const more = {
    scope: 'account:read  batches:read',
    gid: 'g',
    ceiling: ' account:read',
    member: 'ada',
    workspace: 'w',
  }
  const token = await sign(more)
  expect(await verifier()(token)).toEqual({
    ...{ token, principal: 'g', client_id: 'c', subject: 'm', name: 'ada', workspace: 'w' },
    ...{ scopes: ['account:read', 'batches:read'], ceiling: ['account:read'] },
    ...{ issued_at: NOW - 60_000, expires_at: NOW + 240_000 },
  })
})

it('takes member and client for the connection, and no scope for none, where the issuer says no more [OAU-5]', async () => {
  const caller = await verifier()(await sign())
  expect(caller).toMatchObject({ principal: 'm c', scopes: [], ceiling: undefined, name: undefined })
})

it('takes a token until the second of its end, by the clock of the server [OAU-5]', async () => {
  const token = await sign()
  expect((await verifier(NOW + 239_999)(token)).expires_at).toBe(NOW + 240_000)
  await expect(verifier(NOW + 240_000)(token)).rejects.toThrow(TokenRefused)
})

it('refuses a token that does not say when it was issued [OAU-5]', async () => {
  await expect(verifier()(await sign({ iat: undefined }))).rejects.toThrow(TokenRefused)
})

it('says a key nobody knows of the token, not of the issuer [OAU-5]', async () => {
  const { privateKey } = await generateKeyPair('ES256')
  const header = { alg: 'ES256', typ: 'at+jwt', kid: 'other' }
  const token = await new SignJWT(SAID).setProtectedHeader(header).sign(privateKey)
  await expect(verifier()(token)).rejects.toThrow(TokenRefused)
})

it.each<[string, Fault]>([
  ['breaks off', { kind: 'reset' }],
  ['fails', { kind: 'answer', status: 500, body: 'x' }],
  ['answers something else', { kind: 'answer', status: 200, body: 'x' }],
  ['answers without keys', { kind: 'answer', status: 200, body: {} }],
])('judges nothing while the issuer %s, and then the same token [OAU-5]', async (_what, fault) => {
  const [check, token] = [verifier(), await sign()]
  keys.script(fault)
  const refused = await check(token).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AuthorityUnreachable)
  expect(String(refused)).toContain(`cannot be fetched at ${keys.url}.`)
  expect(String(refused)).not.toContain(token)
  expect((await check(token)).subject).toBe('m')
})

it('waits five seconds for the keys, and judges nothing without them [OAU-5]', async () => {
  const quick = AbortSignal.timeout.bind(AbortSignal)
  const waits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => quick(20))
  try {
    keys.script({ kind: 'hang' })
    await expect(verifier()(await sign())).rejects.toThrow(AuthorityUnreachable)
    expect(waits.mock.calls).toEqual([[5000]])
  } finally {
    waits.mockRestore()
  }
})
