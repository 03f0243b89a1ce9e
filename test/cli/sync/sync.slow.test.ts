import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { ends } from '../../support/seed.ts'
import { type Entry, entriesFor, LAYOUTS, type Layout } from './layouts.ts'
import { copyOf, differing, LOCK, makeRepository, projectOf, type Repository } from './repository.ts'

const LANGUAGES = ['de', 'fr']
const ENTRIES = entriesFor(50)
const AT = 25
const ENTRY = ENTRIES[AT] ?? { section: '', name: '', text: '' }

/** The texts with one of them changed, or gone. */
function having(change: Partial<Entry> | undefined): Entry[] {
  return ENTRIES.flatMap((entry, at) => (at !== AT ? [entry] : change === undefined ? [] : [{ ...entry, ...change }]))
}

// What a repository of each layout goes through once is in real-layouts.slow.test.ts.
describe.each(ends(Object.entries<Layout>(LAYOUTS)))('%s, 1,000 texts', (_, layout) => {
  const { source, target, write, key, text_is_key, notes } = layout
  let translated: Repository
  const german = target('de')
  const named = key(ENTRY)
  /** A copy of the translated repository, whose source then changes. */
  const changed = (change: Partial<Entry> | undefined) => {
    const repository = copyOf(translated)
    repository.put(source, write(having(change)))
    return repository
  }
  /** How the line of a translation differs from what it was. */
  const difference = (repository: Repository, language = 'de') =>
    differing(translated.text(target(language)), repository.text(target(language)))

  beforeAll(async () => {
    translated = makeRepository(projectOf(layout))
    translated.put(source, write(ENTRIES))
    const { code, files } = await translated.sync()
    expect(code).toBe(0)
    expect(files.map(({ written }) => written)).toEqual(files.map(({ to_translate }) => to_translate))
    expect(Math.min(...files.map(({ written }) => written))).toBeGreaterThanOrEqual(ENTRIES.length)
  })

  it('a changed text is the only one asked for, and its line the only one that changes', async () => {
    const repository = changed({ text: 'A text with six other words' })
    const { code, files, credits } = await repository.sync()
    expect({ code, credits }).toEqual({ code: 0, credits: 12 })
    for (const file of files)
      expect(file).toMatchObject({ to_translate: 1, words: 6, written: 1, open: [], error: null })
    for (const language of LANGUAGES) {
      const { gone, come } = difference(repository, language)
      if (text_is_key) expect(gone).toEqual([])
      else expect({ gone: gone.length, come: come.length }).toEqual({ gone: 1, come: 1 })
      expect(come.join('\n')).toContain('ööţĥééŕ')
    }
  })

  it('where nothing changed, nothing is asked, written or started', async () => {
    const repository = copyOf(translated)
    const before = repository.stamps()
    const { code, files, credits } = await repository.sync()
    expect({ code, credits }).toEqual({ code: 0, credits: 0 })
    for (const file of files) expect(file).toMatchObject({ to_translate: 0, written: 0 })
    expect(repository.stamps()).toEqual(before)
    expect(repository.place.written()).toEqual([])
  })

  it('what a person wrote stays until its key is named, and is reported where its source changed', async () => {
    const repository = changed(text_is_key ? { note: 'Shown elsewhere' } : { text: 'Another text for you' })
    const edit = (text: string) => text.replace(/⟦de [^⟧]*þååŕţ1 [^⟧]*ţééẋţ7 [^⟧]*⟧/, 'Das schrieb ein Mensch')
    repository.put(german, edit(repository.text(german)))
    const edited = repository.text(german)
    expect(edited).toContain('Mensch')
    expect(await repository.run('check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${named} has a person’s words`),
    })
    await repository.sync('--to', 'de', '--prune', '--keys', `${named.slice(0, -1)}*`)
    expect(repository.text(german)).toBe(edited)
    const other = copyOf(repository)
    expect(await other.sync('--to', 'de', '--keys', named)).toMatchObject({ code: 0 })
    expect(other.text(german)).not.toContain('Mensch')
    expect(differing(edited, other.text(german)).come).toHaveLength(1)
    await repository.sync('--accept', named)
    expect(repository.text(german)).toBe(edited)
    expect(await repository.run('check')).toMatchObject({ code: 0 })
  })

  it.skipIf(text_is_key)('a renamed key takes its translation along, and nothing is asked', async () => {
    const repository = changed({ name: 'caption' })
    const { code, files } = await repository.sync()
    expect(code).toBe(0)
    for (const file of files) expect(file).toMatchObject({ states: { renamed: 1 }, to_translate: 0 })
    const [old, now] = [named, key({ ...ENTRY, name: 'caption' })].map(name => name.split('.').at(-1) ?? '')
    for (const language of LANGUAGES) {
      const { gone, come } = difference(repository, language)
      expect(come).toEqual(gone.map(line => line.replace(old ?? '', now ?? '')))
      expect(come.length).toBeGreaterThan(0)
    }
    expect(existsSync(repository.dataFolder)).toBe(false)
  })

  it.skipIf(!notes)('a changed note asks for its text anew', async () => {
    const repository = changed({ note: 'Shown on a narrow button' })
    const { code, files } = await repository.sync()
    expect(code).toBe(0)
    for (const file of files) expect(file).toMatchObject({ states: { stale: 1 }, to_translate: 1, written: 1 })
    expect(await repository.run('check')).toMatchObject({ code: 0 })
  })

  it('a text without a source stays, and goes with --prune', async () => {
    const repository = changed(undefined)
    const { files } = await repository.sync()
    for (const file of files) expect(file).toMatchObject({ states: { orphan: 1 }, to_translate: 0, written: 0 })
    expect(difference(repository)).toEqual({ gone: [], come: [] })
    await repository.sync('--prune')
    for (const language of LANGUAGES) {
      const { gone, come } = difference(repository, language)
      expect(come).toEqual([])
      expect(gone.join('\n')).toContain('ţééẋţ7')
      expect(gone.join('\n').match(/⟦/g)).toHaveLength(1)
    }
    expect(repository.text(LOCK).split('\n').length).toBe(translated.text(LOCK).split('\n').length - LANGUAGES.length)
    expect(existsSync(repository.dataFolder)).toBe(false)
  })
})
