import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSources } from '../../src/mcp/files/sources.ts'
import { expectMode } from '../support/mode.ts'
import { rounds } from '../support/seed.ts'
import { temporaryFolder } from '../support/world.ts'

/** Where each translation came from, in a data folder that is not there yet. */
function start() {
  const folder = join(temporaryFolder(), 'data')
  const file = join(folder, 'sources.json')
  return { folder, file, sources: createSources(() => file), again: () => createSources(() => file) }
}

describe('where a translation came from', () => {
  it('is known in a later process too, each by itself, the last word counting [MCP-10]', async () => {
    const { sources, again } = start()
    expect(await sources.recall('bat_1')).toBeUndefined()
    await sources.remember('bat_1', '/w/a.json')
    await sources.remember('bat_2', '/w/b "quoted".json')
    await sources.remember('bat_1', '/w/moved.json')
    const later = again()
    expect(await later.recall('bat_1')).toBe('/w/moved.json')
    expect(await later.recall('bat_2')).toBe('/w/b "quoted".json')
    expect(await later.recall('constructor')).toBeUndefined()
    expect(await later.sent('bat_1')).toBeUndefined()
    await later.remember('bat_1', '/w/moved.json', 'ab12')
    expect([await again().recall('bat_1'), await again().sent('bat_1')]).toEqual(['/w/moved.json', 'ab12'])
  })

  it('is known of each of several that are made at once [MCP-10]', async () => {
    const { sources } = start()
    const made = ['a', 'b', 'c', 'd']
    await Promise.all(made.map(id => sources.remember(id, `/w/${id}.txt`)))
    expect(await Promise.all(made.map(id => sources.recall(id)))).toEqual(made.map(id => `/w/${id}.txt`))
  })

  it('is its owner’s alone, and nothing half-written is left beside it [KEY-3]', async () => {
    const { folder, file, sources } = start()
    await sources.remember('bat_1', '/w/a.json')
    await sources.remember('bat_2', '/w/b.json')
    expectMode(file, 0o600)
    expectMode(folder, 0o700)
    expect(readdirSync(folder)).toEqual(['sources.json'])
  })

  it('is kept for the last three thousand, however many there were; the file does not grow for ever', async () => {
    const { folder, file, sources } = start()
    mkdirSync(folder)
    const old = Array.from({ length: 3200 }, (_, at) => [`bat_${at}`, `/w/${at}.txt`])
    writeFileSync(file, JSON.stringify(old))
    await sources.remember('bat_new', '/w/new.txt')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(3000)
    expect(await sources.recall('bat_new')).toBe('/w/new.txt')
    expect(await sources.recall('bat_3199')).toBe('/w/3199.txt')
    expect(await sources.recall('bat_200')).toBeUndefined()
  })

  it.each(['', '{', 'null', '{"bat_1":"/etc/passwd"}', '[["bat_1"]]', '[["bat_1",7]]', '[[]]', '\0\0'])(
    'is forgotten where the file holds %j, and written anew',
    async text => {
      const { folder, file, sources } = start()
      mkdirSync(folder)
      writeFileSync(file, text)
      expect(await sources.recall('bat_1')).toBeUndefined()
      await sources.remember('bat_1', '/w/a.json')
      expect(await sources.recall('bat_1')).toBe('/w/a.json')
    },
  )

  it('costs nobody a translation where it cannot be written', async () => {
    const { folder, file } = start()
    mkdirSync(folder)
    const blocked = createSources(() => join(file, 'below', 'sources.json'))
    writeFileSync(file, 'a file, no folder')
    await expect(blocked.remember('bat_1', '/w/a.json')).resolves.toBeUndefined()
    expect(await blocked.recall('bat_1')).toBeUndefined()
    expect(readFileSync(file, 'utf8')).toBe('a file, no folder')
  })

  it('is what was remembered last, whatever was before [MCP-10]', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('/1', '/2', '/3')), {
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(steps, async told => {
        const { sources } = start()
        for (const [id, source] of told) await sources.remember(id, source)
        const last = new Map<string, string>(told)
        for (const id of ['a', 'b', 'c']) expect(await sources.recall(id)).toBe(last.get(id))
      }),
      { numRuns: rounds(20) },
    )
  })
})
