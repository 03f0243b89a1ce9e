import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  findMember,
  inviteMember,
  listMembers,
  removeMember,
  setMemberPassword,
} from '../../../src/service/admin/members.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { ran } from '../../support/ran.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { temporaryFolder } from '../../support/world.ts'

const CHOSEN = 'a password of her own'
const DAY = 24 * 60 * 60 * 1000

let world: OAuthWorld
let now = Date.now()
beforeAll(async () => {
  world = await startOAuthWorld({ clock: () => now })
})

const options = () => ({ dataDir: world.dataDir, clock: () => now })
const invite = async (name: string) => (await inviteMember(options(), { name })).invitation.url

/** Types a password into the page behind a link. */
async function accept(url: string, password = CHOSEN, again = password, browser = new Browser()): Promise<BrowserPage> {
  return await browser.submit(await browser.go(url), '/invitation', { new: password, again })
}

describe('an invitation', () => {
  it('lets a member set her own password, signs her in and shows her account [OAU-1, OAU-2]', async () => {
    const url = await invite('zoe')
    const browser = new Browser()
    const form = await browser.go(url)
    expect([form.status, form.html.includes('zoe'), form.html.includes('Set your password')]).toEqual([200, true, true])
    expect(form.headers.get('referrer-policy')).toBe('same-origin')
    expect(form.headers.get('cache-control')).toBe('no-store')
    const page = await accept(url, CHOSEN, CHOSEN, browser)
    expect([page.url.pathname, page.html.includes('Your password is set')]).toEqual(['/account', true])
    // It is her first password: nothing was connected before, and she is told where her assistant connects.
    expect(page.html).not.toContain('Connections from before')
    expect(page.html).toContain(`<code>${world.mcp}</code>`)
    expect((await signIn(world, { name: 'zoe', password: CHOSEN })).scope).toBe('account:read')
    const { id } = await findMember(options(), 'zoe')
    const events = (await listEvents(world.db, world.workspace.id)).filter(({ member_id }) => member_id === id)
    const set = events.find(({ kind }) => kind === 'password_set')
    expect(JSON.parse(set?.detail_json ?? '')).toEqual({ connections: 0, by: id })
    const entered = events.find(({ kind, client_id }) => kind === 'signed_in' && client_id === null)
    expect(entered).toMatchObject({ address: '127.0.0.1' })
  })

  it('works once: opening the page does not use it up, setting the password does [OAU-1]', async () => {
    const url = await invite('once')
    for (let turn = 0; turn < 3; turn++) expect((await new Browser().go(url)).status).toBe(200)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    const browser = new Browser()
    const form = await browser.go(url)
    expect((await accept(url)).url.pathname).toBe('/account')
    expect((await new Browser().go(url)).status).toBe(404)
    expect(
      (await browser.submit(form, '/invitation', { new: 'another password', again: 'another password' })).status,
    ).toBe(404)
    await signIn(world, { name: 'once', password: CHOSEN })
  })

  it('of two that are sent at the same moment one counts [OAU-1]', async () => {
    const url = await invite('twice')
    const pages = await Promise.all([accept(url, 'the first password'), accept(url, 'the second password')])
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('ends after a day, with a newer one, with a password that the operator sets, and with the membership [OAU-1]', async () => {
    const first = await invite('late')
    const second = await invite('late')
    expect([(await new Browser().go(first)).status, (await new Browser().go(second)).status]).toEqual([404, 200])
    now += DAY
    expect((await new Browser().go(second)).status).toBe(404)
    const third = await invite('late')
    await setMemberPassword(options(), 'late', PASSWORD)
    expect((await new Browser().go(third)).status).toBe(404)
    const gone = await invite('gone')
    await removeMember(options(), 'gone')
    expect((await new Browser().go(gone)).status).toBe(404)
  })

  it('is kept as a hash alone, and no other token opens anything [KEY-3]', async () => {
    const url = new URL(await invite('kept'))
    const token = url.searchParams.get('token') ?? ''
    const rows = await world.db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const other of ['', token.slice(1), rows[0]?.hash ?? '-', `${token}x`]) {
      url.searchParams.set('token', other)
      expect((await new Browser().go(url)).status).toBe(404)
    }
    const [event] = (await listEvents(world.db, null)).filter(({ kind }) => kind === 'invitation_refused')
    expect(event).toMatchObject({ address: '127.0.0.1', times: expect.any(Number) })
    expect(JSON.stringify(await listEvents(world.db, world.workspace.id))).not.toContain(token)
  })

  it('takes no password that is too short or typed in two ways, and stays open [OAU-1]', async () => {
    const url = await invite('short')
    const short = await accept(url, 'eleven char')
    expect([short.status, short.html.includes('12 to 500 characters')]).toEqual([400, true])
    const different = await accept(url, CHOSEN, `${CHOSEN}!`)
    expect([different.status, different.html.includes('are not the same')]).toEqual([400, true])
    expect(different.html).not.toContain(CHOSEN)
    expect((await accept(url)).url.pathname).toBe('/account')
  })

  it('is answered by its own page alone: not from another site, nor by a form of another browser [OAU-1]', async () => {
    const url = await invite('safe')
    const browser = new Browser()
    const form = await browser.go(url)
    expect((await new Browser().submit(form, '/invitation', { new: CHOSEN, again: CHOSEN })).status).toBe(403)
    expect((await browser.submit(form, '/invitation', { new: CHOSEN, again: CHOSEN, csrf: 'x' })).status).toBe(403)
    const body = new URLSearchParams({ new: CHOSEN, again: CHOSEN })
    const headers = { origin: 'https://evil.example' }
    expect((await browser.go(url, { method: 'POST', body, headers })).status).toBe(403)
    const member = (await listMembers(options())).find(({ name }) => name === 'safe')
    expect(member?.has_password).toBe(false)
  })

  it('is for a member without a password: another one is refused, and a new link keeps role and scopes [OAU-3]', async () => {
    await expect(inviteMember(options(), { name: 'ada' })).rejects.toMatchObject({ code: 'member_exists' })
    await inviteMember(options(), { name: 'boss', role: 'admin', scopes: ['account:read'] })
    const again = await inviteMember(options(), { name: 'boss' })
    expect(again.member).toMatchObject({ role: 'admin', scopes: ['account:read'] })
    await expect(inviteMember(options(), { name: 'boss', role: 'member' })).rejects.toMatchObject({
      code: 'member_exists',
    })
  })
})

describe('the address of an invitation', () => {
  const Invited = z.object({ invitation: z.object({ url: z.url(), guessed: z.boolean() }) })
  const invited = async (env: Record<string, string>, ...more: readonly string[]) =>
    Invited.parse(JSON.parse((await ran(['members', 'invite', ...more, '--json'], env)).stdout)).invitation

  it('is that of the server that ran last on the data folder, or the one that is named [OAU-1]', async () => {
    const env = { TRANSLATION_DATA_DIR: world.dataDir }
    const running = await invited(env, 'one')
    expect([new URL(running.url).origin, running.guessed]).toEqual([world.issuer, false])
    const named = await invited(env, 'one', '--public-url', 'https://translate.example.com')
    expect([new URL(named.url).origin, named.guessed]).toEqual(['https://translate.example.com', false])
  })

  it('is the usual one where no server has run yet, and the command says so [OAU-1]', async () => {
    const env = { TRANSLATION_DATA_DIR: temporaryFolder() }
    const { url, guessed } = await invited(env, 'one')
    expect([new URL(url).origin, guessed]).toEqual(['http://127.0.0.1:8333', true])
    expect((await ran(['members', 'invite', 'one'], env)).stdout).toContain('Name another one with --public-url.')
  })
})
