import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { hashPassword } from '../../../src/service/oauth/passwords.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { addConnection } from '../../../src/service/store/connections.ts'
import { write } from '../../../src/service/store/database.ts'
import { addMember, requireMember, setCeiling, setPassword } from '../../../src/service/store/members.ts'
import { createWorkspace } from '../../../src/service/store/workspaces.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { type MemberName, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
const acting = () => ({ now: Date.now(), newId: world.newId })
beforeAll(async () => {
  world = await startOAuthWorld()
  const password_hash = await hashPassword(PASSWORD)
  const { id } = await requireMember(world.db, world.workspace.id, 'admin')
  await write(world.db, async tx => {
    await setPassword(tx, { ...acting(), id, password_hash })
    const temp = { workspace_id: world.workspace.id, name: 'temp', role: 'member', ceiling: SCOPE_NAMES } as const
    const { id: tempId } = await addMember(tx, { ...acting(), ...temp })
    await setPassword(tx, { ...acting(), id: tempId, password_hash })
    const other = { name: 'Other', slug: 'other', seed_credits: 0, monthly_credits: null }
    const { id: workspace_id } = await createWorkspace(tx, { ...acting(), ...other })
    for (const name of ['olga', 'boss']) {
      const role = name === 'boss' ? 'admin' : 'member'
      const facts = { workspace_id, name, role, ceiling: SCOPE_NAMES } as const
      const member = await addMember(tx, { ...acting(), ...facts })
      await setPassword(tx, { ...acting(), id: member.id, password_hash })
    }
  })
})

/** Signed in at the connections. */
async function enter(name: string, browser = new Browser()): Promise<BrowserPage> {
  const form = await browser.go(`${world.issuer}/connections`)
  expect(form.url.pathname).toBe('/sign-in')
  return await browser.submit(form, '/sign-in', { name, password: PASSWORD })
}

/** The cards of a page, as their text. */
function cards({ html }: BrowserPage): string[] {
  return [...html.matchAll(/<li><div class="head">([\s\S]*?)<\/dl>/g)].map(([, card = '']) => words(card))
}

const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const idsOn = ({ html }: BrowserPage) => [...html.matchAll(/name="id" value="(con_\w+)"/g)].map(([, id = '']) => id)

async function connect(member: MemberName, scope = 'account:read') {
  const { access_token } = await signIn(world, { member, name: `${member}@local`, scope })
  const { credential } = await world.call(api.account.get, { key: access_token })
  return { key: access_token, id: credential.id }
}

describe('the connections page', () => {
  it('asks who one is, and shows what was approved by whom, for what, when, and when it was last used [OAU-2]', async () => {
    const { id } = await connect('ada', 'account:read glossaries:read')
    const page = await enter('ada')
    expect([page.status, page.url.pathname]).toEqual([200, '/connections'])
    expect(idsOn(page)[0]).toBe(id)
    const [card = ''] = cards(page)
    const year = new Date().getUTCFullYear()
    expect(card).toMatch(new RegExp(`^Translation command line .*by ada ?, \\d+ \\w+ ${year} at \\d\\d:\\d\\d UTC`))
    expect(card).toMatch(new RegExp(`Last used \\d+ \\w+ ${year}`))
    expect(card).toContain('See glossaries')
    expect(card).toContain('127.0.0.1:14523')
  })

  it('ends a connection at the next call, and says so in the audit log [OAU-1, OAU-2]', async () => {
    const { key, id } = await connect('ada')
    const browser = new Browser()
    const page = await enter('ada', browser)
    const after = await browser.submit(page, '/connections/revoke', { id })
    expect(words(after.html)).toContain('Translation command line is disconnected')
    expect(idsOn(after)).not.toContain(id)
    expect(await world.refuse(api.account.get, { key })).toMatchObject({ code: 'api_key_revoked' })
    const [event] = await listEvents(world.db, world.workspace.id, { limit: 1 })
    expect(event).toMatchObject({ kind: 'connection_revoked', connection_id: id, member_id: world.members.ada })
    expect(JSON.parse(event?.detail_json ?? '')).toEqual({ by: world.members.ada })
    const again = await browser.submit(page, '/connections/revoke', { id })
    expect(again.status).toBe(200)
    expect((await listEvents(world.db, world.workspace.id, { limit: 1 }))[0]?.id).toBe(event?.id)
  })

  it('shows a member her own alone, an admin those of the workspace, and nobody another workspace’s [OAU-2]', async () => {
    const [mine, hers] = [await connect('ada'), await connect('rita')]
    const [ada, admin, boss] = [await enter('ada'), await enter('admin@local'), await enter('boss')]
    expect(idsOn(ada)).toContain(mine.id)
    expect(idsOn(ada)).not.toContain(hers.id)
    expect(idsOn(admin)).toEqual(expect.arrayContaining([mine.id, hers.id]))
    expect(idsOn(boss)).toEqual([])
  })

  it('lets nobody end what is not hers to end [OAU-2]', async () => {
    const { key, id } = await connect('rita')
    await connect('ada')
    for (const name of ['ada', 'boss', 'olga@other']) {
      const browser = new Browser()
      const page = await enter(name, browser)
      const body = new URLSearchParams({ id, csrf: /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: world.issuer }
      const sent = await browser.go(`${world.issuer}/connections/revoke`, { method: 'POST', body, headers })
      expect([name, sent.status]).toEqual([name, 404])
    }
    await world.call(api.account.get, { key })
    const browser = new Browser()
    await browser.submit(await enter('admin@local', browser), '/connections/revoke', { id })
    expect(await world.refuse(api.account.get, { key })).toMatchObject({ code: 'api_key_revoked' })
  })

  it('shows many of them a page at a time, and those that ended or are over their time apart [OAU-2]', async () => {
    const { id: member_id } = await requireMember(world.db, world.workspace.id, 'temp')
    const facts = { workspace_id: world.workspace.id, member_id, client_id: 'agent', client_name: 'Agent' }
    const scopes = { requested: ['account:read'], granted: ['account:read'] } as const
    const made = await write(world.db, async tx => {
      const made: string[] = []
      for (let day = 100; day >= -100; day--) {
        const now = Date.now() - (day > 90 ? day : 0) * 24 * 60 * 60 * 1000
        made.push(world.newId('con'))
        await addConnection(tx, { ...facts, ...scopes, id: made.at(-1) ?? '', redirect_host: null, now })
      }
      return made
    })
    const browser = new Browser()
    const first = await enter('temp', browser)
    const live = made.slice(10).reverse()
    expect(idsOn(first)).toEqual(live.slice(0, 100))
    expect(first.html.match(/<h2>Ended<\/h2>/g)).toHaveLength(1)
    expect(words(first.html).match(/Ended \d/g)).toHaveLength(10)
    const next = (page: BrowserPage) => /href="([^"]*before=[^"]*)"/.exec(page.html)?.[1]
    const second = await browser.go(new URL(next(first) ?? '', world.issuer))
    expect(idsOn(second)).toEqual(live.slice(100))
    expect([next(second), second.html.includes('Ended')]).toEqual([undefined, false])
  })

  it('says what a lowered ceiling withholds from a connection now [OAU-3]', async () => {
    await connect('olga', 'account:read batches:create')
    const id = world.members.olga
    await write(world.db, tx => setCeiling(tx, { ...acting(), id, ceiling: ['account:read'] }))
    const [card = ''] = cards(await enter('olga@local'))
    expect(card).toMatch(/Withheld Have files translated/)
    await write(world.db, tx => setCeiling(tx, { ...acting(), id, ceiling: SCOPE_NAMES }))
  })
})

describe('its forms', () => {
  it('are refused without their token, from another site, and from another browser [OAU-1]', async () => {
    const { key, id } = await connect('ada')
    const browser = new Browser()
    const page = await enter('ada', browser)
    expect((await browser.submit(page, '/connections/revoke', { id, csrf: 'x' })).status).toBe(403)
    expect((await new Browser().submit(page, '/connections/revoke', { id })).status).toBe(403)
    expect((await browser.submit(page, '/sign-out', { csrf: '' })).status).toBe(403)
    const body = new URLSearchParams({ id, csrf: /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '' })
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
      const sent = await browser.go(`${world.issuer}/connections/revoke`, { method: 'POST', body, headers })
      expect(sent.status).toBe(403)
    }
    await world.call(api.account.get, { key })
    const form = await new Browser().go(`${world.issuer}/sign-in`)
    const foreign = await new Browser().submit(form, '/sign-in', { name: 'ada', password: PASSWORD })
    expect(foreign.status).toBe(403)
  })

  it('sign in and out, and answer to no other method [OAU-1]', async () => {
    const browser = new Browser()
    const form = await browser.go(`${world.issuer}/sign-in`)
    const wrong = await browser.submit(form, '/sign-in', { name: 'ada', password: 'wrong' })
    expect([wrong.status, words(wrong.html)]).toEqual([401, expect.stringContaining('do not belong together')])
    const page = await browser.submit(wrong, '/sign-in', { name: 'ada', password: PASSWORD })
    expect((await browser.go(`${world.issuer}/sign-in`)).url.pathname).toBe('/connections')
    expect((await browser.submit(page, '/sign-out')).url.pathname).toBe('/sign-in')
    expect((await browser.go(`${world.issuer}/connections`)).url.pathname).toBe('/sign-in')
    for (const [method, path, allowed] of [
      ['GET', '/connections/revoke', 'POST'],
      ['GET', '/sign-out', 'POST'],
      ['DELETE', '/sign-in', 'GET, POST'],
    ] as const) {
      const { status, headers } = await browser.go(`${world.issuer}${path}`, { method })
      expect([status, headers.get('allow')]).toEqual([405, allowed])
    }
  })

  it('hold a name to some wrong passwords, like those of a consent [OAU-1]', async () => {
    const limits = { sign_in: 2, device: 9, registration: 9, token: 9 }
    const strict = await startOAuthWorld({ oauth: { limits } })
    const browser = new Browser()
    const form = await browser.go(`${strict.issuer}/sign-in`)
    const statuses: number[] = []
    for (const password of ['a', 'b', PASSWORD]) {
      statuses.push((await browser.submit(form, '/sign-in', { name: 'ada', password })).status)
    }
    expect(statuses).toEqual([401, 401, 429])
  })
})

describe('a browser', () => {
  it('that is signed in is asked anew once the member has another password', async () => {
    const browser = new Browser()
    await enter('ada', browser)
    const password_hash = await hashPassword(PASSWORD)
    const later = { now: Date.now() + 2000, newId: world.newId }
    await write(world.db, tx => setPassword(tx, { ...later, id: world.members.ada, password_hash }))
    expect((await browser.go(`${world.issuer}/connections`)).url.pathname).toBe('/sign-in')
  })

  it('that comes by another name of this computer is led to the issuer’s [OAU-1]', async () => {
    const elsewhere = world.issuer.replace('127.0.0.1', 'localhost')
    for (const path of ['/connections', '/sign-in', '/oauth/device?user_code=BCDF-GHJK', '/oauth/authorize?scope=x']) {
      const answer = await fetch(`${elsewhere}${path}`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${world.issuer}${path}`])
    }
    const metadata = await fetch(`${elsewhere}/.well-known/oauth-authorization-server`, { redirect: 'manual' })
    expect(metadata.status).toBe(200)
  })
})
