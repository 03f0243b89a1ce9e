import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { SEED } from '../../support/seed.ts'
import { damagedCopies } from '../bytes/zip/mutated.ts'
import { withDamagedMembers, wrongWith } from './damaged.ts'
import { DOCUMENT_FAMILIES, formatOf } from './families.ts'

/** A share of each kind of damage for each family; small files, so that all of it takes seconds. */
const COPIES = 100
const SMALL = 100_000

describe.each(DOCUMENT_FAMILIES)('damaged $extension', family => {
  const files = corpus(family.extension)
    .filter(({ bytes }) => bytes.length < SMALL)
    .slice(0, 4)
  const each = Math.ceil(COPIES / Math.max(1, files.length))

  it.skipIf(files.length === 0)('are read or refused in words, whatever their bytes are [LIM-5]', async () => {
    const format = await formatOf(family)
    const wrong: string[] = []
    for (const [at, { name, bytes }] of files.entries()) {
      for (const copy of damagedCopies(bytes, each, SEED + at)) {
        const found = await wrongWith(format, copy)
        if (found) wrong.push(`${name}: ${found}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.skipIf(files.length === 0)('are read or refused in words, whatever their members are [LIM-5]', async () => {
    const format = await formatOf(family)
    const wrong: string[] = []
    for (const [at, { name, bytes }] of files.entries()) {
      for await (const { what, made } of withDamagedMembers(bytes, each, SEED + at)) {
        const found = await wrongWith(format, made)
        if (found) wrong.push(`${name}: ${what}: ${found}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
