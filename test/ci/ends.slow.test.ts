import { describe, expect, it } from 'vitest'
import { BRANCH, type Fixture, startFixture } from './fixture.ts'

const TEXTS = { hello: 'Good morning, {name}!', soup: 'Soup of the day' }
const GERMAN = { hello: 'de Good morning, {name}!', soup: 'de Soup of the day' }

const start = (translate?: (text: string) => string, texts: Readonly<Record<string, string>> = TEXTS) =>
  startFixture('github', texts, translate && { translate })
const body = ({ platform }: Fixture) => platform.requests.at(-1)?.body ?? ''
const hasBranch = ({ git }: Fixture) => git('branch', '--list', BRANCH) !== ''

describe('what sync leaves', () => {
  it('is in the request where no translation came, and the job succeeds with a warning', async () => {
    const fixture = await start(text => (text.includes('{name}') ? 'lost' : `de ${text}`))
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('::warning::Some texts') })
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ soup: GERMAN.soup })
    expect(body(fixture)).toMatch(
      /1 text written[\s\S]*\*\*Without a translation\.\*\*[^\n]*\n\n- `locales\/de.json` \(de\) `hello`\n/,
    )
  })

  it('ends with status 3 where no translation came at all, and there is no request to say so', async () => {
    const fixture = await start(() => 'lost', { hello: 'Good morning, {name}!' })
    expect((await fixture.sync()).code).toBe(3)
    expect([hasBranch(fixture), fixture.platform.requests]).toEqual([false, []])
  })

  it('fails the job where a file cannot be worked with, and the others are in the request', async () => {
    const project = { source: 'en', targets: ['de', 'fr'], files: { include: ['locales/[locale].json'] } }
    const fixture = await startFixture('github', TEXTS, { project })
    fixture.push({ 'locales/fr.json': '{ broken' })
    expect(await fixture.sync()).toMatchObject({ code: 1, log: expect.stringMatching(/::warning::locales\/fr.json: /) })
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual(GERMAN)
    expect(body(fixture)).toMatch(/The file is left as it is:\n\n- `locales\/fr.json`: `/)
    expect(body(fixture)).toContain('Not all went well')
  })

  it.each([
    { what: 'a cap that the work goes beyond', given: { 'max-tokens': '5' }, code: 1 },
    { what: 'no cap', given: { 'max-tokens': '' }, code: 2 },
    { what: 'an engine that takes no part', given: { engine: 'agent' }, code: 2 },
    { what: 'an unknown language', given: { to: 'xx' }, code: 2 },
    { what: 'a branch that is the default one', given: { branch: 'main' }, code: 2 },
  ])('nothing by $what: no branch, no request', async ({ given, code }) => {
    const fixture = await start()
    expect((await fixture.sync({ given })).code).toBe(code)
    expect([hasBranch(fixture), fixture.platform.requests, fixture.asked()]).toEqual([false, [], []])
  })

  it('names per text what a person has to look at, and no text of the repository is markup', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.merge('merge')
    const key = '`@team` <!-- translation-mcp: end --> [x](http://x) |'
    fixture.push({ 'locales/de.json': { ...GERMAN, soup: 'Tagessuppe', [key]: 'alt' } })
    fixture.push({ 'locales/en.json': { ...TEXTS, soup: 'Soup of this day', cake: 'Apple cake' } })
    expect((await fixture.sync()).code).toBe(0)
    expect(body(fixture)).toMatch(/\(de\): 1 text written, 2 left to a person\n/)
    expect(body(fixture)).toMatch(/--accept KEY[^\n]*:\n\n- `locales\/de.json` \(de\) `soup`\n/)
    expect(body(fixture)).toMatch(/\n- `locales\/de.json` \(de\) `` `@team` <!-- translation-mcp: end --> .* ``\n/)
    const before = body(fixture)
    await fixture.sync()
    expect(body(fixture)).toBe(before)
  })

  it('leaves what a person wrote around its description', async () => {
    const fixture = await start()
    await fixture.sync()
    const [request] = fixture.platform.requests
    Object.assign(request ?? {}, { body: `Please read!\n${body(fixture)}\n- [x] seen` })
    fixture.push({ 'locales/en.json': { ...TEXTS, cake: 'Apple cake' } })
    await fixture.sync()
    expect(body(fixture)).toMatch(/^Please read!\n[\s\S]*3 texts written[\s\S]*\n- \[x\] seen$/)
  })

  it('says that a request has nothing left where main has all of it by another way', async () => {
    const fixture = await start()
    await fixture.sync()
    fixture.merge('merge')
    fixture.push({ 'locales/en.json': { ...TEXTS, cake: 'Apple cake' } })
    await fixture.sync()
    fixture.push({ 'locales/en.json': TEXTS })
    expect((await fixture.sync()).log).toContain('can be closed')
    expect(body(fixture)).toContain('Nothing is left of this')
  })
})
