/** How a JSON file has the units of texts that have their languages beside each other. */
import { type BesideManner, isNameIn, type Making, stringsOf } from '../content/beside-others.ts'
import { likeOthers } from '../content/language-tag.ts'
import { type BesideTexts, type TextsInLanguages, textsInLanguages } from '../content/texts-in-languages.ts'
import { childPointer, pointerOf } from '../content/tree.ts'
import { memberOf } from '../content/variants.ts'
import { draftOf, type JsonDraft, type JsonReading } from './draft.ts'
import type { JsonLanguages } from './languages.ts'
import { blanksBefore } from './plurals.ts'
import type { JsonDocument, JsonString } from './reader.ts'
import { translationOf } from './several.ts'

/** The texts that are in several languages each. Where these are the keys of the root, there are none below. */
export function jsonTextsIn(
  document: JsonDocument,
  { roots }: JsonLanguages,
  { spoken, ...more }: BesideTexts<JsonString>,
): TextsInLanguages<JsonString> {
  if (roots.length > 1) return { source: undefined, whole: false, texts: [] }
  const [root] = roots
  return textsInLanguages(document, { ...more, spoken: spoken ?? root?.tag, below: root?.holder.pointer })
}

export function inLanguages(reading: JsonReading): BesideManner<JsonString, JsonDraft> {
  return {
    target: reading.target,
    isOwn: ({ place }) => place === undefined,
    filled: (own, { value }, original) =>
      translationOf(
        own,
        draftOf(reading, original, () => own.path),
        value,
      ),
    made: making => madeOf(reading, making),
  }
}

/**
 * A member behind the last one, in the manner of the source: a key with its text, or a copy of all that the source has, with its texts
 * translated.
 */
function madeOf(
  reading: JsonReading,
  { text, from, target, last: behind, path, index }: Making<JsonString>,
): readonly JsonDraft[] {
  const { holder } = text
  const source = whole(from)
  const last = whole(behind)
  const tag = likeOthers(from.written, target)
  const strings = stringsOf(from)
  const stem = from.item === undefined ? (strings[0]?.key.slice(0, -from.written.length) ?? '') : ''
  const key = holder.object ? stem + tag : String(index)
  const base = path + childPointer('', key)
  const key_written = reading.text.slice(source.key_start, source.key_end - from.written.length) + tag
  let before = `,${blanksBefore(reading.text, holder.object ? last.key_start - 1 : last.start)}`
  if (holder.object) before += `"${key_written}`
  let cut = holder.object ? source.key_end : source.start
  return strings.map((each, number): JsonDraft => {
    before += reading.text.slice(cut, each.start)
    cut = each.end
    const after = number === strings.length - 1 ? reading.text.slice(cut, source.end) : ''
    const place = { kind: 'added', before, after, ...(from.item && ({ unwritten: true } as const)) } as const
    before = ''
    const own = base + pointerOf(each).slice(from.item?.holder.pointer.length ?? pointerOf(each).length)
    const facts = { start: last.end, end: last.end, target: from.item ? each.value : '', place }
    const draft = { ...draftOf(reading, each, () => own), ...facts }
    if (each === from.item?.field) return { ...draft, target: tag, raw: tag, left_out: 'identifier' }
    return isNameIn(from, each) ? { ...draft, left_out: 'identifier' } : draft
  })
}

/** The range of a member with its quotes. */
function whole(variant: Making<JsonString>['from']) {
  const place = memberOf(variant)
  return variant.item === undefined ? { ...place, end: place.end + 1 } : place
}
