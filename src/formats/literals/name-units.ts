/** The names of constants that say the language of their texts, as units that no person sees: with the texts they become those of the target. */
import { byteCounter, type DecodedText, encode } from '../bytes/charset.ts'
import type { Edit, ScanOptions } from '../format.ts'
import type { KeyedUnit } from '../keyed/index.ts'
import { nameInLanguage } from './language-names.ts'
import type { LiteralRoot } from './literal.ts'

export interface LiteralUnit extends KeyedUnit {
  /** Present where it is the name of a constant. `renamed` is undefined where it stays. */
  readonly names?: { readonly renamed: string | undefined } | undefined
}

/** The objects of a file under their own names, and under those that the source has for them. */
interface NamedRoots {
  readonly own: readonly LiteralRoot[]
  readonly roots: readonly LiteralRoot[]
}

/** A unit for each place of such a name, in the order of the file. None while the language of the texts is not known. */
export function nameUnits(
  { text, charset, bom_bytes }: DecodedText,
  scheme: string,
  { own, roots }: NamedRoots,
  { source, target }: ScanOptions,
): readonly LiteralUnit[] {
  if (source === undefined) return []
  const all = roots.map(({ name }) => target && nameInLanguage(name, source, target.language))
  const places = own.flatMap(({ name, named }, at) => {
    const before = roots[at]?.name ?? name
    // Which names a file has does not depend on the target.
    if (named === undefined || nameInLanguage(before, source, source) === undefined) return []
    const said = all[at]
    const isFree = said !== undefined && !named.taken.has(said) && all.indexOf(said) === all.lastIndexOf(said)
    const renamed = isFree ? said : undefined
    // A name is no text; one that is neither of both is misread.
    const isKnown = name === before || target === undefined || name === said
    return named.at.map((start, use) => ({
      start,
      end: start + name.length,
      path: `${scheme}:#${before}${use === 0 ? '' : `#${use + 1}`}`,
      part: before,
      text: isKnown ? '' : name,
      names: { renamed },
    }))
  })
  const byteAt = byteCounter(text, charset, bom_bytes)
  const sorted = places.sort((a, b) => a.start - b.start)
  return sorted.map(({ start, end, ...unit }) => {
    const from = byteAt(start)
    return { ...unit, index: 0, start: from, end: byteAt(end), charset, left_out: 'key' }
  })
}

/** As `Format.edits`, for a name. */
export function renamingEdits(
  { start, end, charset }: LiteralUnit,
  { renamed }: { renamed: string | undefined },
): readonly Edit[] {
  return renamed === undefined ? [] : [{ start, end, bytes: encode(renamed, charset) }]
}

/** So many units are given at a time. */
const SOME = 500

/** Names and texts together in the order of the file, with their numbers. */
export function* namesAndTexts(
  names: readonly LiteralUnit[],
  texts: Iterable<KeyedUnit>,
): Generator<readonly LiteralUnit[]> {
  let [some, index, at]: [LiteralUnit[], number, number] = [[], 0, 0]
  const put = (unit: LiteralUnit): void => void some.push({ ...unit, index: index++ })
  for (const text of texts) {
    for (let name = names[at]; name !== undefined && name.start < text.start; name = names[at]) {
      put(name)
      at += 1
    }
    put(text)
    if (some.length < SOME) continue
    yield some
    some = []
  }
  for (const name of names.slice(at)) put(name)
  yield some
}
