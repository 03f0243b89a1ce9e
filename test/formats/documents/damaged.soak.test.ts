import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { SEED } from '../../support/seed.ts'
import { ROUNDS } from '../../support/soak.ts'
import { damagedCopies } from '../bytes/zip/mutated.ts'
import { withDamagedMembers, wrongWith } from './damaged.ts'
import { DOCUMENT_FAMILIES, formatOf } from './families.ts'

describe.each(DOCUMENT_FAMILIES)('all $extension, damaged', family => {
  it.each(corpus(family.extension))('$name is read or refused in words [LIM-5]', async ({ bytes }) => {
    const format = await formatOf(family)
    const wrong: string[] = []
    for (const copy of damagedCopies(bytes, ROUNDS, SEED)) wrong.push((await wrongWith(format, copy)) ?? '')
    for await (const { what, made } of withDamagedMembers(bytes, ROUNDS, SEED)) {
      const found = await wrongWith(format, made)
      if (found) wrong.push(`${what}: ${found}`)
    }
    expect(wrong.filter(Boolean)).toEqual([])
  })
})
