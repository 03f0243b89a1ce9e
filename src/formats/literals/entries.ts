/** The texts of a file as entries, each under the keys that lead to it. */
import { entryPaths, type KeyedEntry, type KeyedSyntax } from '../keyed/index.ts'
import type { LiteralCode, LiteralHolder, LiteralRoot, LiteralText } from './literal.ts'
import { noteOf, stretchesOf } from './stretches.ts'

/** The manner of what is code: it is shown, and never written. */
export const CODE = 'code'

interface Found {
  readonly entry: KeyedEntry
  readonly value: LiteralText | LiteralCode
}

/** The entries of a file. Several arrays in one file are told apart by their names. */
export function literalEntries(text: string, roots: readonly LiteralRoot[]): readonly Found[] {
  return roots.flatMap(({ name, holder }) => entriesIn(text, holder, roots.length > 1 && name !== '' ? [name] : []))
}

function entriesIn(text: string, holder: LiteralHolder, keys: readonly string[]): Found[] {
  return stretchesOf(text, holder).flatMap(stretch => {
    const { key, start, end, value } = stretch.member
    const path = [...keys, key]
    if (value.kind === 'holder') return entriesIn(text, value, path)
    const common = { keys: path, from: start, to: end, line: start }
    if (value.kind === 'code') {
      const { from, to } = value
      const said = text.slice(from, to).replace(/\r\n?/g, '\n')
      const entry: KeyedEntry = { ...common, start: from, end: to, text: said, left_out: 'code', manner: CODE }
      return value.says ? [{ entry, value }] : []
    }
    const note = noteOf(text, stretch)
    const entry = {
      ...common,
      start: value.start,
      end: value.end,
      text: value.text,
      note,
      manner: value.quote,
      ...leftOutAs(key, value),
    }
    return [{ entry, value }]
  })
}

/** How a date or a number is written: `dd.MM.yyyy`. */
const WRITTEN = /^[\s.,:/'_\-yYMLdDeEHhmsSaAQqwWkKZXuG]+$/

function leftOutAs(key: string, { text }: LiteralText): Pick<KeyedEntry, 'left_out'> {
  return /format$/i.test(key) && WRITTEN.test(text) && text.trim() !== '' ? { left_out: 'code' } : {}
}

/** The paths of the texts of a file, by their literals. */
export function literalPaths(
  syntax: KeyedSyntax,
  text: string,
  roots: readonly LiteralRoot[],
): ReadonlyMap<object, string> {
  const found = literalEntries(text, roots)
  const paths = entryPaths(
    syntax,
    found.map(({ entry }) => entry),
  )
  return new Map(found.map(({ value }, at) => [value, paths[at] ?? '']))
}
