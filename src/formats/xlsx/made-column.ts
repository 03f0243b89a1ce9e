import type { Edit } from '../format.ts'

/** A column that a sheet lacks. */
export interface MadeColumn {
  readonly member: string
  readonly heading: string
  readonly open: string
  readonly close: string
  /** Where its heading is written. */
  readonly at: number
  readonly to: number
  /** What else the sheet says of its columns. */
  readonly around: readonly Edit[]
}
