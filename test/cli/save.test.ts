import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkPlaces } from '../../src/cli/translate/check.ts'
import { saveResult } from '../../src/cli/translate/save.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
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

describe('saving a result', () => {
  it('puts one language in its place as it is, making folders', async () => {
    const { file, at, how } = fetched('Guten Morgen')
    await saveResult(file, new Map([['de', at('deep', 'de.txt')]]), how(false))
    expect(readFileSync(at('deep', 'de.txt'), 'utf8')).toBe('Guten Morgen')
    expect(readdirSync(at('deep'))).toEqual(['de.txt'])
  })

  it('takes a single result that is a zip for a file like any other', async () => {
    const { file, at, how } = fetched({ 'a.de.txt': 'A' })
    await saveResult(file, new Map([['de', at('a.zip')]]), how(false))
    expect(readFileSync(at('a.zip'))).toEqual(readFileSync(file))
  })

  it('unpacks several languages, each to its place', async () => {
    const { file, at, how } = fetched({ 'a.de.txt': 'Hallo', 'a.fr.txt': 'Salut' })
    const places = new Map([
      ['fr', at('fr.txt')],
      ['de', at('de.txt')],
    ])
    await saveResult(file, places, how(false))
    expect([readFileSync(at('de.txt'), 'utf8'), readFileSync(at('fr.txt'), 'utf8')]).toEqual(['Hallo', 'Salut'])
  })

  it('writes nothing from a parcel that lacks a language or holds something else', async () => {
    const { file, at, how } = fetched({ 'a.de.txt': 'Hallo', '../../evil.txt': 'no' })
    const places = new Map([
      ['fr', at('fr.txt')],
      ['de', at('de.txt')],
    ])
    await expect(saveResult(file, places, how(true))).rejects.toThrow('one file for each language')
    expect(existsSync(at())).toBe(false)
  })

  it('never replaces what is there unless told, and leaves nothing half behind [MCP-10]', async () => {
    const { folder, file, source, how } = fetched('new')
    writeFileSync(source, 'source')
    const taken = join(folder, 'taken.txt')
    writeFileSync(taken, 'old')
    const places = new Map([['de', taken]])
    const checked = (overwrite: boolean) => checkPlaces(places, { sources: [], ...how(overwrite) })
    await expect(checked(false)).rejects.toMatchObject({ code: 'file_exists' })
    await expect(saveResult(file, places, how(false))).rejects.toMatchObject({ code: 'file_exists' })
    await expect(checked(true)).rejects.toMatchObject({ code: 'not_replaced' })
    await expect(saveResult(file, places, how(true))).rejects.toMatchObject({ code: 'not_replaced' })
    expect(readFileSync(taken, 'utf8')).toBe('old')
    expect(readdirSync(folder).sort()).toEqual(['fetched', 'source.txt', 'taken.txt'])
  })

  it('replaces what it wrote itself and nobody changed, and says how to get it back [MCP-10]', async () => {
    const { file, at, how } = fetched('new')
    const places = new Map([['de', at('de.txt')]])
    expect(await saveResult(file, places, how(false))).toEqual([])
    writeFileSync(file, 'newer')
    const [line = ''] = await saveResult(file, places, how(true))
    expect(readFileSync(at('de.txt'), 'utf8')).toBe('newer')
    const [, copy = '', target] = /: cp -- (\S+) (\S+)$/.exec(line) ?? []
    expect(target).toBe(realpathSync(at('de.txt')))
    expect(readFileSync(copy, 'utf8')).toBe('new')
    writeFileSync(at('de.txt'), 'edited by hand')
    await expect(saveResult(file, places, how(true))).rejects.toMatchObject({ code: 'not_replaced' })
  })

  it('replaces another translation of the source: the same keys, in any language [MCP-10]', async () => {
    const { folder, file, source, how } = fetched('{"menu":{"open":"Öffnen","close":"Schließen"}}')
    const json = source.replace('.txt', '.json')
    writeFileSync(json, '{"menu":{"open":"Open","close":"Close"}}')
    const saving = { ...how(true), source: json }
    const place = (name: string) => new Map([['de', join(folder, name)]])
    writeFileSync(join(folder, 'de.json'), '{"menu":{"open":"Aufmachen","close":"Zumachen"},"old":"Alt"}')
    await checkPlaces(place('de.json'), { sources: [json], ...saving })
    expect(await saveResult(file, place('de.json'), saving)).toHaveLength(1)
    writeFileSync(join(folder, 'package.json'), '{"name":"shop","scripts":{"test":"vitest"}}')
    for (const refused of [
      checkPlaces(place('package.json'), { sources: [json], ...saving }),
      saveResult(file, place('package.json'), saving),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'not_replaced' })
  })

  it('keeps the extension of its source, before anything is spent [MCP-10]', async () => {
    const { folder, source, how } = fetched('new')
    writeFileSync(source, 'source')
    for (const name of ['build.sh', 'mcp.json', 'notes', 'a.txt.md']) {
      const checked = checkPlaces(new Map([['de', join(folder, name)]]), { sources: [source], ...how(true) })
      await expect(checked).rejects.toMatchObject({ code: 'other_extension' })
    }
  })
})
