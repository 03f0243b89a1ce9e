import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Kind, startFixture, textOf } from './fixture.ts'

const KINDS: readonly Kind[] = ['github', 'gitlab']
const REPORT = 'gl-code-quality-report.json'
const PULL = { kind: 'pull_request', fork: true } as const
const SHOP = { source: 'en', targets: ['de'], files: { include: ['[locale].json'] } }

/** What GitLab takes as a report on code quality. */
const Report = z.array(
  z.strictObject({
    description: z.string().min(1),
    check_name: z.string().min(1),
    fingerprint: z.string().regex(/^[0-9a-f]{32}$/),
    severity: z.enum(['info', 'minor', 'major', 'critical', 'blocker']),
    location: z.strictObject({ path: z.string().regex(/^[^./]/), lines: z.strictObject({ begin: z.int().min(1) }) }),
  }),
)

describe.each(KINDS)('check at %s [SYN-4]', kind => {
  it('passes where all is in step, and fails where it is not; for a fork without a secret, and with no word to the platform', async () => {
    const fixture = await startFixture(kind, { soup: 'Soup of the day' })
    fixture.push({ 'locales/de.json': { soup: 'Tagessuppe' } })
    expect(await fixture.check(PULL)).toMatchObject({ code: 0, log: expect.stringContaining('In step: 1 translation') })
    fixture.push({ 'locales/en.json': { soup: 'Soup of the day', cake: 'Apple cake' } })
    expect((await fixture.check(PULL)).code).toBe(1)
    expect(fixture.platform.calls).toEqual([])
    expect(fixture.asked()).toEqual([])
  })

  it('is told in words where the project cannot be worked with', async () => {
    const fixture = await startFixture(kind, {}, { project: { source: 'en', target: ['de'] } })
    expect(await fixture.check(PULL)).toMatchObject({ code: 2, log: expect.stringContaining('"targets"') })
  })
})

it('GitHub shows each text beside its file, also of a package in a folder', async () => {
  const fixture = await startFixture('github', { soup: 'Soup, of 100 %' })
  fixture.push({ 'packages/shop/translation-mcp.json': SHOP, 'packages/shop/en.json': { a: 'One' } })
  expect((await fixture.check(PULL)).log).toContain(
    '::error file=locales/de.json,title=translation missing::soup is missing\n',
  )
  const ended = await fixture.check({
    ...PULL,
    given: { 'working-directory': 'packages/shop', to: 'de', paths: 'en.json' },
  })
  expect(ended).toMatchObject({ code: 1, log: expect.stringContaining('::error file=packages/shop/de.json,') })
})

it('GitHub can ask for texts that a reviewer saw', async () => {
  const fixture = await startFixture('github', { soup: 'Soup of the day' })
  fixture.push({ 'locales/de.json': { soup: 'Tagessuppe' } })
  const ended = await fixture.check({ ...PULL, given: { 'require-reviewed': 'true' } })
  expect(ended).toMatchObject({ code: 1, log: expect.stringContaining('was not reviewed') })
})

it('an unknown command is refused', async () => {
  const fixture = await startFixture('github', { soup: 'Soup of the day' })
  expect(await fixture.check({ given: { command: 'chek' } })).toMatchObject({
    code: 2,
    log: expect.stringContaining('"chek"'),
  })
})

it('GitLab gets lines for people, and a report with the paths of the repository', async () => {
  const fixture = await startFixture('gitlab', { soup: 'Soup of the day' })
  fixture.push({ 'packages/shop/translation-mcp.json': SHOP, 'packages/shop/en.json': { a: 'One', b: 'Two' } })
  let report: z.output<typeof Report> = []
  const after = (folder: string) => {
    report = Report.parse(JSON.parse(textOf(join(folder, REPORT))))
  }
  expect((await fixture.check({ ...PULL, after })).log).toContain('locales/de.json: soup is missing')
  expect(report).toEqual([
    expect.objectContaining({
      description: 'soup is missing',
      location: { path: 'locales/de.json', lines: { begin: 1 } },
    }),
  ])
  await fixture.check({ ...PULL, after, given: { TRANSLATION_CI_FOLDER: 'packages/shop' } })
  const [shop] = [report]
  expect(shop.map(({ location }) => location.path)).toEqual(['packages/shop/de.json', 'packages/shop/de.json'])
  await fixture.check({ ...PULL, after, given: { TRANSLATION_CI_PATHS: 'packages/shop' } })
  expect(report).toEqual(shop)
  expect(new Set(report.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  fixture.push({ 'locales/de.json': { soup: 'Tagessuppe' } })
  expect((await fixture.check({ ...PULL, after })).code).toBe(0)
  expect(report).toEqual([])
  await fixture.sync({ after: folder => expect(existsSync(join(folder, REPORT))).toBe(false) })
})
