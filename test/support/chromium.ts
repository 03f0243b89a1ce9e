import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import { ROOT } from './tree.ts'

const CHROMIUM = '/usr/bin/chromium'
export const HAS_CHROMIUM = existsSync(CHROMIUM)

let running: Promise<Browser> | undefined

/** Ends the browser that the pages of a file were opened in. */
export async function closeChromium(): Promise<void> {
  await (await running)?.close()
  running = undefined
}

export interface Opened {
  readonly page: Page
  /** What the browser said on its console: breaches of the policy among it. */
  readonly complaints: string[]
}

/** What the browser says of every answer above 399, and where a person's key is quicker than the field that waits for it. */
const USUAL = ['the server responded with a status of', 'Autofocus processing was blocked'] as const

/** A page of a real browser with a profile of its own; closed after the test. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Opened> {
  // A name of the tests leads to this machine.
  const resolver = '--host-resolver-rules=MAP translate.example 127.0.0.1'
  running ??= chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', resolver] })
  const context = await (await running).newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    if (!USUAL.some(words => message.text().includes(words))) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return { page, complaints }
}

/** A program on this computer that waits to be called back. */
export async function waitForCallback(): Promise<{ redirect: string; callback: Promise<URL> }> {
  const server = createServer()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  const callback = new Promise<URL>(resolve => {
    server.on('request', (request, response) => {
      response.end('done')
      if (request.url?.startsWith('/callback') ?? false) resolve(new URL(request.url ?? '', `http://127.0.0.1:${port}`))
    })
  })
  return { redirect: `http://127.0.0.1:${port}/callback`, callback }
}

const FINDINGS = readFileSync(join(ROOT, 'test', 'support', 'page-findings.js'), 'utf8')

/** Looks at the page as it stands, wide and narrow: what hinders a reader by ear, by keyboard, or with weak eyes. */
export async function expectUsable(page: Page): Promise<void> {
  for (const width of [1000, 375, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const findings = z.array(z.string()).parse(await page.evaluate(FINDINGS))
    expect([page.url(), width, findings]).toEqual([page.url(), width, []])
  }
}

const Focused = z.object({ name: z.string(), outline: z.string() })

/** What has the focus: its label or its words, and whether one sees that it has it. */
const FOCUSED = `(() => {
  const at = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(at)
  const name = (at.labels?.[0] ?? at).textContent.replaceAll(/\\s+/g, ' ').trim()
  return { name, outline: at === document.body ? '' : outlineStyle + ' ' + outlineWidth }
})()`

/** Goes on by the Tab key to what is called so, seeing at every stop where one is. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let stop = 0; stop < 40; stop++) {
    const focused = Focused.parse(await page.evaluate(FOCUSED))
    if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) return
    await page.keyboard.press('Tab')
    const next = Focused.parse(await page.evaluate(FOCUSED))
    if (next.outline !== '') expect([next.name, next.outline]).toEqual([next.name, 'solid 3px'])
    passed.push(next.name)
  }
  throw new Error(`The Tab key does not come to ${name}, but to:\n${passed.join('\n')}`)
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** Looks at the page as it stands with axe: the rules of WCAG 2.2 up to AA, and what axe holds to be good practice beside them. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(WCAG)} }).then(({ violations }) => violations)`
  const violations = Violations.parse(await page.evaluate(run))
  const found = violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`))
  expect([page.url(), found]).toEqual([page.url(), []])
}

/** Pictures of the page as it stands, wide and at 320 pixels, in the folder that SHOTS names: for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (folder === undefined) return
  for (const width of [1000, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true, caret: 'initial' })
  }
}
