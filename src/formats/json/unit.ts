/** The unit of a JSON file, and how it is written. */
import { encode } from '../bytes/charset.ts'
import { inStyleOf } from '../content/language-tag.ts'
import type { Charset, Edit, Target, Unit } from '../format.ts'
import { escapeLike } from './escape.ts'

export interface JsonUnit extends Unit {
  readonly place?: JsonPlace | undefined
}

/** How a unit is written that is no plain string of the file. */
export type JsonPlace =
  /** The string is not in the file yet: it is inserted between these. With `unwritten`, so is its source where it is not translated. */
  | { readonly kind: 'added'; readonly before: string; readonly after: string; readonly unwritten?: true }
  /** It names the language of the file. `separator` is that of tags with a region where this one has none. */
  | { readonly kind: 'language'; readonly written: string; readonly separator: '-' | '_' }

export function jsonEdits(unit: JsonUnit, translation: string | undefined, target: Target): readonly Edit[] {
  const { place } = unit
  switch (place?.kind) {
    case undefined:
      return translation === undefined || translation === (unit.target ?? unit.unwritten ?? unit.text)
        ? NONE
        : [replaced(unit, translation)]
    case 'language': {
      const tag = inStyleOf(place.written, target.language, place.separator)
      return translation === undefined && tag !== place.written ? [edit(unit, tag)] : NONE
    }
    case 'added': {
      const { before, after, unwritten } = place
      if (translation === undefined && !unwritten) return NONE
      const raw = unit.raw ?? ''
      const written = translation === undefined ? unit.raw || unit.text : escapeLike(raw, translation, unit.charset)
      return [edit(unit, before + written + after)]
    }
  }
}

const NONE: readonly Edit[] = []

function replaced(unit: JsonUnit, translation: string): Edit {
  return edit(unit, escapeLike(unit.raw ?? '', translation, unit.charset))
}

function edit({ start, end, charset }: JsonUnit, written: string): Edit {
  return { start, end, bytes: encode(written, fileCharset(charset)) }
}

/** Text that is escaped to be ASCII stands in a file of UTF-8. */
function fileCharset(charset: Charset): Charset {
  return charset === 'us-ascii' ? 'utf-8' : charset
}
