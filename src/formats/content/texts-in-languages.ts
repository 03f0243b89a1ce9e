/** Which texts of a file are in several languages each, of those that may be so by their form. */
import { isRatherWord } from './language-keys.ts'
import { isSameLanguage } from './language-tag.ts'
import { areOneText, commonest } from './one-text.ts'
import { type BearsOut, languageDetector } from './shown-language.ts'
import type { Branch, Leaf, Tree } from './tree.ts'
import { type ListOfRows, mayBeWords, type Variants, variantsIn } from './variants.ts'

export interface TextsInLanguages<L extends Leaf> {
  readonly source: string | undefined
  /** The whole file is so. Else it is in one language, and some of its texts are in others as well. */
  readonly whole: boolean
  readonly texts: readonly Variants<L>[]
}

/** What is known of a file besides its text. */
export interface BesideTexts<L extends Leaf> {
  /** The language of the file. */
  readonly spoken: string | undefined
  /** The texts of the file that a result was made from: it has no others. */
  readonly before?: TextsInLanguages<L> | undefined
  /** The pointer of the one key of the root that names the language of all below it, which is another one in a result. */
  readonly below?: string | undefined
  /** Tells whether a text is in the language of its key, for files that may need it (`detectorFor`). */
  readonly bears?: BearsOut | undefined
}

/** The texts of a file that are in several languages each. */
export function textsInLanguages<L extends Leaf>(
  tree: Tree<L>,
  { spoken, before, below = '', bears }: BesideTexts<L>,
): TextsInLanguages<L> {
  const all = [...variantsIn(tree, keysBefore(before, below))]
  const found = below === '' ? all : all.map(text => ({ ...text, name: text.name.slice(below.length) }))
  if (before !== undefined) {
    const own = new Set(before.texts.map(({ name }) => name))
    return { ...before, texts: found.filter(({ name }) => own.has(name)) }
  }
  const borne = bears && new Set(doubtful(found, { spoken, bears }).languages)
  const lists = new Map<ListOfRows, boolean>()
  const isMeant = (text: Variants<L>): boolean => {
    const known = text.row && lists.get(text.row)
    const are = known ?? (borne?.has(text) || areMeant(text, spoken))
    if (text.row !== undefined && known === undefined) lists.set(text.row, are)
    return are
  }
  const texts = outermost(found.filter(isMeant))
  if (texts.length === 0) return { source: undefined, whole: false, texts }
  const inThem = texts.reduce((sum, { all }) => sum + all.reduce((some, one) => some + one.strings.length, 0), 0)
  const prose = tree.strings.reduce((sum, { value }) => sum + (BLANK.test(value.trim()) ? 1 : 0), 0)
  return {
    source: spoken ?? commonest(texts.map(({ all }) => all.map(({ tag }) => tag))),
    whole: inThem * 2 > prose,
    texts,
  }
}

/** Of texts whose keys may be languages or words those that are, and those of which nobody knows. */
export function doubtfulTexts<L extends Leaf>(tree: Tree<L>, beside: BesideTexts<L>) {
  return doubtful([...variantsIn(tree)], beside)
}

function doubtful<L extends Leaf>(found: readonly Variants<L>[], { spoken, bears }: BesideTexts<L>) {
  const maps = found.filter(text => mayBeWords(text) && !areMeant(text, spoken) && areMeant(text, spoken, true))
  const samples = new Map<string, string>()
  for (const { tag, strings } of maps.flatMap(({ all }) => all)) {
    const sample = samples.get(tag) ?? ''
    if (sample.length < LONG_ENOUGH)
      samples.set(tag, [sample, ...strings.slice(0, SOME).map(({ value }) => value)].join('\n'))
  }
  const shown = new Map([...samples].map(([tag, sample]) => [tag, bears?.(sample, tag)] as const))
  const count = ({ all }: Variants<L>, what: 'yes' | 'no') => all.filter(({ tag }) => shown.get(tag) === what).length
  const isSpoken = ({ all }: Variants<L>) => spoken !== undefined && all.some(({ tag }) => isSameLanguage(tag, spoken))
  return {
    languages: maps.filter(text => count(text, 'yes') > 1 || (isSpoken(text) && count(text, 'no') === 0)),
    unclear: maps.filter(text => hasNothingElse(text) && count(text, 'yes') < 2 && count(text, 'no') === 0),
  }
}

/** Of keys that end with words alone (`file_id`, `file_no`) nobody asks. */
function hasNothingElse<L extends Leaf>({ all, called, holder }: Variants<L>): boolean {
  return called === holder.key || all.some(({ written }) => !isRatherWord(written))
}

const LONG_ENOUGH = 1000
const SOME = 20

/** What tells whether texts are in the languages of their keys, where a file has maps of which nothing else says it. */
export async function detectorFor<L extends Leaf>(tree: Tree<L>): Promise<BearsOut | undefined> {
  for (const text of variantsIn(tree)) if (mayBeWords(text)) return await languageDetector()
  return undefined
}

/** By the pointer of each list of a file, the names that said which text an item is of in its original. */
function keysBefore<L extends Leaf>(
  before: TextsInLanguages<L> | undefined,
  below: string,
): ReadonlyMap<string, readonly string[]> | undefined {
  if (before === undefined) return undefined
  return new Map(
    before.texts.flatMap(({ name, row }) =>
      row ? [[below + name.slice(0, name.indexOf('\0')), row.keys] as const] : [],
    ),
  )
}

const BLANK = /\s/

/** Texts in languages have no others inside of them. */
function outermost<L extends Leaf>(texts: readonly Variants<L>[]): readonly Variants<L>[] {
  let around: Branch<L> | undefined
  let end = 0
  return texts.filter(({ all, holder }) => {
    if (holder !== around && holder.start < end) return false
    const items = all.flatMap(({ item }) => item?.holder.end ?? [])
    if (items.length === 0) return true
    around = holder
    end = Math.max(end, ...items)
    return true
  })
}

/** `are_said`: that the tags are languages is known from elsewhere. */
function areMeant<L extends Leaf>(
  { all, called, closed, row }: Variants<L>,
  spoken: string | undefined,
  are_said?: true,
): boolean {
  const inRows = all.every(({ item }) => item?.field !== undefined)
  const tags = [...all.map(({ written }) => written), ...closed]
  if (!inRows && are_said === undefined && tags.every(isRatherWord)) return false
  const texts = all.map(({ tag, written, strings }) => ({ tag, written, values: strings.map(({ value }) => value) }))
  const are_objects = all.some(({ item }) => item !== undefined && item.field === undefined)
  const nothing = closed.map(tag => ({ tag, written: tag, values: [] }))
  return areOneText(row?.all ?? [...texts, ...nothing], { called, spoken, are_objects, are_said: are_said ?? inRows })
}
