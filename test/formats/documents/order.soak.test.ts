import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/formats/format.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite } from '../files.ts'
import { DOCUMENT_FAMILIES, formatOf } from './families.ts'
import { documents } from './gathered.ts'
import { newViolations, readySchemas } from './order.ts'
import { accented } from './wrong.ts'

/** The transitional schemas of ECMA-376 (`wml.xsd`, `pml.xsd`, `sml.xsd` and what they import), in one folder. */
const GIVEN = process.env.OOXML_SCHEMAS
const SCHEMAS = GIVEN && readySchemas(GIVEN)

describe.skipIf(!SCHEMAS).each(DOCUMENT_FAMILIES.filter(({ schemas }) => schemas))('translated $extension', family => {
  // By `$name` the runner would cut the long paths of other projects.
  const files = documents(family.extension).map(({ name, bytes }) => [name, bytes] as const)

  it.each(files)('%s has its elements in their order [RES-2]', async (name, bytes) => {
    const format = await formatOf(family)
    for (const language of ['de', 'ar']) {
      const result = await bytesOf(rewrite(format, opened(bytes), accented, { language })).catch(error => {
        if (!(error instanceof FormatError)) throw error
        process.stdout.write(`${name}: refused: ${error.message}\n`)
      })
      if (!result) return
      expect(await newViolations(bytes, result, family, SCHEMAS ?? '')).toEqual([])
    }
  })
})
