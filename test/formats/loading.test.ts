import { describe, expect, it } from 'vitest'
import { builtExtensions, formatOf, loadFormat } from '../../src/formats/index.ts'

describe('a format that is loaded alone', () => {
  it('is the one that the registry has, for every extension of this build', async () => {
    const loaded = await Promise.all(builtExtensions.map(async extension => await loadFormat(`a.${extension}`)))
    expect(loaded).toEqual(builtExtensions.map(extension => formatOf(`a.${extension}`)))
    expect(loaded).not.toContain(undefined)
  })

  it('is none where no format reads such a file', async () => {
    expect(await loadFormat('a.psd')).toBe(undefined)
    expect(await loadFormat('json')).toBe(undefined)
  })
})
