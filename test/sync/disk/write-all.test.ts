import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { TranslatedTexts } from '../../../src/sync/disk/deltas.ts'
import { undoRun } from '../../../src/sync/disk/history.ts'
import { bytesOrNone, openSyncProject } from '../../../src/sync/disk/open.ts'
import { writeAll } from '../../../src/sync/disk/write-all.ts'
import { translationName } from '../../../src/sync/pair-plan.ts'
import { planProject } from '../../../src/sync/plan.ts'
import { wishesOf } from '../support.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['[locale]/*.json'] } }
const LOCK = 'translation-mcp.lock'
const OPEN = { a: 'Open the door' }

const work = () => files.place('work')

async function planned(places: readonly string[] = [], targets: readonly string[] = []) {
  const opened = await openSyncProject(files.at, places, targets)
  const read = (name: string) => bytesOrNone(files.place(name))
  return { opened, plan: await planProject({ ...opened, wishes: wishesOf({}), tries: false, read }) }
}

/** What came back: for each translation, which is in the folder of its language, its texts by the names of JSON. */
const came = (all: Readonly<Record<string, Readonly<Record<string, string>>>>): TranslatedTexts =>
  new Map(
    Object.entries(all).map(([path, texts]) => [
      translationName({ path, language: path.slice(0, path.indexOf('/')) }),
      new Map(Object.entries(texts).map(([key, text]) => [`json:/${key}`, text])),
    ]),
  )

async function written(texts: TranslatedTexts, ...given: Parameters<typeof planned>) {
  const { opened, plan } = await planned(...given)
  const outcomes = await writeAll(opened, plan, texts, { work: work(), moment: 1 })
  return outcomes.map(({ plan: { path }, written: count, open, error }) => [path, count, open.join(' '), error])
}

/** Who is in the lock, as `file key language who`. */
const locked = () =>
  (existsSync(files.place(LOCK)) ? files.read(LOCK) : '\n')
    .split('\n')
    .slice(1, -1)
    .map(line => line.split('\t'))
    .map(([file, key, language, , , who]) => `${file} ${key} ${language} ${who}`)

describe('what came back', () => {
  it('is written into the files, and then into the lock [SYN-1]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN })
    const texts = came({ 'de/a.json': { a: 'Auf' }, 'fr/a.json': { a: 'Ouvrir' } })
    expect(await written(texts)).toEqual([
      ['de/a.json', 1, '', null],
      ['fr/a.json', 1, '', null],
    ])
    expect(files.read('de/a.json')).toBe('{"a":"Auf"}')
    expect(locked()).toEqual(['en/a.json json:/a de machine', 'en/a.json json:/a fr machine'])
  })

  it('leaves open what did not come, and makes no file of nothing [SYN-1]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': { ...OPEN, b: 'Shut the door' } })
    expect(await written(came({ 'de/a.json': { a: 'Auf' } }))).toEqual([
      ['de/a.json', 1, 'b', null],
      ['fr/a.json', 0, 'a b', null],
    ])
    expect(existsSync(files.place('fr'))).toBe(false)
    expect(locked()).toEqual(['en/a.json json:/a de machine'])
  })

  it('is not written over a file that changed meanwhile, and the lock does not say so [SYN-2]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN })
    const { opened, plan } = await planned([], ['de'])
    files.write({ 'de/a.json': { a: 'Von Hand' } })
    const all = came({ 'de/a.json': { a: 'Auf' } })
    const [outcome] = await writeAll(opened, plan, all, { work: work(), moment: 1 })
    expect(outcome?.error).toBe('the file has changed meanwhile, so it stays as it is')
    expect(files.read('de/a.json')).toBe('{"a":"Von Hand"}')
    expect(locked()).toEqual([])
  })

  it('leaves no lock behind where nothing came and none was there [SYN-1]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN })
    expect(await written(came({ 'de/a.json': {} }), [], ['de'])).toEqual([['de/a.json', 0, 'a', null]])
    expect(existsSync(files.place(LOCK))).toBe(false)
  })

  it('stops at no file that cannot be written, and keeps what the lock says of it [SYN-1]', async () => {
    const other = { 'en/b.json': { menu: { a: 'Open the door' } }, 'de/b.json': { menu: 'Mein' } }
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN, ...other })
    const texts = came({ 'de/a.json': { a: 'Auf' }, 'de/b.json': { 'menu/a': 'Auf' } })
    expect(await written(texts, [], ['de'])).toEqual([
      ['de/a.json', 1, '', null],
      ['de/b.json', 0, 'menu.a', expect.stringMatching(/^Nothing was written: json:.menu would change with it/)],
    ])
    expect(files.read('de/b.json')).toBe('{"menu":"Mein"}')
  })

  it('keeps the lines of languages and files that the run was not about [SYN-3]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN, 'en/b.json': OPEN })
    files.write({ 'de/a.json': OPEN, 'fr/a.json': OPEN, 'de/b.json': OPEN })
    await written(came({}))
    const before = locked()
    expect(before).toHaveLength(3)
    await written(came({}), ['en/b.json'], ['de'])
    expect(locked()).toEqual(before)
  })

  it('keeps the lines of a translation that does not parse any more [SYN-2]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN, 'de/a.json': { a: 'Auf' } })
    await written(came({}))
    const before = files.read(LOCK)
    files.write({ 'de/a.json': '{"a": ' })
    expect(await written(came({}))).toEqual([['fr/a.json', 0, 'a', null]])
    expect(files.read(LOCK)).toBe(before)
  })

  it('keeps the lines of a source that is away, and of a language that is no target for now [SYN-2]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN, 'de/a.json': OPEN, 'fr/a.json': OPEN })
    await written(came({}))
    files.write({ 'translation-mcp.json': { ...PROJECT, targets: ['de'] } })
    await written(came({}))
    expect(locked()).toEqual(['en/a.json json:/a de person', 'en/a.json json:/a fr person'])
  })

  it('is written to a lock with the line ends that it has', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN, 'de/a.json': OPEN })
    await written(came({}))
    const lock = files.read(LOCK).replaceAll('\n', '\r\n')
    files.write({ [LOCK]: lock })
    await written(came({}))
    expect(files.read(LOCK)).toBe(lock)
  })
})

describe('what came back for a file that holds all its languages', () => {
  const APP = { ...PROJECT, files: { include: ['*.xcstrings'] } }
  const CATALOG = { sourceLanguage: 'en', strings: { 'Open it': {}, 'Shut it': {} }, version: '1.0' }
  const cameFor = (all: Readonly<Record<string, Readonly<Record<string, string>>>>): TranslatedTexts =>
    new Map(
      Object.entries(all).map(([language, texts]) => [
        translationName({ path: 'a.xcstrings', language }),
        new Map(Object.entries(texts).map(([key, text]) => [`xcstrings:/${key}`, text])),
      ]),
    )
  const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
  const strings = () => JSON.parse(files.read('a.xcstrings')).strings
  const BOTH = { de: { 'Open it': 'Öffnen' }, fr: { 'Open it': 'Ouvrir', 'Shut it': 'Fermer' } }

  it('is written into it once, with the lines of all languages', async () => {
    files.write({ 'translation-mcp.json': APP, 'a.xcstrings': CATALOG })
    expect(await written(cameFor(BOTH))).toEqual([
      ['a.xcstrings', 1, 'Shut it', null],
      ['a.xcstrings', 2, '', null],
    ])
    expect(strings()).toEqual({
      'Open it': { localizations: { de: unit('Öffnen'), fr: unit('Ouvrir') } },
      'Shut it': { localizations: { fr: unit('Fermer') } },
    })
    expect(locked()).toEqual([
      'a.xcstrings xcstrings:/Open it de machine',
      'a.xcstrings xcstrings:/Open it fr machine',
      'a.xcstrings xcstrings:/Shut it fr machine',
    ])
    expect(await undoRun(work(), files.at)).toEqual([
      { path: 'a.xcstrings', undone: true },
      { path: LOCK, undone: true },
    ])
    expect(strings()).toEqual(CATALOG.strings)
  })

  it('is not written where the file changed meanwhile, in any language', async () => {
    files.write({ 'translation-mcp.json': APP, 'a.xcstrings': CATALOG })
    const { opened, plan } = await planned()
    const other = { ...CATALOG, strings: { 'Open it': {} } }
    files.write({ 'a.xcstrings': other })
    const outcomes = await writeAll(opened, plan, cameFor(BOTH), { work: work(), moment: 1 })
    expect(outcomes.map(({ written: count, error }) => [count, error])).toEqual(
      Array.from({ length: 2 }, () => [0, 'the file has changed meanwhile, so it stays as it is']),
    )
    expect(strings()).toEqual(other.strings)
    expect(locked()).toEqual([])
  })

  it('says only of the languages that something was for why it was not written', async () => {
    files.write({ 'translation-mcp.json': APP, 'a.xcstrings': CATALOG })
    const { opened, plan } = await planned()
    files.write({ 'a.xcstrings': { ...CATALOG, version: '1.1' } })
    const outcomes = await writeAll(opened, plan, cameFor({ fr: BOTH.fr }), { work: work(), moment: 1 })
    expect(outcomes.map(({ plan: { language }, error }) => [language, error])).toEqual([
      ['de', null],
      ['fr', 'the file has changed meanwhile, so it stays as it is'],
    ])
  })
})
