import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkPlaces } from '../../src/cli/translate/check.ts'
import { saveResult } from '../../src/cli/translate/save.ts'
import { temporaryFolder } from '../support/world.ts'

function fetched(content: string | Record<string, string>) {
  const folder = temporaryFolder()
  const file = join(folder, 'fetched')
  const entries = typeof content === 'string' ? {} : content
  const parcel = () => zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])))
  writeFileSync(file, typeof content === 'string' ? content : parcel())
  return { folder, file, at: (...name: string[]) => join(folder, 'out', ...name) }
}

describe('saving a result', () => {
  it('puts one language in its place as it is, making folders', async () => {
    const { file, at } = fetched('Guten Morgen')
    await saveResult(file, new Map([['de', at('deep', 'de.txt')]]), false)
    expect(readFileSync(at('deep', 'de.txt'), 'utf8')).toBe('Guten Morgen')
    expect(readdirSync(at('deep'))).toEqual(['de.txt'])
  })

  it('takes a single result that is a zip for a file like any other', async () => {
    const { file, at } = fetched({ 'a.de.txt': 'A' })
    await saveResult(file, new Map([['de', at('a.zip')]]), false)
    expect(readFileSync(at('a.zip'))).toEqual(readFileSync(file))
  })

  it('unpacks several languages, each to its place', async () => {
    const { file, at } = fetched({ 'a.de.txt': 'Hallo', 'a.fr.txt': 'Salut' })
    const places = new Map([
      ['fr', at('fr.txt')],
      ['de', at('de.txt')],
    ])
    await saveResult(file, places, false)
    expect([readFileSync(at('de.txt'), 'utf8'), readFileSync(at('fr.txt'), 'utf8')]).toEqual(['Hallo', 'Salut'])
  })

  it('writes nothing from a parcel that lacks a language or holds something else', async () => {
    const { file, at } = fetched({ 'a.de.txt': 'Hallo', '../../evil.txt': 'no' })
    const places = new Map([
      ['fr', at('fr.txt')],
      ['de', at('de.txt')],
    ])
    await expect(saveResult(file, places, true)).rejects.toThrow('one file for each language')
    expect(existsSync(at())).toBe(false)
  })

  it('never replaces what is there unless told, and leaves nothing half behind [MCP-10]', async () => {
    const { folder, file } = fetched('new')
    const taken = join(folder, 'taken.txt')
    writeFileSync(taken, 'old')
    const places = new Map([['de', taken]])
    await expect(checkPlaces(places, { sources: [], overwrite: false })).rejects.toMatchObject({ code: 'file_exists' })
    await expect(saveResult(file, places, false)).rejects.toMatchObject({ code: 'file_exists' })
    expect(readFileSync(taken, 'utf8')).toBe('old')
    await saveResult(file, places, true)
    expect(readFileSync(taken, 'utf8')).toBe('new')
    expect(readdirSync(folder).sort()).toEqual(['fetched', 'taken.txt'])
  })
})
