import { describe, expect, it } from 'vitest'
import { isRead, loadFormat, traitsOf } from '../../src/formats/index.ts'
import { FORMATS } from '../../src/formats/registry.ts'

describe('a format of the registry', () => {
  it('is loaded as what is said of it beforehand, and reads its extensions alone [LIM-3]', async () => {
    const taken = FORMATS.flatMap(({ facts }) => facts.extensions)
    expect(new Set(taken).size).toBe(taken.length)
    for (const { facts } of FORMATS) {
      for (const extension of facts.extensions) {
        expect(await loadFormat(`a.${extension}`), extension).toMatchObject(facts)
        expect(traitsOf(extension)).toBe(facts.traits)
        expect(isRead(`a.${extension}`)).toBe(true)
      }
    }
  })

  it('is known by the end of a name, whatever its case and its folders', async () => {
    const name = 'C:\\files\\EN.JSON'
    expect((await loadFormat(name))?.extensions).toContain('json')
    expect(isRead(name)).toBe(true)
  })

  it.each(['a.psd', 'report.doc', 'json', ''])('is none for a file named “%s”', async name => {
    expect(await loadFormat(name)).toBe(undefined)
    expect(isRead(name)).toBe(false)
  })
})
