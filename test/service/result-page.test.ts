import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createMenu, follow, MENU, resultOf, translate } from '../support/flow.ts'
import { manualClock, startWorld, type World } from '../support/world.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
let world: World
beforeAll(async () => {
  world = await startWorld({ clock, settings: { requests_per_minute: 1_000_000 } })
})

async function finished(instruction?: string) {
  const { id } = await translate(world, await createMenu(world, instruction))
  const { result } = await resultOf(world, id)
  return { id, url: result.url, page_url: result.page_url ?? '' }
}

const made = async (filename: string, content: string, instruction = 'Translate everything into German.') => {
  const { id } = await translate(
    world,
    await world.call(api.batches.create, { body: { content, filename, instruction } }),
  )
  return await follow((await resultOf(world, id)).result.page_url ?? '')
}

describe('the page about a result', () => {
  it('is under the very signature of the file, and neither kept, framed, run nor told of [RES-1]', async () => {
    const { url, page_url } = await finished()
    expect(page_url).toBe(`${url}&view=page`)
    const { status, headers, text } = await follow(page_url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      ),
    })
    expect(text).not.toContain('<script')
    expect(text).toContain('menu.de.json')
    expect(text).toContain('Open the file')
  })

  it('ends with the link, and says so to a person [RES-1]', async () => {
    const { page_url } = await finished()
    clock.advance(15 * 60_000)
    const { status, headers, text } = await follow(page_url)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('has expired')
    expect(text).not.toContain('menu')
  })

  it('shows nothing without its own signature, and nothing of another file [RES-1]', async () => {
    const [one, other] = [await finished(), await finished('Translate everything into French.')]
    const [first, second] = [new URL(one.page_url), new URL(other.page_url)]
    for (const address of [
      `${first.origin}${first.pathname}?view=page`,
      `${first.origin}${first.pathname}${second.search}`,
      one.page_url.replace(/expires=\d/, 'expires=9'),
    ]) {
      const { status, text } = await follow(address)
      expect(status).toBe(404)
      expect(text).not.toContain('Open the file')
    }
  })

  it('does not change what the link itself gives, whatever stands beside its signature', async () => {
    const { url } = await finished()
    for (const more of ['', '&view=', '&view=file', '&page=1']) {
      const file = await follow(`${url}${more}`)
      expect(file.headers.get('content-disposition'), more).toContain('menu.de.json')
    }
  })

  it('leads to the file, by an address without the view', async () => {
    const { page_url } = await finished()
    const [, href = ''] = /href="([^"]+)"/.exec((await follow(page_url)).text) ?? []
    const file = await follow(new URL(href.replaceAll('&amp;', '&'), page_url).href)
    expect(file.headers.get('content-disposition')).toContain('menu.de.json')
    expect(Object.keys(JSON.parse(file.text))).toEqual(Object.keys(JSON.parse(MENU)))
  })

  it('shows text of a file as text [MCP-13]', async () => {
    const { text } = await made('a.txt', 'Good morning </p><script>alert(1)</script> \u202eyou.\n')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ‹U+202E›you.')
    expect(text).not.toMatch(/<script|\u202e/)
  })

  it('shows so much of a long file, and says what it left out', async () => {
    const { text } = await made('long.txt', Array.from({ length: 1200 }, (_, at) => `Line ${at} of it.\n\n`).join(''))
    expect(text.match(/class="was"/g)).toHaveLength(201)
    expect(text).toContain('Only the first 1,000 lines were compared')
    expect(text).toContain('300 more changed places not shown here.')
  })

  it('says why it compares no lines of an archive', async () => {
    const { text } = await made('menu.json', MENU, 'Translate everything into German and French.')
    expect(text).toContain('one archive with a file for each language')
    expect(text).toContain('German (de), French (fr)')
  })

  it('says what kept its source, and each finding with its place', async () => {
    const { text } = await made('app.json', '{"ok":"OK","menu":"Open the file"}')
    expect(text).toContain('What the checks found')
    expect(text).toMatch(/\d texts? checked\./)
  })

  it('is noted in the audit log as a download is, since it shows the text', async () => {
    const { id, page_url } = await finished()
    await follow(page_url)
    const rows = () => world.db.selectFrom('audit_events').selectAll().where('kind', '=', 'result_downloaded').execute()
    await expect
      .poll(async () => (await rows()).filter(({ batch_id }) => batch_id === id), { timeout: 3000 })
      .toHaveLength(1)
  })
})
