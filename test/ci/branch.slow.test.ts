import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BRANCH, type Fixture, startFixture } from './fixture.ts'

const TEXTS = { hello: 'Good morning, {name}!', soup: 'Soup of the day' }
const GERMAN = { hello: 'de Good morning, {name}!', soup: 'de Soup of the day' }
const MORE = { ...TEXTS, cake: 'Apple cake' }
const start = (translate?: (text: string) => string) => startFixture('github', TEXTS, translate && { translate })
const tip = ({ git }: Fixture, branch = BRANCH) => git('rev-parse', branch)

describe('the branch of sync', () => {
  it('builds on top of what a person committed to its branch [SYN-2]', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.push({ 'locales/de.json': { ...GERMAN, soup: 'Tagessuppe' } }, BRANCH)
    const theirs = tip(fixture)
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('commits by Ada') })
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ ...GERMAN, soup: 'Tagessuppe' })
    const recorded = tip(fixture)
    await fixture.sync()
    expect(tip(fixture)).toBe(recorded)
    fixture.push({ 'locales/en.json': MORE })
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('commits by Ada') })
    expect(fixture.git('log', '--format=%H', BRANCH).split('\n')).toContain(theirs)
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ ...GERMAN, soup: 'Tagessuppe', cake: 'de Apple cake' })
    expect(fixture.asked().slice(2)).toEqual(['Apple cake'])
    expect(fixture.platform.requests).toHaveLength(1)
  })

  it('is left after it was merged', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.merge('merge')
    const before = tip(fixture)
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('Nothing to do: main has all') })
    expect([tip(fixture), fixture.platform.requests.length, fixture.asked().length]).toEqual([before, 1, 2])
  })

  it('is made by nothing that a pull request starts, with whichever rights', async () => {
    const fixture = await start()
    expect(await fixture.sync({ kind: 'pull_request_target' })).toMatchObject({
      code: 0,
      log: expect.stringContaining('this run is about a pull request'),
    })
    expect(fixture.platform.calls).toEqual([])
  })

  it('is left where a person’s commits do not go together with main, and nothing is asked for', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.push({ 'locales/de.json': { ...GERMAN, soup: 'Tagessuppe' } }, BRANCH)
    fixture.push({ 'locales/en.json': MORE, 'locales/de.json': { soup: 'Suppe' } })
    const theirs = tip(fixture)
    expect(await fixture.sync()).toMatchObject({
      code: 1,
      log: expect.stringMatching(/does not merge with main \(locales\/de.json\): merge it by hand/),
    })
    expect([tip(fixture), fixture.asked().length]).toEqual([theirs, 2])
  })

  it('keeps a commit of its own that a person amended', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.amend({ 'locales/de.json': { ...GERMAN, soup: 'Tagessuppe' } })
    fixture.push({ 'locales/en.json': MORE })
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('they stay') })
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ ...GERMAN, soup: 'Tagessuppe', cake: 'de Apple cake' })
  })

  it('keeps what a person pushes to it while the job translates', async () => {
    let pushed = false
    const fixture: Fixture = await start(text => {
      if (text === 'Apple cake' && !pushed) {
        pushed = true
        fixture.push({ 'locales/de.json': { ...GERMAN, soup: 'Tagessuppe' } }, BRANCH)
      }
      return `de ${text}`
    })
    await fixture.sync()
    fixture.push({ 'locales/en.json': MORE })
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('Somebody pushed') })
    expect(pushed).toBe(true)
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ ...GERMAN, soup: 'Tagessuppe', cake: 'de Apple cake' })
    expect(fixture.platform.requests).toHaveLength(1)
  })

  it('brings no text whose source is gone from main', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.push({ 'locales/en.json': { hello: TEXTS.hello, cake: 'Apple cake' } })
    expect((await fixture.sync()).code).toBe(0)
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ hello: GERMAN.hello, cake: 'de Apple cake' })
  })

  it('holds what a person put back in main after it was merged, though it is still there', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.merge('merge')
    fixture.push({ 'locales/en.json': { ...TEXTS, soup: 'Another soup', pie: 'A pie' } })
    await fixture.sync()
    fixture.merge('squash')
    fixture.push({ 'locales/de.json': GERMAN })
    expect((await fixture.sync()).code).toBe(0)
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ ...GERMAN, pie: 'de A pie' })
  })

  it('is taken along though main changed the lock beside it, without attributes of git', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.merge('merge')
    fixture.push({ 'locales/en.json': { ...TEXTS, soup2: 'Soup two' } })
    await fixture.sync()
    const line = `locales/en.json\tjson:/soup3\tde\t${'a'.repeat(16)}\t${'b'.repeat(16)}\tperson\n`
    fixture.push({
      'locales/en.json': { soup3: 'Soup three', ...MORE, soup2: 'Soup two' },
      'locales/de.json': { soup3: 'Suppe drei', ...GERMAN },
      'translation-mcp.lock': `${fixture.git('show', 'main:translation-mcp.lock')}\n${line}`,
    })
    expect((await fixture.sync()).code).toBe(0)
    expect(fixture.asked().slice(2)).toEqual(['Soup two', 'Apple cake'])
    const german = { soup3: 'Suppe drei', ...GERMAN, soup2: 'de Soup two', cake: 'de Apple cake' }
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual(german)
    expect(fixture.git('show', `${BRANCH}:translation-mcp.lock`)).not.toMatch(/<<<<|>>>>/)
  })

  it('is not proposed again after its request was closed, until there is more to translate', async () => {
    const fixture = await start()
    await fixture.sync()
    Object.assign(fixture.platform.requests[0] ?? {}, { state: 'closed', tip: tip(fixture) })
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('was closed') })
    expect(fixture.platform.requests).toHaveLength(1)
    fixture.push({ 'locales/en.json': MORE })
    expect((await fixture.sync()).code).toBe(0)
    expect(fixture.platform.requests.map(({ state }) => state)).toEqual(['closed', 'open'])
    expect(fixture.asked()).toHaveLength(3)
  })

  it('has one request after two jobs at once', async () => {
    const fixture = await start()
    const codes = (await Promise.all([fixture.sync(), fixture.sync()])).map(({ code }) => code)
    expect(codes).toEqual([0, 0])
    expect(fixture.platform.requests).toHaveLength(1)
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual(GERMAN)
  })

  it('holds the files of the run alone, whatever else the checkout has, and runs no hook of it', async () => {
    const fixture = await start()
    const ran = await fixture.sync({
      prepare: folder => {
        writeFileSync(join(folder, 'built.txt'), 'built')
        writeFileSync(join(folder, 'locales/en.json'), '{"other": "Not committed"}')
        for (const hook of ['pre-commit', 'commit-msg', 'pre-push', 'post-checkout']) {
          const file = join(folder, '.git/hooks', hook)
          writeFileSync(file, `#!/bin/sh\ntouch ${folder}/hooked\nexit 1\n`)
          chmodSync(file, 0o755)
        }
      },
      after: folder => expect(existsSync(join(folder, 'hooked'))).toBe(false),
    })
    expect(ran.code).toBe(0)
    expect(fixture.git('diff', '--name-only', 'main', BRANCH).split('\n')).toEqual([
      'locales/de.json',
      'translation-mcp.lock',
    ])
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual(GERMAN)
  })

  it('is made by a schedule, for a package in a folder, with a name and a title of its own', async () => {
    const fixture = await start()
    const project = { source: 'en', targets: ['de'], files: { include: ['[locale]/*.json'] } }
    fixture.push({
      'packages/my shop/translation-mcp.json': project,
      'packages/my shop/en/menu.json': { a: 'One thing' },
      'packages/my shop/en/other file.json': { b: 'Another thing' },
    })
    const title = 'i18n: $(touch hacked) `id` "news"'
    const given = { 'working-directory': 'packages/my shop', paths: 'en/other file.json\n', branch: 'bot/i18n', title }
    expect((await fixture.sync({ kind: 'schedule', given })).code).toBe(0)
    expect(fixture.git('diff', '--name-only', 'main', 'bot/i18n').split('\n')).toEqual([
      'packages/my shop/de/other file.json',
      'packages/my shop/translation-mcp.lock',
    ])
    expect(fixture.git('log', '-1', '--format=%s', 'bot/i18n')).toBe(title)
    expect(fixture.platform.requests).toEqual([expect.objectContaining({ branch: 'bot/i18n', title })])
    expect(fixture.platform.requests[0]?.body).toContain('- `de/other file.json` (de): 1 text written')
  })
})
