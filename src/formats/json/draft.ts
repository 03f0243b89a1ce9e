/** A unit that has no number and no byte range yet. */

import { isIcuMessage } from '../content/icu.ts'
import type { Charset } from '../format.ts'
import { escapesAllButAscii } from './escape.ts'
import type { JsonLanguages } from './languages.ts'
import { type JsonDocument, type JsonString, partOf, pointerOf, slotOf } from './reader.ts'
import type { Roles } from './roles.ts'
import type { JsonUnit } from './unit.ts'

/** What the units of one file need to know. */
export interface Reading {
  readonly text: string
  readonly charset: Charset
  /** All that is not ASCII is escaped in the whole file. */
  readonly ascii: boolean
  readonly document: JsonDocument
  readonly languages: JsonLanguages
  readonly roles: Roles
  /** The target language as a BCP 47 tag. */
  readonly target: string | undefined
}

/** A unit whose offsets are still characters of the text, and which has no number yet. */
export interface Draft extends JsonUnit {
  index: number
  start: number
  end: number
}

/** The unit of a string of the file. */
export function draftOf(reading: Reading, string: JsonString, pathOf: (pointer: string) => string): Draft {
  const { text, charset, ascii, roles } = reading
  const { start, end, value } = string
  const pointer = pointerOf(string)
  const part = partOf(string)
  const syntax = value.includes('{') && isIcuMessage(value) ? 'icu' : undefined
  const raw = end - start === value.length ? undefined : text.slice(start, end)
  return {
    index: 0,
    path: pathOf(pointer),
    part: part || '$',
    slot: slotOf(string),
    start,
    end,
    text: value,
    raw,
    charset: ascii || (raw !== undefined && charset === 'utf-8' && escapesAllButAscii(raw)) ? 'us-ascii' : charset,
    left_out: roles.leftOut(string, syntax),
    syntax,
    group: undefined,
    note: roles.note(pointer),
    context: part === '' ? undefined : { key: part, stands_for: roles.placeholders(pointer), kind: roles.settings },
  }
}
