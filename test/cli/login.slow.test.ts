import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Authority, browse, startAuthority } from '../support/authority.ts'
import { withDisplay } from '../support/display.ts'
import { expectMode } from '../support/mode.ts'
import { dataDirIn, makePlace, type Place, type Running, runProgram, startProgram, TYPED } from '../support/program.ts'

const FILE = { TRANSLATION_LOGIN_STORE: 'file' }
const PAGE = /^http\S+authorize\S+$/m
const Status = z.looseObject({
  credential: z.string(),
  sign_in: z.looseObject({ issuer: z.string(), kept_in: z.string(), renewable: z.boolean() }).nullable(),
})

const loginsOf = (place: Place) => join(dataDirIn(place), 'sign-in', 'logins.json')

/** The address that was printed. */
async function pageOf(running: Running): Promise<string> {
  await running.heard('&code_challenge_method=S256')
  await running.heard('\n')
  const [page = ''] = PAGE.exec(running.said('stderr')) ?? []
  return page
}

/** Everything any process of this machine was started with. */
const processes = () => execFileSync('ps', ['-eww', '-o', 'args'], { encoding: 'utf8' })

async function signIn(place: Place, { url }: Authority) {
  const running = startProgram(['login', '--api-url', url], { place, env: { ...FILE, ...withDisplay(place) } })
  const page = await pageOf(running)
  const shown = processes()
  await browse(page)
  return { page, shown, ...(await running.ended) }
}

describe('translation-mcp login', () => {
  it('shows no secret in output, the page it opens or the list of processes [KEY-3]', async () => {
    const [place, authority] = [makePlace(), await startAuthority()]
    const { page, shown, stdout, stderr } = await signIn(place, authority)
    const env = { ...FILE, TRANSLATION_API_URL: authority.url, TRANSLATION_LOG_LEVEL: 'debug' }
    const status = await runProgram(['status', '--json'], { place, env })
    authority.revokeAll()
    const refused = await runProgram(['status'], { place, env })
    expect(refused.code).toBe(1)
    const all = [page, shown, stdout, stderr, ...Object.values(status), ...Object.values(refused)].join('\n')
    expect(authority.secrets.length).toBeGreaterThan(2)
    expect(authority.secrets.filter(secret => all.includes(secret))).toEqual([])
    expect(all).not.toContain('planted')
    // The proof that a code was redeemed by who asked for it stays inside the process.
    const verifier = authority.asked[0]?.get('code_verifier') ?? 'none'
    expect(all).not.toContain(verifier)
  })

  it('signs in by a code where there is no display [OAU-4]', async () => {
    const [place, authority] = [makePlace(), await startAuthority()]
    const { code, stdout, stderr } = await runProgram(['login', '--api-url', authority.url, '--json'], {
      place,
      env: FILE,
    })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `On any device, go to ${authority.url}/oauth/device and enter the code WDJB-MJHT\n`,
    })
    expect(JSON.parse(stdout)).toEqual({
      ...{ signed_in: true, api_url: authority.url, kept_in: 'file', workspace: 'Example' },
    })
  })

  it('says why it failed, and leaves nothing', async () => {
    const [place, authority] = [makePlace(), await startAuthority({ consents: false })]
    const { code, stdout, stderr } = await signIn(place, authority)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`translation-mcp: The sign-in was not approved at ${authority.url}.`)
    expect(existsSync(loginsOf(place))).toBe(false)
  })

  it.each([['login'], ['logout']])('%s needs the address of a hosted service', async command => {
    const place = makePlace()
    const { code, stderr } = await runProgram([command], { place })
    expect(code).toBe(2)
    expect(stderr).toContain('--api-url URL or TRANSLATION_API_URL')
    expect(place.written()).toEqual([])
  })
})

describe('a stored login', () => {
  let place: Place
  let authority: Authority
  let signedIn: Awaited<ReturnType<typeof signIn>>
  beforeAll(async () => {
    place = makePlace()
    authority = await startAuthority()
    signedIn = await signIn(place, authority)
  })

  it('comes through the browser that was opened, and lies in a private file [OAU-4, KEY-3]', async () => {
    const { page, code, stdout, stderr } = signedIn
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Sign in in the browser. If none opens, go to:\n${page}\n` })
    expect(stdout).toBe(
      `Signed in at ${authority.url}, workspace Example. The sign-in is kept in ${loginsOf(place)}.\nIt may: account:read, batches:read, batches:create.\n`,
    )
    expect(readFileSync(join(place.home, 'opened'), 'utf8')).toBe(`${page}\n`)
    expectMode(loginsOf(place), 0o600)
    expectMode(join(loginsOf(place), '..'), 0o700)
  })

  it('is told by status: as whom, where, until when [OAU-4]', async () => {
    const env = { ...FILE, TRANSLATION_API_URL: authority.url }
    const { code, stdout } = await runProgram(['status'], { place, env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^service: +http:\/\/127\.0\.0\.1:\d+, with the sign-in of 20\d\d-/m)
    expect(stdout).toMatch(
      /^sign-in: +at http:\/\/127\.\S+, access until 20\S+ \S+ UTC, renewed by itself; kept in \//m,
    )
    expect(stdout).toMatch(/^as: +oauth laptop/m)
    const facts = Status.parse(JSON.parse((await runProgram(['status', '--json'], { place, env })).stdout))
    expect(facts).toMatchObject({ credential: 'sign-in', sign_in: { issuer: authority.url, renewable: true } })
  })

  it('is of no use at another address, where the exact command is named [KEY-3]', async () => {
    const other = await startAuthority()
    const { code, stdout } = await runProgram(['status', '--api-url', other.url], { place, env: FILE })
    expect(code).toBe(1)
    expect(stdout).toContain(`nobody signed in: run \`${TYPED} login --api-url ${other.url}\``)
    expect(stdout).toContain('no (sign_in_required): Nobody is signed in at')
    expect(other.seen).toEqual([])
  })

  it('comes after a key that is set', async () => {
    const env = { ...FILE, TRANSLATION_API_URL: authority.url, TRANSLATION_API_KEY: 'tms_live_set' }
    const { stdout } = await runProgram(['status', '--json'], { place, env })
    expect(Status.parse(JSON.parse(stdout))).toMatchObject({ credential: 'TRANSLATION_API_KEY', sign_in: null })
  })

  it('ends with logout, at the server and here [OAU-4]', async () => {
    const env = { ...FILE, TRANSLATION_API_URL: authority.url }
    const out = await runProgram(['logout'], { place, env })
    expect(out).toEqual({
      code: 0,
      stdout: `Signed out of ${authority.url}: the connection is revoked there and forgotten here.\n`,
      stderr: '',
    })
    expect(authority.seen).toContain('POST /oauth/revoke')
    expect(readFileSync(loginsOf(place), 'utf8')).toBe('{\n  "logins": {}\n}\n')
    expect((await runProgram(['logout'], { place, env })).stdout).toBe(`Nobody was signed in at ${authority.url}.\n`)
  })
})
