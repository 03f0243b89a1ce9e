import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { serveHttp } from '../support/http.ts'
import { type Host, type McpWorld, openHost, startMcpWorld } from '../support/mcp.ts'
import { temporaryFolder } from '../support/world.ts'

const CHROMIUM = '/usr/bin/chromium'
const Invited = z.looseObject({ upload: z.looseObject({ upload_id: z.string(), url: z.string() }) })

let browser: Browser
let world: McpWorld

describe.skipIf(!existsSync(CHROMIUM))('the upload page in a browser', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    world = await startMcpWorld()
  })
  afterAll(() => browser.close())

  async function open(colorScheme: 'light' | 'dark', width = 1000): Promise<{ page: Page; host: Host; id: string }> {
    const server = await serveHttp(world.parts)
    const host = await openHost(server.parts)
    const told = await host.call('create_batch', { filename: 'Отчёт (1).txt', target_languages: ['de'] })
    const { upload } = Invited.parse(told.data)
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 700 } })
    const page = await context.newPage()
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(String(error)))
    await page.goto(upload.url)
    return { page, host, id: upload.upload_id }
  }
  const complaints: string[] = []

  function file(name: string, content: string): string {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, content)
    return path
  }

  it('takes a file with the keyboard alone, and says that it has arrived [UPL-1]', async () => {
    const { page, host, id } = await open('light')
    expect(await page.getByRole('heading').textContent()).toBe('Upload the file to translate')
    expect(await page.getByText('Отчёт (1).txt').isVisible()).toBe(true)
    expect(await page.evaluate('document.activeElement.id')).toBe('file')
    await page.getByLabel('File').setInputFiles(file('Отчёт (1).txt', 'Good morning to the browser.'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    expect(await page.getByRole('status').textContent()).toContain('Отчёт (1).txt has arrived')
    expect((await host.call('create_batch', { upload_id: id })).data).toMatchObject({
      batch: { file_name: 'Отчёт (1).txt', status: 'awaiting_review' },
    })
    await page.context().close()
  })

  it('says why a file was not taken, and takes another [UPL-1]', async () => {
    const { page } = await open('dark')
    await page.getByLabel('File').setInputFiles(file('song.mp3', 'la la'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('Accepted: ')
    await page.getByLabel('File').setInputFiles(file('large.txt', 'x'.repeat(30 * 1024 * 1024)))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('over the ceiling').waitFor()
    await page.getByLabel('File').setInputFiles(file('song.txt', 'la la'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('status').waitFor()
    await page.context().close()
  })

  it.each(['light', 'dark'] as const)('can be read in %s, on a telephone too', async scheme => {
    const { page } = await open(scheme, 320)
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe(
      scheme === 'light' ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)',
    )
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.context().close()
  })

  it('makes the browser complain of nothing but the refused answers', () => {
    expect(complaints.filter(text => !/the server responded with a status of 4(13|22)/.test(text))).toEqual([])
  })
})
