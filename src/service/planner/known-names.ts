import { isGenericNoun, segmentsOf } from './part-names.ts'
import type { Token } from './token.ts'

/** Names of a file's parts that an instruction may hold word for word, by their first letter. */
export type KnownNames = ReadonlyMap<string, readonly KnownName[]>

interface KnownName {
  readonly name: string
  /** It begins like an ordinary clause of an instruction, so it counts only where it is written with the same capitals. */
  readonly exact: boolean
  /** One word that also has a role in instructions: it is a name only beside `column`, `section` … */
  readonly beside_noun: boolean
}

const LONGEST = 120
const LETTER = /[\p{L}\p{M}\p{N}_]/u
const OPENERS = ['into', 'into_weak', 'for', 'from', 'from_weak', 'also', 'only', 'skip', 'keep', 'not', 'use'] as const

/**
 * Names of parts that would otherwise be read as words of the instruction: `What's new`, `How to use it`, `src/ui/menu.c`. Only
 * names that occur in the instruction are collected. A name that holds a language, or asks for a translation, is left out: it counts
 * as a name only in quotes.
 */
export function knownNames(
  parts: readonly { readonly part: string }[],
  instruction: string,
  lex: (text: string) => Token[],
): KnownNames {
  const text = instruction.toLowerCase()
  const names = new Map<string, KnownName[]>()
  const seen = new Set<string>()
  for (const { part } of parts) {
    for (const name of new Set([part, ...segmentsOf(part)])) {
      if (name.length < 2 || name.length > LONGEST || seen.has(name)) continue
      if (!text.includes(name.toLowerCase())) continue
      seen.add(name)
      const known = knownName(name, lex(name))
      if (known === undefined) continue
      const letter = name.slice(0, 1).toLowerCase()
      names.set(letter, [...(names.get(letter) ?? []), known])
    }
  }
  for (const known of names.values()) known.sort((a, b) => b.name.length - a.name.length)
  return names
}

function knownName(name: string, tokens: readonly Token[]): KnownName | undefined {
  const [first, ...more] = tokens
  if (first === undefined || tokens.some(token => token.kind === 'language' || token.kind === 'quote')) return undefined
  if (tokens.some(token => token.kind === 'stop' && token.text.includes('\n'))) return undefined
  const wordless = tokens.every(
    token => token.roles.has('glue') || token.roles.has('everything') || token.kind !== 'word',
  )
  if (more.length === 0 && !/\s/.test(first.text)) {
    const says = [...first.roles].some(role => role === 'translate' || OPENERS.some(opener => opener === role))
    return says ? { name, exact: false, beside_noun: true } : undefined
  }
  if (wordless || tokens.some(token => token.roles.has('translate'))) return undefined
  const exact = OPENERS.some(role => first.roles.has(role))
  return { name, exact, beside_noun: false }
}

/** Where the name of a part that begins at `at` ends; undefined where none begins there. */
export function knownNameAt(text: string, at: number, names: KnownNames): number | undefined {
  if (LETTER.test(text[at - 1] ?? '')) return undefined
  for (const { name, exact, beside_noun } of names.get((text[at] ?? '').toLowerCase()) ?? []) {
    const end = at + name.length
    const written = text.slice(at, end)
    if (exact ? written !== name : written.toLowerCase() !== name.toLowerCase()) continue
    if (LETTER.test(text[end] ?? '') && /[\w\p{Script=Latin}]$/u.test(name)) continue
    if (!beside_noun || standsBesideNoun(text, at, end)) return end
  }
  return undefined
}

function standsBesideNoun(text: string, at: number, end: number): boolean {
  const after = /^\s+([\p{L}\p{M}]+)/u.exec(text.slice(end, end + 40))?.[1]
  const before = /([\p{L}\p{M}]+)\s+$/u.exec(text.slice(Math.max(0, at - 40), at))?.[1]
  return [after, before].some(word => word !== undefined && isGenericNoun(word))
}
