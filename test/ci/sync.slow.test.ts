import { describe, expect, it } from 'vitest'
import { BRANCH, type Fixture, type Kind, startFixture } from './fixture.ts'

const KINDS: readonly Kind[] = ['github', 'gitlab']
const TEXTS = { hello: 'Good morning, {name}!', soup: 'Soup of the day' }
const GERMAN = { hello: 'de Good morning, {name}!', soup: 'de Soup of the day' }
const MORE = { ...TEXTS, cake: 'Apple cake' }

/** How many commits the branch has beyond main. */
const ahead = ({ git }: Fixture) => Number(git('rev-list', '--count', `main..${BRANCH}`))
const tip = ({ git }: Fixture, branch = BRANCH) => git('rev-parse', branch)
const branches = ({ git }: Fixture) => git('branch', '--format=%(refname:short)').split('\n').sort()
const open = ({ platform }: Fixture) => platform.requests.filter(({ state }) => state === 'open')

describe.each(KINDS)('sync at %s [SYN-1]', kind => {
  it('makes one branch, one commit and one request that says per file what was written; the same again makes nothing', async () => {
    const fixture = await startFixture(kind, TEXTS)
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringMatching(/request 1: http/) })
    expect([branches(fixture), ahead(fixture)]).toEqual([['main', BRANCH], 1])
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual(GERMAN)
    expect(open(fixture)).toEqual([expect.objectContaining({ branch: BRANCH, base: 'main' })])
    expect(open(fixture)[0]?.body).toContain('- `locales/de.json` (de): 2 texts written')
    const [before, calls] = [tip(fixture), fixture.platform.changes().length]
    expect((await fixture.sync()).code).toBe(0)
    expect([tip(fixture), fixture.platform.changes().length, fixture.asked().length]).toEqual([before, calls, 2])
  })

  it('makes nothing after its branch came in by squash', async () => {
    const fixture = await startFixture(kind, TEXTS)
    await fixture.sync()
    fixture.merge('squash')
    const before = tip(fixture)
    expect(await fixture.sync()).toMatchObject({ code: 0, log: expect.stringContaining('Nothing to do: main has all') })
    expect([tip(fixture), fixture.platform.requests.length, fixture.asked().length]).toEqual([before, 1, 2])
    // The branch is still there; what main got since stays, and only what is new is asked for.
    fixture.push({ 'locales/en.json': MORE, 'locales/de.json': { ...GERMAN, soup: 'Tagessuppe' } })
    expect((await fixture.sync()).code).toBe(0)
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ ...GERMAN, soup: 'Tagessuppe', cake: 'de Apple cake' })
    expect([ahead(fixture), open(fixture).length, fixture.asked().slice(2)]).toEqual([1, 1, ['Apple cake']])
  })

  it('updates its request where main goes on, and asks for nothing that it holds already', async () => {
    const fixture = await startFixture(kind, TEXTS)
    await fixture.sync()
    fixture.push({ 'README.md': 'about' })
    const before = tip(fixture)
    await fixture.sync()
    expect(tip(fixture)).toBe(before)
    fixture.push({ 'locales/en.json': { ...MORE, soup: 'Another soup' } })
    expect((await fixture.sync()).code).toBe(0)
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({
      ...GERMAN,
      soup: 'de Another soup',
      cake: 'de Apple cake',
    })
    expect([ahead(fixture), fixture.platform.requests.length]).toEqual([1, 1])
    expect(fixture.git('merge-base', 'main', BRANCH)).toBe(tip(fixture, 'main'))
    expect(open(fixture)[0]?.body).toContain('3 texts written')
    expect(fixture.asked().slice(2).sort()).toEqual(['Another soup', 'Apple cake'])
  })

  it('does nothing for its own branch, another branch, or a request', async () => {
    const fixture = await startFixture(kind, TEXTS)
    fixture.push({}, 'other')
    const before = [branches(fixture), fixture.platform.calls.length]
    for (const event of [{ branch: 'other' }, { kind: 'pull_request', branch: 'other' }] as const)
      expect(await fixture.sync(event)).toMatchObject({
        code: 0,
        log: expect.stringMatching(/^Nothing to do: .* on main alone/),
      })
    expect([branches(fixture), fixture.platform.calls.length]).toEqual(before)
    await fixture.sync()
    expect(await fixture.sync({ branch: BRANCH })).toMatchObject({
      code: 0,
      log: expect.stringContaining('Nothing to do'),
    })
    expect(open(fixture)).toHaveLength(1)
  })

  it('says where the platform refuses the request; the next run opens it and pays for nothing again', async () => {
    const fixture = await startFixture(kind, TEXTS)
    fixture.platform.faults.push({ json: [] }, { status: 403, json: { message: 'not permitted to create' } })
    expect(await fixture.sync()).toMatchObject({
      code: 1,
      log: expect.stringMatching(/403: not permitted[\s\S]*holds the translations already/),
    })
    expect((await fixture.sync()).code).toBe(0)
    expect([ahead(fixture), open(fixture).length, fixture.asked().length]).toEqual([1, 1, 2])
  })
})
