import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesOrNone, openSyncProject } from '../../../src/sync/disk/open.ts'
import { SyncRefused } from '../../../src/sync/disk/refused.ts'
import { projectWarnings } from '../../../src/sync/disk/warnings.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['locales/[locale]/*.json'] } }
const TEXTS = { a: 'Open the door' }

/** A repository with the project in its folder `app`. */
function repository(): void {
  files.write({
    '.git/HEAD': 'ref: refs/heads/main\n',
    'app/translation-mcp.json': PROJECT,
    'app/locales/en/a.json': TEXTS,
    'app/locales/en/b.json': TEXTS,
    'app/locales/de/a.json': TEXTS,
    'app/src/deep/x.ts': '',
    'other/x.json': TEXTS,
  })
}

const open = (working: string, places: readonly string[] = [], targets: readonly string[] = []) =>
  openSyncProject(files.place(working), places, targets)

/** The pairs that are opened, as `source: tag tag`. */
const pairsOf = async (...given: Parameters<typeof open>) =>
  (await open(...given)).pairs.map(({ source, targets }) => `${source}: ${targets.map(({ tag }) => tag).join(' ')}`)

/** What is said of a command line that cannot be worked with. */
async function refusal(...given: Parameters<typeof open>): Promise<string> {
  const error: unknown = await open(...given).catch(reason => reason)
  if (!(error instanceof SyncRefused)) throw error
  return error.message
}

describe('what a person has to know', () => {
  it('names folders that cannot be read, ten of them', async () => {
    repository()
    const opened = await open('app')
    const closed = Array.from({ length: 12 }, (_, at) => `locales/x${at}`)
    const warnings = projectWarnings({ ...opened, unreadable: closed })
    expect(warnings[0]).toBe('locales/x0/ cannot be read: what lies there is not looked at')
    expect([warnings.length, warnings.at(-1)]).toEqual([11, 'and 2 more folders cannot be read'])
    const nothing = { ...opened, pairing: { ...opened.pairing, pairs: [] }, unreadable: ['locales'] }
    expect(() => projectWarnings(nothing)).toThrow('locales/ cannot be read')
  })
})

const ALL = ['locales/en/a.json: de fr', 'locales/en/b.json: de fr']

describe('the project of a folder', () => {
  it.each(['app', 'app/locales/en', 'app/src/deep'])('is found from %s', async working => {
    repository()
    expect(await pairsOf(working)).toEqual(ALL)
    expect((await open(working)).folder).toBe(files.place('app'))
  })

  it('is found by the first place that is named', async () => {
    repository()
    expect(await pairsOf('other', ['../app'])).toEqual(ALL)
    expect(await pairsOf('', ['app/locales/en/b.json'])).toEqual([ALL[1]])
  })

  it('is looked for in the repository alone', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'repo/.git/HEAD': '', 'repo/x.ts': '' })
    expect(await refusal('repo')).toMatch(/^There is no translation-mcp\.json here or above\. .*"include"/s)
  })

  it('has its lock, or an empty one', async () => {
    repository()
    expect((await open('app')).lock_text).toBeUndefined()
    files.write({ 'app/translation-mcp.lock': '# translation-mcp lock 1\n' })
    const { lock, lock_text } = await open('app')
    expect([lock.places.size, lock_text]).toEqual([0, '# translation-mcp lock 1\n'])
  })
})

describe('the places that are named', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], ALL],
    [['.'], ALL],
    [['locales'], ALL],
    [['locales/en/a.json'], ['locales/en/a.json: de fr']],
    [['locales/de'], ['locales/en/a.json: de', 'locales/en/b.json: de']],
    [['locales/fr/a.json'], ['locales/en/a.json: fr']],
    [
      ['locales/en/a.json', 'locales/de/b.json'],
      ['locales/en/a.json: de fr', 'locales/en/b.json: de'],
    ],
    [['./locales/../locales/en/b.json'], ['locales/en/b.json: de fr']],
  ])('%j are the files that they mean', async (places, expected) => {
    repository()
    expect(await pairsOf('app', places)).toEqual(expected)
  })

  it('begin in the working folder, or are absolute', async () => {
    repository()
    expect(await pairsOf('app/locales', ['en/a.json'])).toEqual([ALL[0]])
    expect(await pairsOf('other', [files.place('app/locales/en/a.json')])).toEqual([ALL[0]])
  })

  it.each(['../other', '..', '../application', '/etc'])('are refused outside of the project: %s', async place => {
    repository()
    expect(await refusal('app', ['locales', place])).toBe(
      `"${place}" lies outside of the project in ${files.place('app')}.`,
    )
  })

  it.each(['src', 'locales/en/none.json', 'local', 'locales/it'])(
    'are refused where they mean no file: %s',
    async place => {
      repository()
      expect(await refusal('app', [place])).toBe(`"${place}" is no file of the project: its globs do not find it.`)
      expect(await refusal('app', ['locales/en', place])).toContain(`"${place}"`)
    },
  )
})

describe('the languages that are named', () => {
  it('are those of the project alone', async () => {
    repository()
    expect(await pairsOf('app', ['locales/en/a.json'], ['fr'])).toEqual(['locales/en/a.json: fr'])
  })

  it('may be written in any case', async () => {
    repository()
    files.write({ 'app/translation-mcp.json': { ...PROJECT, targets: ['pt-BR', 'de'] } })
    expect(await pairsOf('app', ['locales/en/a.json'], ['pt-br', 'DE'])).toEqual(['locales/en/a.json: pt-BR de'])
    files.write({ 'app/translation-mcp.json': { ...PROJECT, targets: ['de-DE', 'de'] } })
    expect(await pairsOf('app', ['locales/en/a.json'], ['de'])).toEqual(['locales/en/a.json: de'])
  })

  it('are refused where the project has them not, with those that it has', async () => {
    repository()
    expect(await refusal('app', [], ['de', 'it'])).toBe(
      '--to it: translation-mcp.json has the targets de, fr. Add it there.',
    )
  })
})

describe('a project that cannot be worked with', () => {
  it.each<[string, string | object, RegExp]>([
    ['is no JSON', '{\n  "source": ,\n}', /^app\/translation-mcp\.json:2:\d+: /],
    ['has a key that nobody knows', { ...PROJECT, sorce: 'en' }, /"sorce".*Is it "source"\?/],
    ['has a glob that leaves its folder', { ...PROJECT, files: { include: ['../[locale].json'] } }, /translation-mcp/],
    ['says no languages', { files: PROJECT.files }, /^app\/translation-mcp\.json/],
  ])('because it %s is named with its place', async (_, project, words) => {
    repository()
    files.write({ 'app/translation-mcp.json': project })
    expect(await refusal('app')).toMatch(words)
  })

  it('because a newer version wrote its lock is left, with what to do', async () => {
    repository()
    files.write({ 'app/translation-mcp.lock': '# translation-mcp lock 9\n' })
    expect(await refusal('app')).toMatch(/version 9.*npm install translation-mcp@latest/)
  })

  it.runIf(process.platform !== 'win32')('goes into no ring of links', async () => {
    repository()
    symlinkSync('..', files.place('app/locales/loop'))
    expect(await pairsOf('app')).toEqual(ALL)
  })
})

describe('the bytes of a file', () => {
  it('are none where there is no such file, or a file in the way', async () => {
    files.write({ a: 'x' })
    expect(await bytesOrNone(files.place('b'))).toBeUndefined()
    expect(await bytesOrNone(files.place('a/b'))).toBeUndefined()
    expect(`${await bytesOrNone(files.place('a'))}`).toBe('x')
  })
})
