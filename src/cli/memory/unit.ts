/** What a file of translations holds, whatever it is written in. */

/** A text in one language. */
interface Variant {
  /** As the file has it, in the usual form of tags. */
  readonly language: string
  readonly text: string
  /** False where the file marks codes in it without saying what they are: then it is not the whole text. */
  readonly is_whole: boolean
}

/** Where a translation came from, as our own exports say it; empty where the file does not. */
export const PROVENANCE = ['project', 'file', 'part', 'engine', 'corrected', 'line'] as const
export type Provenance = Readonly<Partial<Record<(typeof PROVENANCE)[number], string>>>

/** One text and its translations: a unit of TMX, a row of a table. */
export interface FileUnit {
  /** The line of the file that it begins in, from 1. */
  readonly line: number
  /** The language that was translated, where the unit says it. */
  readonly source?: string | undefined
  readonly variants: readonly Variant[]
  /** When it was written last, in milliseconds since 1970. */
  readonly written?: number | undefined
  readonly said: Provenance
}

export interface MemoryFile {
  /** The language that all units were translated from, where the file says it. */
  readonly source?: string | undefined
  /** True for what this program exported: then labels of projects, and hashes of lines, are its own. */
  readonly is_own: boolean
  readonly units: readonly FileUnit[]
}

/** The most texts of a file: memory is to hold them all. */
export const MOST_TEXTS = 1_000_000

const MOMENT = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)(?:\.\d+)?Z$/

/** A moment as TMX writes it, `20250131T120000Z`, or ISO 8601, in milliseconds since 1970; undefined where it is none. */
export function momentIn(text: string | undefined): number | undefined {
  const [, year, month, day, hour, minute, second] = MOMENT.exec(text ?? '') ?? []
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(moment) || moment < 0 ? undefined : moment
}
