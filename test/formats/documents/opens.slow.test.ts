import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { DOCUMENT_FAMILIES } from './families.ts'
import { openingsOf } from './opening.ts'
import { canPrint } from './opens.ts'

if (!canPrint)
  process.stderr.write('\nSKIPPED: documents as LibreOffice shows them: it or poppler-utils is not installed.\n\n')

/** It has no manifest: LibreOffice does not open it. */
const UNOPENED = 'test_inline.odt'

/** Every family that LibreOffice opens, by its smallest file. */
describe.skipIf(!canPrint).each(DOCUMENT_FAMILIES.filter(({ rendered }) => rendered))(
  'a printed $extension',
  family => {
    const [file] = corpus(family.extension)
      .filter(({ name }) => !name.endsWith(UNOPENED))
      .sort((one, other) => one.bytes.length - other.bytes.length)

    it.skipIf(!file)('shows all of its texts and pictures once it is translated [RES-2]', async () => {
      if (!file) return
      const [opening] = await openingsOf(family, [file], mkdtempSync(join(tmpdir(), 'opens-')))
      expect(opening?.lost).toEqual([])
      expect(opening?.shown).toBeGreaterThan(0)
    })
  },
)
