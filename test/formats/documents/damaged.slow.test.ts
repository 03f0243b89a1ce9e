import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { SEED } from '../../support/seed.ts'
import { withoutEarsOfRunner } from '../../support/unheard.ts'
import { DAMAGED_FAMILIES, damagedOf } from './damaged-copies.ts'

/** A share of each kind of damage for each family; small files, so that all of it takes seconds. */
const COPIES = 120
const SMALL = 100_000

withoutEarsOfRunner()

describe.each(DAMAGED_FAMILIES)('damaged %s', family => {
  const files = corpus(family)
    .filter(({ bytes }) => bytes.length < SMALL)
    .slice(0, 4)

  it.skipIf(files.length === 0)('are read or refused in words, whatever was done to them [LIM-5]', async () => {
    expect((await damagedOf(family, files, COPIES, SEED)).wrong).toEqual([])
  })
})
