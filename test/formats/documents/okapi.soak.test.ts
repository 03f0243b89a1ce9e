import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pythonFor } from '../../support/other-readers.ts'
import { DOCUMENT_FAMILIES, formatOf } from './families.ts'
import { besideOkapi, fromGit, reported } from './okapi.ts'

/** A git directory of Okapi, whole or a part: `OKAPI_GIT=okapi/.git npx vitest run --project soak test/formats/documents/okapi.soak.test.ts`. */
const GIT = process.env.OKAPI_GIT
const { python } = pythonFor('okapi')

describe.skipIf(!GIT || !python).each(DOCUMENT_FAMILIES)('the texts of all $extension of Okapi', family => {
  it('are those that it finds, or are said to be left out [FMT-1]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'okapi-'))
    const files = fromGit(GIT ?? '', family, folder)
    const result = await besideOkapi(python ?? '', await formatOf(family), files, family)
    const report = join(folder, `${family.extension}.txt`)
    writeFileSync(report, reported(result))
    process.stdout.write(`${family.extension}: ${reported(result).split('\n')[0]}\nwhat differs: ${report}\n`)
    const [precision, recall] = result.all.explained
    expect(files.length).toBeGreaterThan(0)
    expect(precision).toBeGreaterThanOrEqual(family.agrees[0])
    expect(recall).toBeGreaterThanOrEqual(family.agrees[1])
  })
})
