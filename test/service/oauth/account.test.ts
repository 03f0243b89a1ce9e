import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { listEvents, recordEvent } from '../../../src/service/store/audit.ts'
import { write } from '../../../src/service/store/database.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { serveOpenAi } from '../../support/engines/openai.ts'
import { type MemberName, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

const CHOSEN = 'another horse battery staple'

/** Signed in at the account. */
async function enter(name: string, browser = new Browser(), password = PASSWORD, at = world): Promise<BrowserPage> {
  const form = await browser.go(`${at.issuer}/account`)
  expect(form.url.pathname).toBe('/sign-in')
  const page = await browser.submit(form, '/sign-in?to=%2Faccount', { name, password })
  expect([page.status, page.url.pathname]).toEqual([200, '/account'])
  return page
}

const words = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

async function connect(member: MemberName, scope = 'account:read') {
  const { access_token: key } = await signIn(world, { member, name: `${member}@local`, scope })
  return { key, id: (await world.call(api.account.get, { key })).credential.id }
}

describe('the account of a member', () => {
  it('shows who she is, what her programs may do, and her own connections alone [OAU-2]', async () => {
    const mine = await connect('rita')
    const other = await connect('olga')
    const page = await enter('rita')
    expect(words(page.html)).toMatch(/Name rita Workspace Local workspace Your programs may See the workspace/)
    expect(page.html).toContain(mine.id)
    expect(page.html).not.toContain(other.id)
  })

  it('shows what she approved, with its cost, file and program, a page at a time, and nobody else’s [OAU-2]', async () => {
    const { key } = await connect('olga', SCOPE_NAMES.join(' '))
    const body = { content: 'Hello there', filename: 'letter.txt', instruction: 'Translate to German' }
    const { batch, plan } = await world.call(api.batches.create, { key, body })
    const approval = { expected_plan_revision: plan?.plan_revision ?? '' }
    await world.call(api.batches.approve, { key, params: { batch_id: batch.id }, body: approval })
    expect(words((await enter('olga')).html)).toMatch(
      /Approved spending letter\.txt 2 credits, \d+ \w+ \d{4} at \d\d:\d\d UTC , by Translation command line/,
    )
    expect(words((await enter('rita')).html)).toContain('Nothing was approved for you yet.')
    const before = Date.now() - 60_000
    await write(world.db, async tx => {
      for (let turn = 0; turn < 25; turn++) {
        const moment = { now: before - turn, newId: world.newId }
        const event = { kind: 'spending_approved', workspace_id: world.workspace.id, batch_id: `bat_${turn}` } as const
        await recordEvent(tx, moment, { ...event, member_id: world.members.olga, credits: turn })
      }
    })
    const browser = new Browser()
    const seen: string[] = []
    let page = await enter('olga', browser)
    for (;;) {
      seen.push(...[...page.html.matchAll(/<bdi>(bat_\d+|letter\.txt)<\/bdi>/g)].map(([, name = '']) => name))
      const next = /href="(\/account\?before=[^"]+)"/.exec(page.html)?.[1]
      if (next === undefined) break
      page = await browser.go(new URL(next, world.issuer))
    }
    expect(seen).toEqual(['letter.txt', ...Array.from({ length: 25 }, (_, turn) => `bat_${turn}`)])
  })

  it('shows and logs what she approved in the unit that the engine charges, with the price [OAU-2]', async () => {
    const endpoint = await serveOpenAi(({ text }) => `Guten Tag: ${text}`)
    const openai = { base_url: `${endpoint.origin}/v1`, model: 'tiny', api_key: 'test-key' }
    const prices = [{ engine: 'openai', unit: 'tokens', million: 20_000, currency: 'EUR' }] as const
    const paid = await startOAuthWorld({ settings: { engine: 'openai', engines: { openai }, prices } })
    const { access_token: key } = await signIn(paid, { member: 'olga', scope: SCOPE_NAMES.join(' ') })
    const body = { content: 'Hello there', filename: 'letter.txt', instruction: 'Translate to German' }
    const { batch, plan } = await paid.call(api.batches.create, { key, body })
    const approval = { expected_plan_revision: plan?.plan_revision ?? '' }
    await paid.call(api.batches.approve, { key, params: { batch_id: batch.id }, body: approval })
    const page = await enter('olga', new Browser(), PASSWORD, paid)
    expect(words(page.html)).toMatch(
      /letter\.txt about [\d,]+ tokens \(about \d+\.\d\d EUR\) of an account with the engine,/,
    )
    const [line] = await listEvents(paid.db, paid.workspace.id, { kinds: ['spending_approved'] })
    expect(JSON.parse(line?.detail_json ?? '')).toMatchObject({
      ...{ tokens: plan?.billing?.estimate, money: plan?.billing?.money?.amount, currency: 'EUR' },
    })
  })

  it('ends one connection or all of them, and this browser stays signed in [OAU-1, OAU-2]', async () => {
    const [one, two, three] = [await connect('rita'), await connect('rita'), await connect('rita')]
    const [browser, elsewhere] = [new Browser(), new Browser()]
    await enter('rita', elsewhere)
    const page = await enter('rita', browser)
    const after = await browser.submit(page, '/connections/revoke', { id: one.id })
    expect([after.url.pathname, words(after.html)]).toEqual(['/account', expect.stringContaining('is disconnected')])
    expect(await world.refuse(api.account.get, { key: one.key })).toMatchObject({ status: 401 })
    await world.call(api.account.get, { key: two.key })
    const done = await browser.submit(after, '/account/end-connections')
    expect([done.status, words(done.html)]).toEqual([200, expect.stringContaining('All connections have ended')])
    for (const { key } of [two, three])
      expect(await world.refuse(api.account.get, { key })).toMatchObject({ status: 401 })
    expect((await elsewhere.go(`${world.issuer}/account`)).url.pathname).toBe('/sign-in')
  })

  it('is for her alone: without a sign-in it asks for one, and leads back here and nowhere else [OAU-1]', async () => {
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/sign-out',
    ]) {
      const browser = new Browser()
      const form = await browser.go(`${world.issuer}/sign-in?${new URLSearchParams({ to })}`)
      const action = /action="(\/sign-in[^"]*)"/.exec(form.html)?.[1] ?? ''
      const page = await browser.submit(form, action, { name: 'ada', password: PASSWORD })
      expect([to, page.url.href]).toEqual([to, `${world.issuer}/connections`])
    }
  })
})

describe('a password', () => {
  it('is changed where the old one is right; all else ends, and this browser stays signed in [OAU-1]', async () => {
    const { key } = await connect('ada')
    const [browser, elsewhere] = [new Browser(), new Browser()]
    await enter('ada', elsewhere)
    const page = await enter('ada', browser)
    const changed = await browser.submit(page, '/account/password', { password: PASSWORD, new: CHOSEN, again: CHOSEN })
    expect([changed.status, words(changed.html)]).toEqual([200, expect.stringContaining('Your password is set.')])
    expect(await world.refuse(api.account.get, { key })).toMatchObject({ status: 401, code: 'api_key_revoked' })
    expect((await elsewhere.go(`${world.issuer}/account`)).url.pathname).toBe('/sign-in')
    expect((await browser.go(`${world.issuer}/account`)).url.pathname).toBe('/account')
    await expect(signIn(world, { member: 'ada' })).rejects.toThrow('do not belong together')
    await enter('ada', new Browser(), CHOSEN)
    const back = { password: CHOSEN, new: PASSWORD, again: PASSWORD }
    expect((await browser.submit(page, '/account/password', back)).status).toBe(403)
    const again = await browser.submit(await browser.go(`${world.issuer}/account`), '/account/password', back)
    expect(again.status).toBe(200)
  })

  it('is not changed by a wrong old one, a short one or one typed in two ways, and the page says which [OAU-1]', async () => {
    const browser = new Browser()
    const page = await enter('olga', browser)
    const send = async (fields: Record<string, string>) => {
      const { status, html } = await browser.submit(page, '/account/password', fields)
      expect(html).not.toContain(CHOSEN)
      return [status, /role="alert" id="wrong"><p>([^<]+)</.exec(html)?.[1]]
    }
    const wrong = await send({ password: 'a wrong password', new: CHOSEN, again: CHOSEN })
    expect(wrong).toEqual([401, 'The old password is not right. Nothing was changed.'])
    const short = await send({ password: PASSWORD, new: 'eleven char', again: 'eleven char' })
    expect(short).toEqual([400, 'A password has 12 to 500 characters. Nothing was changed.'])
    const different = await send({ password: PASSWORD, new: CHOSEN, again: `${CHOSEN}!` })
    expect(different).toEqual([400, 'The two passwords are not the same. Nothing was changed.'])
    await signIn(world, { member: 'olga' })
  })

  it('is not guessed from a browser that somebody left signed in: the tries count like those of sign-in [OAU-1]', async () => {
    const strict = await startOAuthWorld({ oauth: { limits: { sign_in: 3 } } })
    const browser = new Browser()
    const form = await browser.go(`${strict.issuer}/account`)
    const page = await browser.submit(form, '/sign-in?to=%2Faccount', { name: 'rita@local', password: PASSWORD })
    const statuses: number[] = []
    for (const password of ['a', 'b', 'c', PASSWORD]) {
      const fields = { password, new: CHOSEN, again: CHOSEN }
      statuses.push((await browser.submit(page, '/account/password', fields)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  it('is changed by its own page alone: not from another site, without its token, or from another browser [OAU-1]', async () => {
    await connect('rita')
    const browser = new Browser()
    const page = await enter('rita', browser)
    const fields = { password: PASSWORD, new: CHOSEN, again: CHOSEN }
    expect((await browser.submit(page, '/account/password', { ...fields, csrf: 'x' })).status).toBe(403)
    expect((await new Browser().submit(page, '/account/password', fields)).status).toBe(403)
    expect((await browser.submit(page, '/account/end-connections', { csrf: '' })).status).toBe(403)
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
    const headers = { origin: 'https://evil.example' }
    const body = new URLSearchParams({ ...fields, csrf })
    const forged = await browser.go(`${world.issuer}/account/password`, { method: 'POST', body, headers })
    expect(forged.status).toBe(403)
    expect((await browser.go(`${world.issuer}/account/password`)).status).toBe(405)
    await signIn(world, { member: 'rita' })
  })
})
