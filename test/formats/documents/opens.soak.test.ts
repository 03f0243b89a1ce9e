import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_FAMILIES } from './families.ts'
import { documents } from './gathered.ts'
import { openingsOf } from './opening.ts'
import { canPrint } from './opens.ts'

/** As many as LibreOffice takes at once. */
const AT_ONCE = 12

/** What is not lost although it is not found: files, and why. */
const EXPLAINED: readonly (readonly [lost: RegExp, why: string])[] = [
  [/830-[45]\.docx: .*#p[45]: /, 'LibreOffice shows the comment of the document there, whatever the field says'],
  [/PeekHangs\.docx: .*\/alt1: /, 'a description of a picture, whose words stand in a text, too'],
  [/simple_fontimpact\.ods: .*!B2: /, 'a font that is not there: its cell is too narrow for the letters with accents'],
  [/quickparts_fields_2\.docx: .*: Signature of applicant: /, 'on the last line of a page, in front of the margin'],
]

describe.skipIf(!canPrint).each(DOCUMENT_FAMILIES.filter(({ rendered }) => rendered))('all $extension', family => {
  const files = documents(family.extension)
  const parts = Array.from({ length: Math.ceil(files.length / AT_ONCE) }, (_, at) => ({
    first: at * AT_ONCE + 1,
    some: files.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  }))

  it.each(parts)('show all that they showed, from number $first on [RES-2]', async ({ some }) => {
    const folder = mkdtempSync(join(tmpdir(), 'opens-'))
    const openings = await openingsOf(family, some, folder)
    rmSync(folder, { recursive: true })
    for (const { name, pages, shown, in_python, not_compared } of openings) {
      const found = not_compared ?? `${pages[0]} pages, then ${pages[1]}; ${shown} texts`
      process.stdout.write(`${name}: ${found}${in_python ? '; Python opens it' : ''}\n`)
    }
    const lost = openings.flatMap(({ name, lost: its }) => its.map(each => `${name}: ${each}`))
    expect(lost.filter(each => !EXPLAINED.some(([known]) => known.test(each)))).toEqual([])
  })
})
