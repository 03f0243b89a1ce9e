import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createVerifier } from '../../../src/auth/verify.ts'
import { TOKEN_EXCHANGE } from '../../../src/contract/grants.ts'
import { rotateSigningKeys } from '../../../src/service/admin/signing-keys.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { Browser } from '../../support/browser.ts'
import { expectMode } from '../../support/mode.ts'
import { ran } from '../../support/ran.ts'
import { EXCHANGE, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld, temporaryFolder, type World } from '../../support/world.ts'

const MINUTE = 60_000
const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })
const KeyFile = z.looseObject({ signing: z.array(z.looseObject({ kid: z.string(), signs_from: z.number() })) })

let world: OAuthWorld
/** A second process on the data folder, with its own authorization server of the same issuer. */
let beside: World
let shift = 0
const clock = () => Date.now() + shift
beforeAll(async () => {
  world = await startOAuthWorld({ clock })
  beside = await startWorld({ dataDir: world.dataDir, clock, oauth: { issuer: world.issuer } })
})

async function published(at: { baseUrl: string }): Promise<readonly string[]> {
  const text = await (await fetch(`${at.baseUrl}/oauth/jwks`)).text()
  expect(text).not.toMatch(/"d":|signs_from/)
  return Keys.parse(JSON.parse(text)).keys.map(({ kid }) => kid)
}

/** A token for the MCP server, which is signed. */
async function signed() {
  const tokens = await signIn(world, { resource: world.mcp })
  return { ...tokens, kid: decodeProtectedHeader(tokens.access_token).kid ?? '' }
}

/** True where the service takes a token for an exchange: it checks its signature. */
async function honoured(token: string): Promise<boolean> {
  const server = await world.client(EXCHANGE.id, oauth.ClientSecretBasic(EXCHANGE.secret))
  const subject_token_type = 'urn:ietf:params:oauth:token-type:access_token'
  const asked = { subject_token: token, subject_token_type, resource: world.api }
  const answer = oauth.genericGrantRequest(server, TOKEN_EXCHANGE, asked)
  return await answer.then(
    () => true,
    () => false,
  )
}

/** Checks a token as an MCP server does that has not seen the keys yet. */
function verified(token: string) {
  const jwks = new URL(`${world.issuer}/oauth/jwks`)
  const { issuer, mcp: audience } = world
  return createVerifier({ issuer, audience, jwks, algorithms: ['ES256'], clock: Date.now })(token)
}

const rotate = () => rotateSigningKeys({ dataDir: world.dataDir, clock })
const file = () => join(world.dataDir, 'oauth-keys')

describe('the signing key', () => {
  it('changes by command, in every process on the data folder and without a restart; nobody signs in again [OAU-1]', async () => {
    const browser = new Browser()
    const form = await browser.go(`${world.issuer}/connections`)
    await browser.submit(form, '/sign-in', { name: 'ada', password: PASSWORD })
    const before = await signed()
    expect(await published(world)).toEqual([before.kid])

    await rotate()
    const [first, fresh = ''] = await published(world)
    expect([first, fresh === before.kid]).toEqual([before.kid, false])
    expect(await published(beside)).toEqual([before.kid, fresh])
    // It is published, and does not sign yet: whoever verifies tokens gets to know it first.
    expect((await signed()).kid).toBe(before.kid)

    shift += 2 * MINUTE
    const after = await signed()
    expect(after.kid).toBe(fresh)
    expect([await published(world), await published(beside)]).toEqual([
      [fresh, before.kid],
      [fresh, before.kid],
    ])
    expect([await honoured(before.access_token), await honoured(after.access_token)]).toEqual([true, true])
    for (const { access_token } of [before, after]) expect((await verified(access_token)).name).toBe('ada')

    shift += 10 * MINUTE
    expect([await published(world), await published(beside)]).toEqual([[fresh], [fresh]])
    expect([await honoured(before.access_token), await honoured(after.access_token)]).toEqual([false, true])
    const renewed = await oauth.refreshTokenGrant(await world.client(), before.refresh_token ?? '', {
      resource: world.mcp,
    })
    expect(decodeProtectedHeader(renewed.access_token).kid).toBe(fresh)
    expect((await browser.go(`${world.issuer}/connections`)).url.pathname).toBe('/connections')
  })

  it('is planned once at a time, and the ones that ended leave the file, which stays private [OAU-1, KEY-3]', async () => {
    await rotate()
    await expect(rotate()).rejects.toMatchObject({ code: 'rotation_under_way' })
    shift += 15 * MINUTE
    await rotate()
    const { signing } = KeyFile.parse(JSON.parse(readFileSync(file(), 'utf8')))
    expect(signing).toHaveLength(2)
    expectMode(file(), 0o600)
    shift += 15 * MINUTE
  })

  it('is said by the command with its times, and stands in the audit log without a key [OAU-1, OAU-2]', async () => {
    const env = { TRANSLATION_DATA_DIR: world.dataDir }
    shift = 0
    const { signing, ...rest } = KeyFile.parse(JSON.parse(readFileSync(file(), 'utf8')))
    const now = signing.slice(0, 1).map(key => ({ ...key, signs_from: 0, ends_at: null }))
    writeFileSync(file(), JSON.stringify({ ...rest, signing: now }))
    const { code, stdout, stderr } = await ran(['keys', 'rotate-signing'], env)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^A new key signs tokens from [-\d]+ [\d:]+ UTC on\. Those of the earlier key hold until they end; it is dropped at [-\d]+ [\d:]+ UTC\.\n$/,
    )
    const events = (await listEvents(world.db, world.workspace.id)).filter(({ kind }) => kind === 'signing_key_rotated')
    expect(events).toHaveLength(4)
    expect(events.map(({ detail_json }) => Object.keys(JSON.parse(detail_json)))).toContainEqual(['signs_from', 'by'])
  })

  it('is not there to be changed where nobody has signed in yet [OAU-1]', async () => {
    const refused = await ran(['keys', 'rotate-signing'], { TRANSLATION_DATA_DIR: temporaryFolder() })
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no signing key to replace') })
  })

  it('stays in use where its file is damaged while the service runs, and the operator is told [OAU-1]', async () => {
    const kids = await published(world)
    const kept = readFileSync(file(), 'utf8')
    writeFileSync(file(), '{"signing":')
    expect(await published(world)).toEqual(kids)
    expect(world.logged.filter(line => line.includes('Those from before stay in use.'))).toHaveLength(1)
    writeFileSync(file(), kept)
    expect(await published(world)).toEqual(kids)
  })
})
