import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { documentOf, paragraph } from '../formats/docx/documents.ts'
import {
  closeChromium,
  expectNoViolations,
  expectUsable,
  HAS_CHROMIUM,
  openPage,
  shoot,
  tabTo,
} from '../support/chromium.ts'
import { serveHttp } from '../support/http.ts'
import { type McpWorld, madeIn, openHost, startMcpWorld } from '../support/mcp.ts'
import { temporaryFolder } from '../support/world.ts'

const Invited = z.looseObject({ upload: z.looseObject({ upload_id: z.string(), url: z.string() }) })
const Several = z.looseObject({
  batches: z.array(z.looseObject({ file_path: z.string() })),
  failed: z.array(z.looseObject({ file_path: z.string(), reason: z.string() })).default([]),
})

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { requests_per_minute: 100_000 } })
})
afterAll(closeChromium)

/** The page of a new upload, and the host that waits for it. */
async function open(options: BrowserContextOptions = {}, wishes: object = { target_languages: ['de'] }) {
  const server = await serveHttp(world.parts)
  const host = await openHost(server.parts)
  const { upload } = Invited.parse((await host.call('create_batch', { ...wishes })).data)
  const opened = await openPage(options)
  await opened.page.goto(upload.url)
  const made = (more: object = {}) => host.call('create_batch', { upload_id: upload.upload_id, ...more })
  return { ...opened, url: upload.url, made }
}

function file(name: string, content: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return path
}

/** Drops files on the page, as from a folder of the desktop. */
async function dropOn(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const script = `(() => {
    const data = new DataTransfer()
    for (const [name, text] of ${JSON.stringify(Object.entries(files))}) data.items.add(new File([text], name))
    return data
  })()`
  const dataTransfer = await page.evaluateHandle(script)
  for (const event of ['dragover', 'drop']) await page.dispatchEvent('main', event, { dataTransfer })
}

const rowOf = (page: Page, name: string) => page.locator('#files li').filter({ hasText: name })
const upload = (page: Page) => page.getByRole('button', { name: /^Upload/ }).click()

describe.runIf(HAS_CHROMIUM)('the upload page in a browser', () => {
  it('takes a file by the keyboard alone, and shows its plan in plain words [UPL-1]', async () => {
    const { page, made, complaints } = await open({}, { filename: 'Отчёт (1).txt', target_languages: ['de'] })
    expect(await page.getByRole('heading').textContent()).toBe('Upload files to translate')
    expect(await page.innerText('main')).toContain('Your assistant waits for Отчёт (1).txt')
    await tabTo(page, 'Files')
    await page.getByLabel('Files', { exact: true }).setInputFiles(file('Отчёт (1).txt', 'Good morning to the browser.'))
    await tabTo(page, 'Upload 1 file')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your file has arrived' }).waitFor()
    const text = await page.innerText('main')
    for (const words of [
      'Go back to your assistant',
      'into German (de)',
      '5 words',
      'credits',
      'Left out\nNothing.',
      'Translated by',
    ])
      expect(text).toContain(words)
    expect(await page.locator('button, form').count()).toBe(0)
    expect((await made()).data).toMatchObject({ batch: { file_name: 'Отчёт (1).txt', status: 'awaiting_review' } })
    expect(complaints).toEqual([])
  })

  it('takes a document of Word, and tells what a file is that is none [UPL-1, CRE-5]', async () => {
    const { page, made, complaints } = await open()
    const document = documentOf(paragraph('The garden is open today.'))
    const signIn = Buffer.from('<!doctype html><title>Sign in</title>')
    await page.getByLabel('Files', { exact: true }).setInputFiles([
      { name: 'garden.docx', mimeType: 'application/pdf', buffer: document },
      { name: 'saved.docx', mimeType: 'text/html', buffer: signIn },
    ])
    await upload(page)
    await page.getByRole('button', { name: 'Finish with 1 file' }).waitFor()
    expect(await rowOf(page, 'saved.docx').innerText()).toContain('it is a web page. Save it in the format of its name')
    await page.getByRole('button', { name: 'Finish with 1 file' }).click()
    await page.getByRole('heading', { name: 'Your file has arrived' }).waitFor()
    expect(await page.innerText('main')).toContain('5 words')
    expect((await made()).data).toMatchObject({ batch: { file_name: 'garden.docx', status: 'awaiting_review' } })
    expect(complaints).toEqual([])
  })

  it('takes several that are dropped, says why one is refused, and the others go on [UPL-1]', async () => {
    const { page, made, complaints } = await open()
    await dropOn(page, { 'a.txt': 'Good morning.', 'song.mp3': 'la la', 'b.json': '{"menu":"Open the file"}' })
    expect(await page.getByRole('status').textContent()).toBe('3 files chosen, not sent yet.')
    await shoot(page, 'upload-chosen')
    await upload(page)
    await page.getByRole('button', { name: 'Finish with 2 files' }).waitFor()
    expect(await rowOf(page, 'song.mp3').innerText()).toContain('Not taken: ')
    expect(await page.getByRole('status').textContent()).toMatch(
      /^2 files arrived\. song\.mp3 was not taken: \.mp3 files are not accepted\.$/,
    )
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, 'upload-refused')
    await page.getByRole('button', { name: 'Finish with 2 files' }).click()
    await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor()
    expect(await page.innerText('main')).not.toContain('still works')
    expect(await page.innerText('#plans')).toMatch(/a\.txt[\s\S]*b\.json[\s\S]*All together/)
    const told = Several.parse((await made()).data)
    expect(told.batches.map(({ file_path }) => file_path)).toEqual(['a.txt', 'b.json'])
    expect(told.failed).toEqual([
      expect.objectContaining({ file_path: 'song.mp3', reason: expect.stringContaining('Accepted') }),
    ])
    expect(complaints).toEqual([])
  })

  it('lets one be cancelled while it is sent, and sent again [UPL-1]', async () => {
    const { page, made, complaints } = await open()
    let held = true
    await page.route('**/slow.txt?*', async route => {
      await expect.poll(() => held).toBe(false)
      await route.continue().catch(() => undefined)
    })
    await dropOn(page, { 'slow.txt': 'It takes its time.', 'quick.txt': 'It does not.' })
    await upload(page)
    await page.getByRole('button', { name: 'Cancel slow.txt' }).focus()
    await shoot(page, 'upload-sending')
    expect((await made()).text).toMatch(/No bytes have arrived/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Finish with 1 file' }).waitFor()
    expect(await rowOf(page, 'slow.txt').innerText()).toContain('Cancelled.')
    held = false
    await tabTo(page, 'Try again slow.txt')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor()
    const told = Several.parse((await made()).data)
    expect(told.batches.map(({ file_path }) => file_path)).toEqual(['quick.txt', 'slow.txt'])
    expect(complaints).toEqual([])
  })

  it('refuses what is too large and what is too many before it is sent, and a large file in the middle of it [LIM-2]', async () => {
    const { page, complaints } = await open()
    await dropOn(page, Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}.txt`, `text ${at}`])))
    expect(await rowOf(page, '20.txt').innerText()).toContain('this address takes 20 files')
    for (let at = 0; at < 19; at += 1) await page.getByRole('button', { name: 'Remove' }).nth(1).click()
    await page.getByLabel('Files', { exact: true }).setInputFiles(file('large.txt', 'x'.repeat(30 * 1024 * 1024)))
    await upload(page)
    await page.getByRole('button', { name: /^Finish with/ }).waitFor()
    expect(await rowOf(page, 'large.txt').innerText()).toContain('over the ceiling')
    expect(complaints).toEqual([])
  })

  it('works without a script: several files by its form, a refused one, and a link that looks again [UPL-1]', async () => {
    const { page, made, complaints } = await open({ javaScriptEnabled: false }, {})
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles([file('a.txt', 'One.'), file('song.mp3', 'la'), file('b.txt', 'Two.')])
    await upload(page)
    expect(await page.getByRole('alert').innerText()).toMatch(/song\.mp3: .*Accepted/)
    expect(await page.title()).toBe('Error: Not everything was taken – Translation Service')
    await shoot(page, 'upload-no-script')
    await page.getByLabel('Files', { exact: true }).setInputFiles(file('song.txt', 'la la'))
    await upload(page)
    expect(await page.innerText('#plans')).toContain('There is no plan yet')
    await page.getByRole('link', { name: 'Look again' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your files have arrived')
    expect(Several.parse((await made({ target_languages: ['fr'] })).data).batches).toHaveLength(3)
    world.skip(5000)
    await page.getByRole('link', { name: 'Look again' }).click()
    expect(await page.innerText('#plans')).toContain('into French (fr)')
    expect(complaints).toEqual([])
  })

  it('shows the plan by itself once the assistant has made it [UPL-1, PLN-1]', async () => {
    const { page, made, complaints } = await open({}, {})
    await dropOn(page, { 'shop.md': '# Shop\n\nGood morning.\n\n## Legal\n\nAll rights reserved.\n' })
    await upload(page)
    await page.getByText('There is no plan yet').waitFor()
    await shoot(page, 'uploaded-waiting')
    madeIn(await made({ target_languages: ['de', 'pt-BR'], leave_out: ['Legal'] }))
    world.skip(5000)
    await page.getByRole('status').filter({ hasText: 'The plan is here.' }).waitFor({ timeout: 20_000 })
    expect(await page.innerText('#plans')).toMatch(/German \(de\) and Brazilian Portuguese[\s\S]*Legal \(\d words\): /)
    await expectUsable(page)
    await expectNoViolations(page)
    expect(complaints).toEqual([])
  })

  it('shows hostile names as text, and runs nothing of them [MCP-13]', async () => {
    const long = `${'ä'.repeat(125)}x.txt`
    const { page, made, complaints } = await open()
    await dropOn(page, { '<img src=x onerror=alert(1)>.txt': 'One.', 'a\u202etxt.exe.txt': 'Two.', [long]: 'Three.' })
    await upload(page)
    await page.getByRole('button', { name: /^Finish with/ }).waitFor()
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, 'upload-hostile')
    expect(await page.innerText('main')).not.toContain('\u202e')
    expect(await page.getByRole('status').textContent()).toContain('a‹U+202E›txt.exe.txt was not taken')
    await page.getByRole('button', { name: /^Finish with/ }).click()
    await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    const text = await page.innerText('main')
    expect(text).toContain(long)
    expect(text).not.toContain('\u202e')
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, 'uploaded-hostile')
    expect(Several.parse((await made()).data).batches).toHaveLength(2)
    expect(complaints).toEqual([])
  })

  it.each(['light', 'dark'] as const)('can be read by everybody, in %s colours [UPL-1]', async colorScheme => {
    const { page, complaints, url } = await open({ colorScheme, reducedMotion: 'reduce' })
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, `upload-${colorScheme}`)
    await dropOn(page, {
      'menu.json': '{"menu":"Open the file","help":"Read the manual"}',
      'notes.txt': 'Good morning.',
    })
    await upload(page)
    await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor()
    await expectUsable(page)
    await expectNoViolations(page)
    await shoot(page, `uploaded-${colorScheme}`)
    await page.goto(`${url.replace(/upload\/.*/, 'upload/nothing')}`)
    expect(await page.getByRole('alert').textContent()).toContain('unknown or has expired')
    await expectNoViolations(page)
    await shoot(page, `upload-gone-${colorScheme}`)
    expect(complaints).toEqual([])
  })

  it('shows its parts where the reader’s own colours are forced', async () => {
    const { page, complaints } = await open({ forcedColors: 'active' })
    await dropOn(page, { 'menu.json': '{"menu":"Open the file"}', 'song.mp3': 'la' })
    await upload(page)
    await page.getByRole('button', { name: /^Finish with/ }).waitFor()
    await expectNoViolations(page)
    await shoot(page, 'upload-forced')
    expect(complaints).toEqual([])
  })
})
