/** What a plan says of a workbook that people may not expect. */
import { turnedTargets } from '../bytes/direction.ts'
import { layoutOfSheet, type SheetLayout } from '../content/table/sheet-layout.ts'
import type { ByteStream } from '../format.ts'
import { headOfSheet } from './head.ts'
import { sharedStringsOf } from './strings.ts'
import { openWorkbook } from './workbook.ts'

export async function remarksOnSheets(
  source: ByteStream,
  targets: readonly string[],
  spoken: string | undefined,
): Promise<readonly string[]> {
  const book = await openWorkbook(source)
  const strings = await sharedStringsOf(book)
  const remarks: string[] = []
  let turning = false
  for (const sheet of book.sheets) {
    const head = await headOfSheet(book, sheet, strings)
    if (sheet.macro || head.sample.length === 0) continue
    const [target] = targets
    const layout = layoutOfSheet(head, target === undefined ? {} : { target: { language: target } }, name => name)
    turning ||= !layout.languages && !layout.by_rows
    const remark = remarkOn(layout)
    if (remark) remarks.push(`Sheet “${sheet.name}”: ${remark}`)
  }
  return [...remarks, ...(turning ? remarkOnDirection(targets, spoken) : [])]
}

/** Columns stand from left to right or from right to left, which is a matter of the sheet and not of its texts. */
function remarkOnDirection(targets: readonly string[], spoken: string | undefined): readonly string[] {
  const turned = turnedTargets(targets, spoken)
  if (turned.length === 0) return []
  return [
    `The columns of each sheet stay in their order and direction: turn a sheet in Excel (Page Layout, Sheet Right-to-Left) for ${turned.join(', ')}.`,
  ]
}

function remarkOn({ lacks, by_rows }: SheetLayout): string | undefined {
  if (by_rows) {
    return 'it has a row for each language. Rows are not added to a sheet, and nothing of it is translated. Send it saved as CSV.'
  }
  if (lacks === undefined) return undefined
  return `it has columns of languages, and none called “${lacks}”. No column is put between others, since formulas name them: nothing of it is translated. Add an empty column with this heading, and it is filled.`
}
