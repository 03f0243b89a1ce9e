import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { DOCUMENT_FAMILIES } from './families.ts'
import { openingOf } from './opening.ts'
import { canPrint } from './opens.ts'

describe.skipIf(!canPrint).each(DOCUMENT_FAMILIES.filter(({ rendered }) => rendered))('all $extension', family => {
  it.each(corpus(family.extension))('$name shows all that it showed [RES-2]', async file => {
    const { lost, pages, shown } = await openingOf(family, file, mkdtempSync(join(tmpdir(), 'opens-')))
    process.stdout.write(`${file.name}: ${pages[0]} pages, then ${pages[1]}; ${shown} texts\n`)
    expect(lost).toEqual([])
  })
})
