import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ApprovalPageParts, createApprovalPage } from '../../src/cli/approval-page.ts'
import { openDesks } from '../../src/service/admin/questions.ts'
import type { NewQuestion, QuestionDesk } from '../../src/service/consent/questions.ts'
import { afterFile } from '../support/after-file.ts'
import { giveDatabase } from '../support/databases.ts'
import { expectMode } from '../support/mode.ts'
import { temporaryFolder } from '../support/world.ts'

let desk: QuestionDesk
const folder = temporaryFolder()
let ahead = 0
const clock = () => Date.now() + ahead
beforeAll(async () => {
  const dataDir = temporaryFolder()
  await giveDatabase(dataDir)
  const opened = await openDesks({ dataDir, clock })
  afterFile(() => opened.close())
  desk = opened.questions
})

const DISPLAY = { platform: 'linux', env: { DISPLAY: ':0' } } as const

function serve(
  machine: { platform: NodeJS.Platform; env: Record<string, string> } = DISPLAY,
  more: Partial<ApprovalPageParts> = {},
) {
  const opened: string[] = []
  const page = createApprovalPage({
    ...{
      desk: async () => desk,
      clock,
      machine,
      folder: async () => folder,
      command: 'program approve',
      open: (url: string) => void opened.push(url),
    },
    ...more,
  })
  onTestFinished(() => page.close())
  return { page, opened }
}

let asked = 0
async function ask(more: Partial<NewQuestion> = {}) {
  asked += 1
  const lines = [`Translate «file-${asked}.txt» for 12 credits?`]
  const question = { name: `s${asked}`, principal: 'local', batches: [`bat_${asked}`], member_id: undefined, lines }
  return { id: await desk.ask({ ...question, ...more }), question }
}

/** What an address gives, without following it. */
async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { redirect: 'manual', headers })
  const location = response.headers.get('location')
  return { status: response.status, text: await response.text(), headers: response.headers, location }
}

async function addressOf(page: { address(): Promise<string | undefined> }): Promise<string> {
  const address = await page.address()
  expect(address).toBeDefined()
  return address ?? ''
}

async function enter(page: { address(): Promise<string | undefined> }) {
  const address = await addressOf(page)
  const { location } = await get(address)
  return { address, home: new URL(location ?? '', address).href, origin: new URL(address).origin }
}

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })

describe('the page for the person on this machine', () => {
  it('opens by an address that works once, and shows what waits [MCP-9]', async () => {
    const { id } = await ask()
    const { page } = serve()
    const { address, home } = await enter(page)
    const again = await get(address)
    expect(again.status).toBe(410)
    // There is no sign-in at this address: what waits is answered in the terminal, too.
    expect([again.text.includes('<code>program approve</code>'), again.text.includes('href=')]).toEqual([true, false])
    const shown = await get(home)
    expect([shown.status, shown.text.includes(`file-${asked}.txt`), shown.text.includes(id)]).toEqual([200, true, true])
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('takes a yes once, and says so', async () => {
    const { id, question } = await ask()
    const { page } = serve()
    const { home } = await enter(page)
    const csrf = home.split('/').at(-1) ?? ''
    const answered = await post(home, { id, answer: 'yes', csrf })
    expect((await get(new URL(answered.headers.get('location') ?? '', home).href)).text).toContain('You agreed')
    expect((await post(home, { id, answer: 'yes', csrf })).headers.get('location')).toContain('answered=gone')
    expect([await desk.use(question), await desk.use(question)]).toEqual([true, false])
  })

  it('offers what she may agree to instead, and that is all that her yes is for then [MCP-9]', async () => {
    const other = {
      name: 'a sample',
      batches: ['bat_s'],
      lines: ['Translate «s» for 2 credits?'],
      label: 'A sample <first>',
    }
    const { id, question } = await ask({ other })
    const { page } = serve()
    const { home } = await enter(page)
    const csrf = home.split('/').at(-1) ?? ''
    expect((await get(home)).text).toContain('value="other"><bdi>A sample &lt;first&gt;</bdi></button>')
    const answered = await post(home, { id, answer: 'other', csrf })
    expect((await get(new URL(answered.headers.get('location') ?? '', home).href)).text).toContain('the sample alone')
    expect((await post(home, { id, answer: 'yes', csrf })).headers.get('location')).toContain('answered=gone')
    expect(await desk.look(question)).toMatchObject({ agreed: undefined, open: undefined, other_agreed: true })
    expect(await desk.use(question)).toBe(false)
    const sample = { ...question, ...other }
    expect(await desk.use({ ...sample, principal: 'another' })).toBe(false)
    expect([await desk.use(sample), await desk.use(sample)]).toEqual([true, false])
    expect(await desk.look(question)).toMatchObject({ other_agreed: false })
  })

  it('takes "instead" for nothing where nothing else was offered [MCP-9]', async () => {
    const { id, question } = await ask()
    const { page } = serve()
    const { home } = await enter(page)
    const csrf = home.split('/').at(-1) ?? ''
    expect((await get(home)).text).not.toContain('value="other"')
    expect((await post(home, { id, answer: 'other', csrf })).headers.get('location')).toContain('answered=gone')
    expect(await desk.look(question)).toMatchObject({ agreed: undefined, other_agreed: false, open: { id } })
    await desk.answer(id, 'no', 'terminal', undefined)
  })

  it('takes no answer without its secret, from another site, or by another name of this machine [MCP-9]', async () => {
    const { id, question } = await ask()
    const { page } = serve()
    const { home, origin } = await enter(page)
    const csrf = home.split('/').at(-1) ?? ''
    const fields = { id, answer: 'yes', csrf }
    expect((await post(`${origin}/answer/wrong`, fields)).status).toBe(403)
    expect((await post(home, { ...fields, csrf: '' })).status).toBe(403)
    expect((await post(home, fields, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await get(`${origin}/answer/wrong`)).status).toBe(404)
    expect((await get(`${origin}/`)).status).toBe(404)
    const status = await new Promise(resolve => {
      const { port, pathname } = new URL(home)
      request({ port, path: pathname, host: '127.0.0.1', headers: { host: `evil.example:${port}` } }, answer => {
        resolve(answer.statusCode)
        answer.resume()
      }).end()
    })
    expect(status).toBe(404)
    expect(await desk.use(question)).toBe(false)
    await desk.answer(id, 'no', 'terminal', undefined)
  })

  it('is opened once while a question that it showed waits, and anew otherwise [MCP-9]', async () => {
    for (const { id } of await desk.waiting(undefined)) await desk.answer(id, 'no', 'terminal', undefined)
    const one = await ask()
    const { page, opened } = serve()
    expect([await page.show(), await page.show()]).toEqual([true, true])
    expect(opened).toHaveLength(1)
    const { location } = await get(opened[0] ?? '')
    const home = new URL(location ?? '', opened[0]).href
    await get(home)
    await page.show()
    expect(opened).toHaveLength(1)
    // Answered in a terminal: the page is no longer looked at.
    await desk.answer(one.id, 'no', 'terminal', undefined)
    const other = await ask()
    await page.show()
    expect(opened).toHaveLength(2)
    await desk.answer(other.id, 'no', 'terminal', undefined)
  })

  it('reads nothing of a request without its secret, and no more than a form [MCP-9]', async () => {
    const { page } = serve()
    const { home, origin } = await enter(page)
    const long = { id: 'x'.repeat(10_000), answer: 'yes', csrf: '' }
    expect((await post(`${origin}/answer/wrong`, long)).status).toBe(403)
    expect((await post(home, long)).status).toBe(413)
  })

  it('has an address that ends after a quarter of an hour', async () => {
    const { page } = serve()
    const address = await addressOf(page)
    ahead += 15 * 60_000
    expect((await get(address)).status).toBe(410)
  })

  it('cannot be opened where there is no display', async () => {
    const { page, opened } = serve({ platform: 'linux', env: {} })
    expect([await page.show(), opened]).toEqual([false, []])
  })

  it('is opened on macOS by a file of its owner alone, which leads to the address and goes with the page [MCP-9]', async () => {
    const { page, opened } = serve({ platform: 'darwin', env: {} })
    expect(await page.show()).toBe(true)
    const [file = ''] = opened
    expect([path.dirname(file), path.extname(file)]).toEqual([folder, '.html'])
    expectMode(file, 0o600)
    const [, url = ''] = /content="0;url=(http[^"]+)"/.exec(readFileSync(file, 'utf8')) ?? []
    expect((await get(url)).status).toBe(303)
    page.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is not opened, and has no address, where the system does not tell who calls [MCP-9]', async () => {
    const { page, opened } = serve(DISPLAY, { isOwn: async () => false })
    expect([await page.show(), await page.address(), opened]).toEqual([false, undefined, []])
  })
})
