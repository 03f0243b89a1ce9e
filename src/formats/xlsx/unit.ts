/** A text of a workbook, and where its translation goes. */
import type { DrawnUnit } from '../bytes/drawing/index.ts'
import type { CodedRuns } from '../bytes/runs/index.ts'
import type { XmlTag } from '../bytes/xml/index.ts'
import type { Unit } from '../format.ts'
import type { Ledger } from './ledger.ts'
import type { MadeColumn } from './made-column.ts'

/** Where a translation is written. */
export type SheetPlace =
  /** In the shared strings: what is between the tags of `<v>` says which. `at`: the number of the string that is translated. */
  | { readonly in: 'shared'; readonly at: number; readonly start: number; readonly end: number }
  /** In a cell that is made: its tags, but for what the shared string is called. */
  | { readonly in: 'cell'; readonly open: string; readonly close: string; readonly start: number; readonly end: number }
  /** In place of what is between two tags. */
  | { readonly in: 'runs'; readonly start: number; readonly end: number }
  /** In a header or footer of print, whose codes stay. */
  | { readonly in: 'print'; readonly start: number; readonly end: number }
  /** In an attribute of a tag. `longest`: the most characters that Excel takes there. */
  | {
      readonly in: 'attribute'
      readonly tag: XmlTag
      readonly name: string
      readonly longest: number
      readonly start: number
      readonly end: number
    }
  /** In place of the result of a formula that is none: text alone. */
  | { readonly in: 'value'; readonly start: number; readonly end: number }

export interface SheetUnit extends Unit, Partial<Pick<DrawnUnit, 'drawn' | 'keys'>> {
  readonly runs?: CodedRuns | undefined
  readonly place?: SheetPlace | undefined
  /** False in a column of names for programs: a single word would read back as such a name. */
  readonly words?: boolean | undefined
  /** The heading of the column that is made for the translation, once. */
  readonly made?: MadeColumn | undefined
  readonly ledger?: Ledger | undefined
  /** The last unit of a workbook: with it the shared strings are written. */
  readonly closing?: true | undefined
}
