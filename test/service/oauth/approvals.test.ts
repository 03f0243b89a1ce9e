import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import type { NewQuestion } from '../../../src/service/consent/questions.ts'
import { revokeConnection } from '../../../src/service/store/connections.ts'
import { write } from '../../../src/service/store/database.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

let asked = 0
async function ask(
  member: 'rita' | 'olga',
  principal = `con_${member}`,
  other?: NewQuestion['other'],
): Promise<{ id: string; question: NewQuestion }> {
  asked += 1
  const lines = [
    `Translate «file-${asked}.txt» for 12 credits?`,
    'Into German (de).',
    '- «legal» (310 words): <b>kept</b>',
  ]
  const facts = { name: `spending-${asked}`, principal, batches: [`bat_${asked}`], lines }
  const question = { ...facts, member_id: world.members[member], other }
  return { id: await world.service.questions.ask(question), question }
}

/** Signed in at the page of what waits. */
async function enter(name: string, browser = new Browser()): Promise<BrowserPage> {
  const form = await browser.go(`${world.issuer}/approvals`)
  expect(form.url.pathname).toBe('/sign-in')
  const page = await browser.submit(form, '/sign-in?to=%2Fapprovals', { name, password: PASSWORD })
  expect([page.status, page.url.pathname]).toEqual([200, '/approvals'])
  return page
}

describe('the page of what waits for a member', () => {
  it('needs her own sign-in, shows what the dialog would show, and takes her yes once [MCP-9, OAU-2]', async () => {
    const { id, question } = await ask('rita')
    const browser = new Browser()
    const page = await enter('rita', browser)
    for (const text of ['file-1.txt', '12 credits', 'Into German', '&lt;b&gt;kept']) expect(page.html).toContain(text)
    const answered = await browser.submit(page, '/approvals/answer', { id, answer: 'yes' })
    expect(answered.html).toContain('You agreed')
    expect(await world.service.questions.use(question)).toBe(true)
    const again = await browser.submit(page, '/approvals/answer', { id, answer: 'yes' })
    expect(again.html).toContain('had ended already')
    expect(await world.service.questions.use(question)).toBe(false)
  })

  it('offers her what she may agree to instead, for which alone her yes is then [MCP-9, APR-3]', async () => {
    const other = {
      name: 'sample-r',
      batches: ['bat_s'],
      lines: ['Translate «s»?'],
      label: 'Sample first',
    }
    const { id, question } = await ask('rita', 'con_rita', other)
    const browser = new Browser()
    const page = await enter('rita', browser)
    expect(page.html).toContain('Sample first')
    const answered = await browser.submit(page, '/approvals/answer', { id, answer: 'other' })
    expect(answered.html).toContain('You agreed to the sample alone')
    const { questions } = world.service
    expect(await questions.look(question)).toMatchObject({ agreed: undefined, other_agreed: true })
    expect(await questions.use(question)).toBe(false)
    expect(await questions.use({ ...question, ...other })).toBe(true)
  })

  it('takes her no', async () => {
    const { id, question } = await ask('rita')
    const browser = new Browser()
    const answered = await browser.submit(await enter('rita', browser), '/approvals/answer', { id, answer: 'no' })
    expect(answered.html).toContain('You declined')
    expect((await world.service.questions.look(question)).declined_at).toBeDefined()
  })

  it('shows and takes nothing of another member [MCP-9]', async () => {
    const { id, question } = await ask('rita')
    const browser = new Browser()
    const page = await enter('olga', browser)
    expect(page.html).not.toContain('.txt for 12 credits')
    await ask('olga')
    const own = await browser.go(`${world.issuer}/approvals`)
    const answered = await browser.submit(own, '/approvals/answer', { id, answer: 'yes' })
    expect(answered.html).toContain('had ended already')
    expect(await world.service.questions.use(question)).toBe(false)
  })

  it('names the program that asks, and ends with its connection [OAU-1]', async () => {
    const tokens = await signIn(world, { member: 'olga', name: 'olga@local', scope: 'account:read' })
    const { credential } = await world.call(api.account.get, { key: tokens.access_token })
    const { id, question } = await ask('olga', credential.id)
    const browser = new Browser()
    const page = await enter('olga', browser)
    expect(page.html).toMatch(new RegExp(`${asked}\\.txt.*Asked by <bdi>Translation command line</bdi>`, 's'))
    await write(world.db, tx => revokeConnection(tx, credential.id, Date.now()))
    expect((await browser.go(`${world.issuer}/approvals`)).html).not.toContain(`file-${asked}.txt`)
    const answered = await browser.submit(page, '/approvals/answer', { id, answer: 'yes' })
    expect(answered.html).toContain('had ended already')
    expect(await world.service.questions.use(question)).toBe(false)
  })

  it('opens to no access token, and takes no form of another site [OAU-2]', async () => {
    const { id, question } = await ask('rita')
    const { access_token } = await signIn(world, { member: 'rita', name: 'rita@local', scope: 'account:read' })
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/x-www-form-urlencoded' }
    const get = await fetch(`${world.issuer}/approvals`, { headers, redirect: 'manual' })
    expect(get.headers.get('location')).toContain('/sign-in')
    const body = new URLSearchParams({ id, answer: 'yes', csrf: 'x' }).toString()
    const post = await fetch(`${world.issuer}/approvals/answer`, { method: 'POST', headers, body, redirect: 'manual' })
    expect(post.status).toBe(403)
    const browser = new Browser()
    const page = await enter('rita', browser)
    const forged = await browser.submit(page, '/approvals/answer', { id, answer: 'yes', csrf: 'forged' })
    expect(forged.status).toBe(403)
    expect(await world.service.questions.use(question)).toBe(false)
  })

  it('is named on her account while something waits', async () => {
    const browser = new Browser()
    await enter('rita', browser)
    const account = await browser.go(`${world.issuer}/account`)
    expect(account.html).toContain('href="/approvals"')
  })
})
