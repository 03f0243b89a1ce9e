import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite } from '../files.ts'
import { accented } from './damaged.ts'
import { DOCUMENT_FAMILIES, formatOf } from './families.ts'
import { newViolations, readySchemas } from './order.ts'

/** The transitional schemas of ECMA-376 (`wml.xsd`, `pml.xsd`, `sml.xsd` and what they import), in one folder. */
const GIVEN = process.env.OOXML_SCHEMAS
const SCHEMAS = GIVEN && readySchemas(GIVEN)

describe.skipIf(!SCHEMAS).each(DOCUMENT_FAMILIES.filter(({ schemas }) => schemas))('translated $extension', family => {
  it.each(corpus(family.extension))('$name has its elements in their order [RES-2]', async ({ bytes }) => {
    const format = await formatOf(family)
    for (const language of ['de', 'ar']) {
      const result = await bytesOf(rewrite(format, opened(bytes), accented, { language }))
      expect(await newViolations(bytes, result, family, SCHEMAS ?? '')).toEqual([])
    }
  })
})
