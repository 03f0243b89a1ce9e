/** The kinds of files that reviewers get and send back. */
import { readXliffRows, xliffOf, xmlHolds } from './bilingual.ts'
import type { ReviewKindName } from './kind-names.ts'
import type { ReturnedRow, ReviewSheet } from './row.ts'
import { readTable, tableOf } from './table.ts'
import { cellHolds, workbookOf } from './workbook.ts'
import { readWorkbook } from './workbook-rows.ts'

export interface ReviewKind {
  /** The ending of a file that gets its name from us. */
  readonly extension: string
  /** Whether such a file can have a text in it. */
  readonly holds: (text: string) => boolean
  readonly write: (sheet: ReviewSheet) => Uint8Array
  /** @throws {ReviewFileFault} nothing can be taken from it */
  readonly read: (bytes: Uint8Array) => Promise<readonly ReturnedRow[]>
}

export const REVIEW_KINDS: Readonly<Record<ReviewKindName, ReviewKind>> = {
  csv: tableKind(','),
  'csv-semicolon': tableKind(';'),
  xlsx: { extension: 'xlsx', holds: cellHolds, write: workbookOf, read: readWorkbook },
  xliff: { extension: 'xlf', holds: xmlHolds, write: sheet => Buffer.from(xliffOf(sheet)), read: readXliffRows },
}

function tableKind(delimiter: ',' | ';'): ReviewKind {
  // Halves of a pair cannot be written in UTF-8.
  const holds = (text: string) => !/\p{Cs}/u.test(text)
  return { extension: 'csv', holds, write: sheet => Buffer.from(tableOf(sheet, delimiter)), read: readTable }
}

const BY_ENDING: Readonly<Record<string, ReviewKindName>> = { csv: 'csv', xlsx: 'xlsx', xlf: 'xliff', xliff: 'xliff' }

/** The kind that the ending of a name says; undefined where it says none. */
export function kindByEnding(file: string): ReviewKindName | undefined {
  return BY_ENDING[/\.(\w+)$/.exec(file.toLowerCase())?.[1] ?? '']
}

/** The kind that a file is, by how it begins: whoever sends it may have given it another name. */
export function kindOfBytes(bytes: Uint8Array): ReviewKind {
  if (ZIP.every((byte, at) => bytes[at] === byte)) return REVIEW_KINDS.xlsx
  const head = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  // In UTF-8 or UTF-16: zeros and byte order marks are passed over.
  return REVIEW_KINDS[/^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(head) ? 'xliff' : 'csv']
}

/** Workbooks are packages, which begin so. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
