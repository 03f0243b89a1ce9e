/** A row of a file for reviewers: what goes out, and what comes back. */
import { hashOfText } from '../lock/index.ts'
import type { PairRead } from '../pair-plan.ts'

/** A text and its translation, as a reviewer sees them. */
export interface ReviewRow {
  readonly id: string
  readonly key: string
  /** The path of the translation, from the folder of the project. */
  readonly file: string
  readonly language: string
  /** What the file says of the text: its note, the plural form, the most characters. */
  readonly context: string
  readonly max_length: number | undefined
  readonly source: string
  /** Empty where there is none. */
  readonly translation: string
  /** In words. */
  readonly state: string
  /** What the checks find, in words; empty where they find nothing. */
  readonly doubts: string
}

/** All rows of one language. */
export interface ReviewSheet {
  readonly source_language: string
  readonly language: string
  readonly rows: readonly ReviewRow[]
}

/** What a reviewer says of a row beside its translation. `unclear`: something stands there that is neither yes nor no. */
export type ReviewMark = 'yes' | 'no' | 'none' | 'unclear'

/** A row as it came back. */
export interface ReturnedRow {
  /** Of the file, from 1. */
  readonly line: number
  readonly id: string
  readonly key: string
  /** Undefined where the file has none any more. */
  readonly source: string | undefined
  /** The translation, where `exported` is the one that went out: what the writing put before it is taken away again. */
  readonly textFor: (exported: string) => string
  readonly mark: ReviewMark
  /** The translation has tags in it that no export writes. */
  readonly has_tags: boolean
  /** Why its translation is no text that can be taken, for people: it follows the key. */
  readonly no_text?: string | undefined
}

/** Thrown for a file from which nothing can be taken. The message is for people. */
export class ReviewFileFault extends Error {
  override readonly name = 'ReviewFileFault'
}

/** What the id of a row says: hashes of its place, of the source, and of the translation that went out. */
export interface RowId {
  readonly place: string
  readonly source: string
  readonly written: string
}

/** Neither spreadsheets nor XML take anything in it for something else: a hash alone could begin like a formula. */
const PREFIX = 'tm1'
const ROW_ID = /^tm1\.([\w-]{16})\.([\w-]{16})\.([\w-]{16})$/

export function rowIdText({ place, source, written }: RowId): string {
  return [PREFIX, place, source, written].join('.')
}

/** Undefined for what is no whole id. */
export function readRowId(text: string): RowId | undefined {
  const [, place, source, written] = ROW_ID.exec(text.trim()) ?? []
  if (place === undefined || source === undefined || written === undefined) return undefined
  return { place, source, written }
}

/** The hash of the place of a text in one language: what a row is found again by. */
export function hashOfPlace(
  { source_path, language }: Pick<PairRead, 'source_path' | 'language'>,
  path: string,
): string {
  return hashOfText(JSON.stringify([source_path, path, language]))
}
