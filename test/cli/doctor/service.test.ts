import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readArguments } from '../../../src/cli/arguments.ts'
import { type Environment, readSettings } from '../../../src/cli/config.ts'
import { lookAtClock } from '../../../src/cli/doctor/clock.ts'
import { examinedOf } from '../../../src/cli/doctor/examined.ts'
import { lookAtService } from '../../../src/cli/doctor/service.ts'
import { lookAtSignIn } from '../../../src/cli/doctor/sign-in.ts'
import { ACCOUNT } from '../../support/answers.ts'
import { startAuthority } from '../../support/authority.ts'
import { found, refused } from '../../support/canned.ts'
import { startFaults, type Told } from '../../support/faults.ts'
import { temporaryFolder } from '../../support/world.ts'

const KEY = 'tsk_live_planted'
const UNAUTHORIZED = refused(401, 'invalid_api_key', 'No.')

/** A hosted service that gives this answer to everything. */
async function hosting(answer: Told | ((key: string | undefined) => Told)) {
  const faults = await startFaults(({ headers }) =>
    typeof answer === 'function' ? answer(headers.authorization) : answer,
  )
  onTestFinished(() => faults.close())
  return faults
}

function examined(url: string, env: Environment = {}, service_ms?: number) {
  const all = { TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data'), TRANSLATION_API_URL: url, ...env }
  const settings = readSettings(readArguments(['doctor']), all)
  return examinedOf({ settings, env: all, working: '/', stderr: new PassThrough(), service_ms })
}

describe('the address of a hosted service', () => {
  it('is well where the API refuses a call without a credential, and is sent none', async () => {
    const faults = await hosting(UNAUTHORIZED)
    const look = await lookAtService(examined(`${faults.url}/base/?token=hush`, { TRANSLATION_API_KEY: KEY }))
    expect(look).toEqual({ state: 'well', said: `${faults.url} answers as the Translation Service API.` })
    expect(faults.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/base/v1/account', undefined],
    ])
  })

  it('says within the time that it has that nobody answers', async () => {
    const faults = await hosting(UNAUTHORIZED)
    faults.script({ kind: 'hang' })
    const look = await lookAtService(examined(faults.url, {}, 60))
    expect(look).toMatchObject({ state: 'broken', said: `${faults.url} did not answer within 0.06 seconds.` })
    expect(look.remedy).toContain(`${faults.url}/v1/account`)
  })

  it('names where a redirect leads, without what may be secret in it, as the address to set', async () => {
    const location = 'https://user:hush@api.example/de/v1/account?token=hush#hush'
    const faults = await hosting({ status: 308, headers: { location } })
    const look = await lookAtService(examined(faults.url))
    expect(look.state).toBe('broken')
    expect(look.remedy).toBe('Set TRANSLATION_API_URL=https://api.example/de')
    expect(JSON.stringify(look)).not.toContain('hush')
    // Only the address itself was asked.
    expect(faults.seen).toHaveLength(1)
  })

  it.each([
    ['a web page', { status: 200, body: '<html>' }, 'not as the Translation Service API'],
    ['a refusal of something else', { status: 403, body: { message: 'no' } }, 'not as the Translation Service API'],
    ['a server that fails', { status: 503, body: 'down' }, 'fails (status 503)'],
  ])('that is %s is broken', async (_, told, said) => {
    const look = await lookAtService(examined((await hosting(told)).url))
    expect(look).toMatchObject({ state: 'broken', said: expect.stringContaining(said) })
  })

  it('where nothing listens is told by the code of the system', async () => {
    const faults = await startFaults(() => UNAUTHORIZED)
    await faults.close()
    expect((await lookAtService(examined(faults.url))).said).toContain('nothing listens there (ECONNREFUSED)')
  })

  it('is not missed where the service inside this program is used', async () => {
    const given = examined('')
    expect((await lookAtService(given)).state).toBe('well')
    expect((await lookAtSignIn(given)).state).toBe('skipped')
  })
})

describe('the clock', () => {
  it('is compared with the date of the answer', async () => {
    const late = new Date(Date.now() - 3_600_000).toUTCString()
    const faults = await hosting({ ...UNAUTHORIZED, headers: { date: late } })
    const look = await lookAtClock(examined(faults.url))
    expect(look).toMatchObject({ state: 'broken', said: expect.stringContaining('ahead of that of the service') })
    expect(look.remedy).toContain('timedatectl')
  })
})

describe('the credential for a hosted service', () => {
  it('is tried where it is a key: accepted with its workspace, or refused with what to do', async () => {
    const faults = await hosting(key => (key === `Bearer ${KEY}` ? found(ACCOUNT) : UNAUTHORIZED))
    const good = await lookAtSignIn(examined(faults.url, { TRANSLATION_API_KEY: KEY }))
    expect(good).toMatchObject({ state: 'well', said: expect.stringContaining('TRANSLATION_API_KEY is accepted') })
    const bad = await lookAtSignIn(examined(faults.url, { TRANSLATION_API_KEY: 'tsk_live_other' }))
    expect(bad).toMatchObject({ state: 'broken', said: expect.stringContaining('not accepted (invalid_api_key)') })
    expect(bad.remedy).toContain(`login --api-url ${faults.url}`)
    expect(JSON.stringify([good, bad])).not.toContain('tsk_live')
  })

  it('is missed where nobody signed in, with the command that signs in', async () => {
    const faults = await hosting(UNAUTHORIZED)
    const look = await lookAtSignIn(examined(faults.url))
    expect(look.said).toBe(`Nobody is signed in at ${faults.url}.`)
    expect(look.remedy).toContain(`login --api-url ${faults.url} --data-dir`)
  })

  it('that cannot be read is broken, and what lies in its file is not shown', async () => {
    const faults = await hosting(UNAUTHORIZED)
    const given = examined(faults.url)
    mkdirSync(join(given.data_dir, 'sign-in'), { recursive: true })
    writeFileSync(join(given.data_dir, 'sign-in', 'logins.json'), '{"logins": hush')
    const look = await lookAtSignIn(given)
    expect(look).toMatchObject({ state: 'broken', said: expect.stringContaining('cannot be read') })
    expect(JSON.stringify(look)).not.toContain('hush')
  })

  it('that has expired is told apart from none', async () => {
    const authority = await startAuthority()
    const given = examined(authority.url, { TRANSLATION_LOGIN_STORE: 'file' })
    const login = {
      ...{ api_url: authority.url, issuer: authority.url, resource: `${authority.url}/v1`, client_id: 'cli' },
      ...{ scope: 'account:read', signed_in_at: Date.parse('2026-11-20T08:00:00Z'), kept_in: 'file' },
      tokens: { access_token: 'hush-access', expires_at: 1, refresh_token: null },
    }
    mkdirSync(join(given.data_dir, 'sign-in'), { recursive: true })
    writeFileSync(join(given.data_dir, 'sign-in', 'logins.json'), JSON.stringify({ logins: { one: login } }))
    const look = await lookAtSignIn(given)
    expect(look.said).toBe(
      'The sign-in of 2026-11-20 08:00 UTC does not hold any more: it has expired, was revoked, or cannot be read.',
    )
    expect(look.remedy).toContain('login --api-url')
    expect(JSON.stringify(look)).not.toContain('hush')
  })

  it('is not tried at an address that is not well', async () => {
    const faults = await hosting({ status: 200, body: '<html>' })
    expect((await lookAtSignIn(examined(faults.url, { TRANSLATION_API_KEY: KEY }))).state).toBe('skipped')
    expect(faults.seen.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })
})
