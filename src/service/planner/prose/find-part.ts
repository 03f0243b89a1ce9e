/** Which part of a file somebody means, found by an index of words: an instruction may name hundreds, and a file have thousands. */

import type { Pattern } from '../../domain/intent.ts'
import type { NamePattern } from '../selection.ts'
import {
  besideNouns,
  calledOtherwise,
  isOfFrontMatter,
  nameOf,
  nameWords,
  sitsIn,
  withoutGeneric,
} from './part-names.ts'

type PartChoice = Extract<Pattern, { by: 'name' | 'part' }>

interface Named {
  readonly part: string
}

/** The places of parts in their list. */
interface Index {
  readonly by_word: ReadonlyMap<string, readonly number[]>
  readonly front_matter: readonly number[]
}

const indexes = new WeakMap<readonly Named[], Index>()

function indexOf(parts: readonly Named[]): Index {
  const known = indexes.get(parts)
  if (known !== undefined) return known
  const by_word = new Map<string, number[]>()
  const front_matter: number[] = []
  for (const [at, { part }] of parts.entries()) {
    if (isOfFrontMatter(part)) front_matter.push(at)
    else for (const word of new Set(nameOf(part).words)) add(by_word, word, at)
  }
  const index = { by_word, front_matter }
  indexes.set(parts, index)
  return index
}

function add(to: Map<string, number[]>, word: string, at: number): void {
  const places = to.get(word)
  if (places === undefined) to.set(word, [at])
  else places.push(at)
}

/** The parts that may be called so, in their order: those with the rarest of the words. A value of the front matter always may. */
function candidates<Part extends Named>(words: readonly string[], parts: readonly Part[]): readonly Part[] {
  const { by_word, front_matter } = indexOf(parts)
  let fewest: readonly number[] | undefined
  for (const word of words) {
    const places = word === '*' ? undefined : (by_word.get(word) ?? [])
    if (places !== undefined && (fewest === undefined || places.length < fewest.length)) fewest = places
  }
  if (fewest === undefined) return parts
  return [...fewest, ...front_matter].flatMap(at => parts[at] ?? [])
}

/** The same, but of two parts whose names differ only in number or case, `note` and `notes`, only the one that is written so. */
export function partCalled(said: string, parts: readonly Named[], separator: string): PartChoice | undefined {
  const pattern = findPart(said, parts)
  if (pattern === undefined) return undefined
  const root = `${said}${separator}`
  const [whole, below] = [
    parts.some(({ part }) => part === said),
    separator !== '' && parts.some(({ part }) => part.startsWith(root)),
  ]
  if (whole === below || !someCalled(pattern, parts, ({ part }) => part !== said && !(below && part.startsWith(root))))
    return pattern
  return { by: 'part', said, part: below ? root : said, below }
}

/** Whether `test` holds for one of the parts that a name stands for. */
export function someCalled<Part extends Named>(
  { words, at }: NamePattern,
  parts: readonly Part[],
  test: (part: Part) => boolean,
): boolean {
  return candidates(words, parts).some(each => sitsIn(words, each.part, at) && test(each))
}

/**
 * Finds what somebody calls a part among the parts of a file: upper and lower case, camelCase, underscores, plural and
 * singular are alike, and `the menu section` is `menu`. Undefined: no part of this file is called so.
 */
export function findPart(said: string, parts: readonly Named[]): NamePattern | undefined {
  const words = nameWords(said)
  for (const wanted of [words, withoutGeneric(words), ...besideNouns(words), ...calledOtherwise(words)]) {
    const among = candidates(wanted, parts)
    for (const at of ['root', 'whole'] as const) {
      if (among.some(({ part }) => sitsIn(wanted, part, at))) return { by: 'name', said, words: wanted, at }
    }
  }
  return undefined
}

/** `help texts` is `help.text`, or the texts of `help`, where there are others: nobody knows which. `help text` is the one. */
export function meansTwoParts(said: string, parts: readonly Named[]): boolean {
  const words = nameWords(said)
  const bare = withoutGeneric(words)
  if (!/^\p{L}+ \p{L}+$/u.test(said) || bare.length !== 1 || bare[0] !== words[0]) return false
  const below = candidates(bare, parts).filter(({ part }) => sitsIn(bare, part, 'root'))
  const named = below.filter(({ part }) => sitsIn(words, part, 'root'))
  const written = said.toLowerCase().split(' ').join('.')
  return (
    named.length > 0 && named.length < below.length && !named.some(({ part }) => part.toLowerCase().startsWith(written))
  )
}
