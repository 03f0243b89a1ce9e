import { type Expression, type RawBuilder, sql } from 'kysely'

/** True where a text has `text` anywhere in it. Letters count as they are, since databases differ in that: fold both before. */
export function contains(column: Expression<string>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${column} like ${pattern} escape '\\'`
}

/**
 * The same for a name, of which there may be a million. A number in it says more than its words, which many names may share: an index by
 * trigrams is asked for that alone, and what it finds is compared with the whole.
 */
export function nameContains(column: Expression<string>, text: string): RawBuilder<boolean> {
  const number = numberIn(text)
  if (number === undefined) return contains(column, text)
  const notByIndex = sql<string>`(${column} || '')`
  return sql<boolean>`(${contains(column, number)} and ${contains(notByIndex, text)})`
}

/** So many characters make a trigram. */
const LEAST = 3

/** The longest word with a digit in it, with the signs around it: `-77-` of `menu-77-of`. Undefined where there is none, or nothing besides. */
function numberIn(text: string): string | undefined {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(word => /\d/.test(word))
  const [longest] = words.toSorted((one, other) => other.length - one.length)
  if (longest === undefined) return undefined
  const at = text.indexOf(longest)
  const around = text.slice(Math.max(0, at - 1), at + longest.length + 1)
  return around.length >= LEAST && around.length < text.length ? around : undefined
}
