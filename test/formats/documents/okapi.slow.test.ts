import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { pythonFor } from '../../support/other-readers.ts'
import { DOCUMENT_FAMILIES, formatOf } from './families.ts'
import { besideOkapi, reported } from './okapi.ts'

/** These are few files: a text of them weighs as much as a hundred of all. */
const OF_FEW = 0.01
const { python } = pythonFor('okapi')

describe.each(DOCUMENT_FAMILIES)('the texts of $extension', family => {
  const files = corpus(family.extension).filter(({ path, name }) =>
    existsSync(join(dirname(path), '..', 'golden-okapi-xliff', `${name}.xliff`)),
  )

  it.skipIf(!python || files.length === 0)(
    'are those that Okapi finds, or are said to be left out [FMT-1]',
    async () => {
      const result = await besideOkapi(python ?? '', await formatOf(family), files, family)
      const [precision, recall] = result.all.explained
      expect(result.refused).toEqual([])
      expect(precision, reported(result)).toBeGreaterThanOrEqual(family.agrees[0] - OF_FEW)
      expect(recall, reported(result)).toBeGreaterThanOrEqual(family.agrees[1] - OF_FEW)
    },
  )
})
