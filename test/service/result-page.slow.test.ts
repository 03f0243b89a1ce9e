import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import {
  closeChromium,
  expectNoViolations,
  expectUsable,
  HAS_CHROMIUM,
  openPage,
  shoot,
  tabTo,
} from '../support/chromium.ts'
import { resultOf, translate } from '../support/flow.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(closeChromium)

const SUBTITLES = Array.from(
  { length: 30 },
  (_, at) => `${at + 1}\n00:00:${10 + at},000 --> 00:00:${11 + at},000\nLine ${at + 1} of <b>the film</b> & more\n`,
).join('\n')

/** The address of the page about a translation of this content. */
async function pageOf(filename: string, content: string, instruction = 'Translate everything into German.') {
  const created = await world.call(api.batches.create, { body: { content, filename, instruction } })
  const { id } = await translate(world, created)
  return (await resultOf(world, id)).result.page_url ?? ''
}

const HOSTILE = [
  ['markup', '<img src=x onerror=alert(1)>.txt'],
  ['255 bytes', `${'ä'.repeat(125)}x.txt`],
] as const

describe.runIf(HAS_CHROMIUM)('the page about a result', () => {
  it.each(['light', 'dark'] as const)('can be read by everybody, in %s colours [RES-1]', async colorScheme => {
    const { page, complaints } = await openPage({ colorScheme })
    await page.goto(await pageOf('film.srt', SUBTITLES))
    expect(await page.title()).toBe('Your translation is ready – Translation Service')
    const text = await page.innerText('main')
    for (const words of [
      'film.de.srt',
      'English (en) into German (de)',
      'What the checks found',
      'Line 1 of <b>the film</b> & more',
    ])
      expect(text).toContain(words)
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, `result-${colorScheme}`)
    expect(complaints).toEqual([])
  })

  it('says the language and the direction of each line, and its side in words [RES-1]', async () => {
    const { page, complaints } = await openPage()
    const greeting = 'صباح الخير أيها الناس، كيف حالكم اليوم؟ (1 <b>!)'
    const arabic = SUBTITLES.replaceAll(/^Line .*$/gm, greeting)
    await page.goto(await pageOf('film.srt', arabic, 'Translate everything from Arabic into German.'))
    const [was, now] = [page.locator('.diff .was').first(), page.locator('.diff .now').first()]
    expect(await was.textContent()).toMatch(/^Source, line 3: 3 −صباح/)
    expect(await now.textContent()).toMatch(/^Translation, line 3: 3 \+/)
    expect(await was.locator('[lang]').getAttribute('lang')).toBe('ar')
    expect(await now.locator('[lang]').getAttribute('lang')).toBe('de')
    expect(await was.locator('[lang]').getAttribute('dir')).toBe('auto')
    await expectNoViolations(page)
    await shoot(page, 'result-arabic')
    expect(complaints).toEqual([])
  })

  it('gives the file to the keyboard alone, without a script [RES-1, RES-2]', async () => {
    const { page, complaints } = await openPage({ javaScriptEnabled: true, acceptDownloads: true })
    await page.goto(await pageOf('film.srt', SUBTITLES))
    await tabTo(page, 'Download the file')
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await downloading).suggestedFilename()).toBe('film.de.srt')
    expect(await page.locator('script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it.each(HOSTILE)('shows a file name of %s as text [MCP-13]', async (what, filename) => {
    const { page, complaints } = await openPage()
    await page.goto(await pageOf(filename, 'Good morning to <script>alert(1)</script> \u202eeverybody\u2066.\n'))
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.innerText('main')).toContain('<script>alert(1)</script>')
    expect(await page.innerText('main')).not.toMatch(/[\u202e\u2066]/)
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, `result-${what.replaceAll(' ', '-')}`)
    expect(complaints).toEqual([])
  })

  it('shows its parts where the reader’s own colours are forced, and moves nothing', async () => {
    const { page, complaints } = await openPage({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.goto(await pageOf('film.srt', SUBTITLES))
    await expectNoViolations(page)
    await shoot(page, 'result-forced')
    expect(complaints).toEqual([])
  })

  it('says that its address has ended, where it has [RES-1]', async () => {
    const { page } = await openPage()
    const address = await pageOf('film.srt', SUBTITLES)
    const answer = await page.goto(address.replace(/sig=./, 'sig=_'))
    expect(answer?.status()).toBe(404)
    expect(await page.getByRole('alert').textContent()).toContain('has expired')
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, 'result-ended')
  })
})
