/** What a plan says of a workbook that people may not expect. */
import type { ByteStream } from '../format.ts'
import { headOfSheet, layoutOfSheet, type SheetLayout } from './head.ts'
import { sharedStringsOf } from './strings.ts'
import { openWorkbook } from './workbook.ts'

export async function remarksOnSheets(source: ByteStream, targets: readonly string[]): Promise<readonly string[]> {
  const book = await openWorkbook(source)
  const strings = await sharedStringsOf(book)
  const remarks: string[] = []
  for (const sheet of book.sheets) {
    const head = await headOfSheet(book, sheet, strings)
    if (sheet.macro || head.sample.length === 0) continue
    const [target] = targets
    const layout = layoutOfSheet(head, target === undefined ? {} : { target: { language: target } }, name => name)
    const remark = remarkOn(layout)
    if (remark) remarks.push(`Sheet “${sheet.name}”: ${remark}`)
  }
  return remarks
}

function remarkOn({ lacks, by_rows }: SheetLayout): string | undefined {
  if (by_rows) {
    return 'it has a row for each language. Rows are not added to a sheet, and nothing of it is translated. Send it saved as CSV.'
  }
  if (lacks === undefined) return undefined
  return `it has columns of languages, and none called “${lacks}”. No column is put between others, since formulas name them: nothing of it is translated. Add an empty column with this heading, and it is filled.`
}
