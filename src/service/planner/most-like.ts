import { editDistance } from '../../contract/edit-distance.ts'
import { plain } from './prose/part-names.ts'

const LONGEST = 120

/** Those of `names` that are most like `said`, the best first: by the letters that differ, and by the words that both have. */
export function mostLike(said: string, names: readonly string[], most: number): string[] {
  const wanted = simply(said)
  const words = wordsOf(wanted)
  return names
    .map(name => ({ name, far: distance(wanted, words, simply(name)) }))
    .filter(({ far }) => far < TOO_FAR)
    .sort((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ name }) => name)
}

const TOO_FAR = 0.7

const simply = (name: string): string => plain(name.slice(0, LONGEST))

function wordsOf(name: string): ReadonlySet<string> {
  return new Set(name.match(/[\p{L}\p{M}\p{N}]+/gu))
}

/** From 0, the same, to 1, nothing in common. */
function distance(wanted: string, words: ReadonlySet<string>, name: string): number {
  const longer = Math.max(wanted.length, name.length, 1)
  const others = wordsOf(name)
  const both = [...words].filter(word => others.has(word)).length
  const shared = (2 * both) / Math.max(1, words.size + others.size)
  return Math.min(editDistance(wanted, name) / longer, 1 - shared / 2)
}
