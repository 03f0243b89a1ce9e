/** A unit that has no number and no byte range yet. */

import { isIcuMessage } from '../content/icu.ts'
import { pointerOf } from '../content/tree.ts'
import type { Charset, PlaceholderSyntax } from '../format.ts'
import { escapesAllButAscii } from './escape.ts'
import type { JsonLanguages } from './languages.ts'
import { dottedKeys, type JsonDocument, type JsonString, slotOf } from './reader.ts'
import type { JsonRoles } from './roles.ts'
import type { JsonUnit } from './unit.ts'

/** What the units of one file need to know. */
export interface JsonReading {
  readonly text: string
  readonly charset: Charset
  /** All that is not ASCII is escaped in the whole file. */
  readonly ascii: boolean
  readonly document: JsonDocument
  readonly languages: JsonLanguages
  readonly roles: JsonRoles
  /** The syntax of placeholders that the texts of the file show. */
  readonly shown: PlaceholderSyntax | undefined
  /** The target language as a BCP 47 tag. */
  readonly target: string | undefined
  /** True for a file that was written in the target language. */
  readonly is_result: boolean
}

/** A unit whose offsets are still characters of the text, and which has no number yet. */
export interface JsonDraft extends JsonUnit {
  index: number
  start: number
  end: number
}

/** The unit of a string of the file. */
export function draftOf(reading: JsonReading, string: JsonString, pathOf: (pointer: string) => string): JsonDraft {
  const { text, charset, ascii, roles } = reading
  const { start, end, value } = string
  const pointer = pointerOf(string)
  const part = dottedKeys(string)
  const syntax = value.includes('{') && isIcuMessage(value) ? 'icu' : reading.shown
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
