import { plain, segmentsOf } from './part-names.ts'
import type { WordRole } from './words.ts'

/** Names of a file's parts that an instruction holds word for word. */
export interface KnownNames {
  /** Names of one word, plain: a word of the instruction may be one of them and something else, too. */
  readonly short: ReadonlySet<string>
  /** All other names by their first letter, longest first. They are read as names wherever they stand. */
  readonly long: ReadonlyMap<string, readonly LongName[]>
}

/** What is looked at in the words of a name. */
interface Lexed {
  readonly kind: string
  readonly text: string
  readonly roles: ReadonlySet<WordRole>
}

interface LongName {
  readonly name: string
  /** It begins like an ordinary clause of an instruction, so it counts only where it is written with the same capitals. */
  readonly exact: boolean
}

const LONGEST = 120
const LETTER = /[\p{L}\p{M}\p{N}_]/u
const OPENERS: readonly WordRole[] = [
  'into',
  'into_weak',
  'for',
  'from',
  'from_weak',
  'also',
  'only',
  'skip',
  'keep',
  'not',
  'use',
]

/**
 * The names of parts, whole or between their dots, that occur in an instruction. A longer name that holds a language, or asks for a
 * translation, counts only in quotes.
 */
export function knownNames(
  parts: readonly { readonly part: string }[],
  instruction: string,
  lex: (text: string) => readonly Lexed[],
): KnownNames {
  const text = plain(instruction)
  const short = new Set<string>()
  const long = new Map<string, LongName[]>()
  for (const [name, compared] of namesOf(parts)) {
    if (!text.includes(compared)) continue
    if (/^[\p{L}\p{M}\p{N}_'’-]+$/u.test(name)) {
      short.add(compared)
      continue
    }
    const exact = longName(lex(name))
    const letter = name.slice(0, 1).toLowerCase()
    if (exact !== undefined) long.set(letter, [...(long.get(letter) ?? []), { name, exact }])
  }
  for (const names of long.values()) names.sort((a, b) => b.name.length - a.name.length)
  return { short, long }
}

const named = new WeakMap<readonly { readonly part: string }[], ReadonlyMap<string, string>>()

/** Every name in the names of parts, as it is compared. */
function namesOf(parts: readonly { readonly part: string }[]): ReadonlyMap<string, string> {
  const known = named.get(parts)
  if (known !== undefined) return known
  const names = new Map<string, string>()
  for (const { part } of parts) {
    for (const name of [part, ...segmentsOf(part)]) {
      if (name !== '' && name.length <= LONGEST && !names.has(name)) names.set(name, plain(name))
    }
  }
  named.set(parts, names)
  return names
}

/** Whether a long name counts only as it is written; undefined where it does not count outside of quotes. */
function longName(tokens: readonly Lexed[]): boolean | undefined {
  const [first] = tokens
  const other = tokens.some(({ kind, text }) => kind === 'language' || kind === 'quote' || text.includes('\n'))
  const idle = tokens.every(({ kind, roles }) => roles.has('glue') || roles.has('everything') || kind !== 'word')
  if (first === undefined || other || idle || tokens.some(({ roles }) => roles.has('translate'))) return undefined
  return OPENERS.some(role => first.roles.has(role))
}

/** Where the long name of a part that begins at `at` ends; undefined where none begins there. */
export function knownNameAt(text: string, at: number, { long }: KnownNames): number | undefined {
  if (LETTER.test(text[at - 1] ?? '')) return undefined
  for (const { name, exact } of long.get((text[at] ?? '').toLowerCase()) ?? []) {
    const end = at + name.length
    const written = text.slice(at, end)
    const same = exact ? written === name : written.toLowerCase() === name.toLowerCase()
    if (same && !(LETTER.test(text[end] ?? '') && /[\w\p{Script=Latin}]$/u.test(name))) return end
  }
  return undefined
}

/** Whether words are the name of a part, but for case and accents. */
export function isNamed(words: string, { short }: KnownNames): boolean {
  return short.has(plain(words))
}
