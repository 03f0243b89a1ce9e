import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkPlaces, closedBy } from '../../src/cli/translate/check.ts'
import { saveResult } from '../../src/cli/translate/save.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
import type { Places, PossiblePlaces } from '../../src/mcp/several/places.ts'
import { temporaryFolder } from '../support/world.ts'

function fetched(content: string | Record<string, string>) {
  const folder = temporaryFolder()
  const file = join(folder, 'fetched')
  const entries = typeof content === 'string' ? {} : content
  const parcel = () => zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])))
  writeFileSync(file, typeof content === 'string' ? content : parcel())
  const written = createWritten({ folder: () => join(folder, 'data'), days: 30, clock: Date.now })
  const source = join(folder, 'source.txt')
  const how = (overwrite: boolean) => ({ source, overwrite, written })
  return { folder, file, source, written, how, at: (...name: string[]) => join(folder, 'out', ...name) }
}

function possible(apart: Places): PossiblePlaces {
  return { apart, together: apart, holds_all: false, zip: false }
}

describe('saving a result', () => {
  it('puts one language in its place as it is, making folders', async () => {
    const { file, at, how } = fetched('Guten Morgen')
    await saveResult({ file }, possible(new Map([['de', at('deep', 'de.txt')]])), how(false))
    expect(readFileSync(at('deep', 'de.txt'), 'utf8')).toBe('Guten Morgen')
    expect(readdirSync(at('deep'))).toEqual(['de.txt'])
  })

  it('takes a single result that is a zip for a file like any other', async () => {
    const { file, at, how } = fetched({ 'a.de.txt': 'A' })
    await saveResult({ file }, possible(new Map([['de', at('a.zip')]])), how(false))
    expect(readFileSync(at('a.zip'))).toEqual(readFileSync(file))
  })

  it('puts a file for each language in its place', async () => {
    const { folder, file, at, how } = fetched('Hallo')
    const french = join(folder, 'french.txt')
    writeFileSync(french, 'Salut')
    const apart = new Map([
      ['fr', at('fr.txt')],
      ['de', at('de.txt')],
    ])
    const files = new Map([
      ['de', file],
      ['fr', french],
    ])
    const { places } = await saveResult({ file, apart: files }, possible(apart), how(false))
    expect(places).toEqual(apart)
    expect([readFileSync(at('de.txt'), 'utf8'), readFileSync(at('fr.txt'), 'utf8')]).toEqual(['Hallo', 'Salut'])
  })

  it('puts one file that holds all languages in one place, although that was not known before', async () => {
    const { folder, at, how } = fetched('')
    const file = join(folder, 'all.txt')
    writeFileSync(file, 'Hallo, salut')
    const apart = new Map(['de', 'fr'].map(language => [language, at(`${language}.txt`)]))
    const together = new Map(['de', 'fr'].map(language => [language, at('all.txt')]))
    const { places } = await saveResult({ file }, { apart, together, holds_all: false, zip: false }, how(false))
    expect(places).toEqual(together)
    expect(readdirSync(at())).toEqual(['all.txt'])
  })

  it('writes nothing where a language has no file, or the result is a parcel that is not known', async () => {
    const { file, at, how } = fetched({ 'a.de.txt': 'Hallo', '../../evil.txt': 'no' })
    const places = possible(new Map(['de', 'fr'].map(language => [language, at(`${language}.txt`)])))
    for (const apart of [undefined, new Map([['de', file]])])
      await expect(saveResult({ file, apart }, places, how(true))).rejects.toThrow('one file for each language')
    expect(existsSync(at())).toBe(false)
  })

  it('never replaces what is there unless told, and leaves nothing half behind [MCP-10]', async () => {
    const { folder, file, source, how } = fetched('new')
    writeFileSync(source, 'source')
    const taken = join(folder, 'taken.txt')
    writeFileSync(taken, 'old')
    const places = new Map([['de', taken]])
    const checked = async (overwrite: boolean) =>
      checkPlaces(possible(places), { closed: await closedBy([]), ...how(overwrite) })
    await expect(checked(false)).rejects.toMatchObject({ code: 'file_exists' })
    await expect(saveResult({ file }, possible(places), how(false))).rejects.toMatchObject({ code: 'file_exists' })
    await expect(checked(true)).rejects.toMatchObject({ code: 'not_replaced' })
    await expect(saveResult({ file }, possible(places), how(true))).rejects.toMatchObject({ code: 'not_replaced' })
    expect(readFileSync(taken, 'utf8')).toBe('old')
    expect(readdirSync(folder).sort()).toEqual(['fetched', 'source.txt', 'taken.txt'])
  })

  it('replaces what it wrote itself and nobody changed, and says how to get it back [MCP-10]', async () => {
    const { file, at, how } = fetched('new')
    const places = new Map([['de', at('de.txt')]])
    expect((await saveResult({ file }, possible(places), how(false))).kept).toEqual([])
    writeFileSync(file, 'newer')
    const [line = ''] = (await saveResult({ file }, possible(places), how(true))).kept
    expect(readFileSync(at('de.txt'), 'utf8')).toBe('newer')
    const [, copy = '', target] = /: cp -- (\S+) (\S+)$/.exec(line) ?? []
    expect(target).toBe(realpathSync(at('de.txt')))
    expect(readFileSync(copy, 'utf8')).toBe('new')
    writeFileSync(at('de.txt'), 'edited by hand')
    await expect(saveResult({ file }, possible(places), how(true))).rejects.toMatchObject({ code: 'not_replaced' })
  })

  it('replaces another translation of the source: the same keys, in any language [MCP-10]', async () => {
    const { folder, file, source, how } = fetched('{"menu":{"open":"Öffnen","close":"Schließen"}}')
    const json = source.replace('.txt', '.json')
    writeFileSync(json, '{"menu":{"open":"Open","close":"Close"}}')
    const saving = { ...how(true), source: json }
    const place = (name: string) => new Map([['de', join(folder, name)]])
    writeFileSync(join(folder, 'de.json'), '{"menu":{"open":"Aufmachen","close":"Zumachen"},"old":"Alt"}')
    await checkPlaces(possible(place('de.json')), { closed: await closedBy([json]), ...saving })
    expect((await saveResult({ file }, possible(place('de.json')), saving)).kept).toHaveLength(1)
    writeFileSync(join(folder, 'package.json'), '{"name":"shop","scripts":{"test":"vitest"}}')
    for (const refused of [
      checkPlaces(possible(place('package.json')), { closed: await closedBy([json]), ...saving }),
      saveResult({ file }, possible(place('package.json')), saving),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'not_replaced' })
  })

  it('keeps the extension of its source, before anything is spent [MCP-10]', async () => {
    const { folder, source, how } = fetched('new')
    writeFileSync(source, 'source')
    for (const name of ['build.sh', 'mcp.json', 'notes', 'a.txt.md']) {
      const checked = checkPlaces(possible(new Map([['de', join(folder, name)]])), {
        closed: await closedBy([source]),
        ...how(true),
      })
      await expect(checked).rejects.toMatchObject({ code: 'other_extension' })
    }
  })

  it('keeps the name of messages of Play, which is all of their extension [MCP-10]', async () => {
    const { folder, source, how } = fetched('a = New\n')
    const messages = source.replace(/[^/]*$/, 'messages.en')
    writeFileSync(messages, 'a = Source\n')
    const checked = async (name: string) =>
      await checkPlaces(possible(new Map([['de', join(folder, name)]])), {
        closed: await closedBy([messages]),
        ...how(true),
        source: messages,
      })
    await checked('messages.de')
    for (const name of ['messages.de.en', 'messages.mo', 'messages.md', 'notes']) {
      await expect(checked(name)).rejects.toThrow(
        'the translation, which is a messages file of Play. Choose another --out, such as one that ends in messages.{lang}.',
      )
    }
  })
})
