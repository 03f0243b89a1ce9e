import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { SEED } from '../../support/seed.ts'
import { ROUNDS } from '../../support/soak.ts'
import { withoutEarsOfRunner } from '../../support/unheard.ts'
import { DAMAGED_FAMILIES, damagedOf, parcels, spread } from './damaged-copies.ts'
import { documents } from './gathered.ts'

/** 2,000 of each family where nobody says how many rounds. */
const COPIES = ROUNDS * 20
const SMALL = 60_000
const FILES = 50

const small = (folder: string) => spread(documents(folder, SMALL), FILES)
const PARCELS = ['docx', 'pptx', 'xlsx', 'idml', 'md', 'po', 'html', 'csv']

withoutEarsOfRunner()

describe.each(DAMAGED_FAMILIES)('all %s, damaged', family => {
  it('are read or refused in words, whatever was done to them [LIM-5]', async () => {
    const files = family === 'zip' ? [...corpus('zip'), ...parcels(PARCELS.map(small))] : small(family)
    const { copies, refused, wrong } = await damagedOf(family, files, COPIES, SEED)
    process.stdout.write(`${family}: ${copies} copies of ${files.length} files, ${refused} refused\n`)
    expect(wrong).toEqual([])
  })
})
