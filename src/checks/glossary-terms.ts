/** Finding terms in a text: those of a glossary, and those that stay as they are. */

/** A term and the translation that is prescribed for it (GLO-3). */
export interface RequiredTerm {
  readonly source: string
  readonly target: string
  readonly case_sensitive: boolean
}

/** The words that a translation must have: those of the glossary, and the terms that stay as they are. */
export interface FixedWords {
  readonly glossary: readonly RequiredTerm[]
  /** Do-not-translate terms. */
  readonly keep: readonly string[]
}

/** A term in a text: where it begins and ends (offsets in UTF-16 code units), and its prescribed translation. */
export interface TermMatch {
  readonly start: number
  readonly end: number
  readonly target: string
}

/** Finds terms from left to right; no two of them overlap. */
export type TermSearch = (text: string) => Iterable<TermMatch>

/**
 * Builds the search for all terms of a batch. The translation of a kept term is the term itself; of two terms at one place the longer
 * one is found. Building takes longer with more terms: build once for each batch, not for each segment.
 */
export function buildTermSearch(job: FixedWords): TermSearch {
  const kept = job.keep.map(term => ({ source: term, target: term, case_sensitive: true }))
  const root = newNode()
  for (const term of [...kept, ...job.glossary]) if (term.source !== '') plant(root, term)
  return text => (root.next.size === 0 ? [] : search(root, text))
}

const built = new WeakMap<FixedWords['glossary'], WeakMap<FixedWords['keep'], TermSearch>>()

/** The search for these terms, built once for each pair of arrays: pass the same two arrays with every segment of a batch. */
export function termSearchFor({ glossary, keep }: FixedWords): TermSearch {
  const known = built.get(glossary) ?? new WeakMap<FixedWords['keep'], TermSearch>()
  const search = known.get(keep) ?? buildTermSearch({ glossary, keep })
  built.set(glossary, known.set(keep, search))
  return search
}

/** The terms that occur in these texts, spelled as in the texts, each spelling once. */
export function termsIn(texts: Iterable<string>, terms: TermSearch): { source: string; target: string }[] {
  const found = new Map<string, string>()
  for (const text of texts) {
    for (const { start, end, target } of terms(text)) found.set(text.slice(start, end), target)
  }
  return [...found].map(([source, target]) => ({ source, target }))
}

/** A node of a trie. Terms with the same beginning share nodes, so that ten thousand terms are not tried one by one at each letter. */
interface Node {
  readonly next: Map<string, Node>
  /** The terms that end here. They differ only in upper and lower case. */
  readonly terms: RequiredTerm[]
}

function newNode(): Node {
  return { next: new Map(), terms: [] }
}

function plant(root: Node, term: RequiredTerm): void {
  let node = root
  for (const letter of term.source) {
    const key = letter.toLowerCase()
    const next = node.next.get(key) ?? newNode()
    node.next.set(key, next)
    node = next
  }
  node.terms.push(term)
}

function* search(root: Node, text: string): Generator<TermMatch> {
  const letters = [...text]
  let start = 0
  for (let at = 0; at < letters.length; ) {
    const found = longestAt(root, letters, at)
    const passed = found?.letters ?? 1
    const end = start + letters.slice(at, at + passed).join('').length
    if (found !== undefined) yield { start, end, target: found.target }
    start = end
    at += passed
  }
}

function longestAt(root: Node, letters: readonly string[], start: number) {
  if (edge(letters[start]) && inWord(letters[start - 1])) return undefined
  let longest: { letters: number; target: string } | undefined
  let node: Node | undefined = root
  for (let at = start; at < letters.length; at++) {
    node = node.next.get((letters[at] ?? '').toLowerCase())
    if (node === undefined) break
    if (node.terms.length === 0 || (edge(letters[at]) && inWord(letters[at + 1]))) continue
    const source = letters.slice(start, at + 1).join('')
    const term = node.terms.find(each => !each.case_sensitive || each.source === source)
    if (term !== undefined) longest = { letters: at + 1 - start, target: term.target }
  }
  return longest
}

const IN_WORD = /[\p{L}\p{N}]/u
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function inWord(letter: string | undefined): boolean {
  return letter !== undefined && IN_WORD.test(letter)
}

/** True where a word begins before this index and goes on at it. Never true in scripts without spaces between words. */
export function isInsideWord(text: string, at: number): boolean {
  return edge(text[at]) && inWord(text[at - 1])
}

/** True for a letter of a script that puts spaces between words: a term that begins or ends with one must be a whole word. */
function edge(letter: string | undefined): boolean {
  return letter !== undefined && IN_WORD.test(letter) && !UNSPACED.test(letter)
}
