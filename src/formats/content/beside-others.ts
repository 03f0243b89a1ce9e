/**
 * The units of texts that have their languages beside each other. A translation fills the place of its language, or makes one behind the
 * others; no other language is changed.
 */
import { sameTag } from '../../contract/language-tags.ts'
import type { Unit } from '../format.ts'
import type { TextsInLanguages } from './texts-in-languages.ts'
import { type Branch, type Leaf, pointerOf } from './tree.ts'
import { memberOf, placeBelow, type Variant, type Variants, variantIn } from './variants.ts'

/** What a text gets in a language that it does not have yet. */
export interface Making<L extends Leaf> {
  readonly text: Variants<L>
  readonly from: Variant<L>
  readonly target: string
  /** What it is written behind. */
  readonly last: Variant<L>
  /** The path of the map or list that it gets it in, and, in a list, its number there. */
  readonly path: string
  readonly index: number
}

/** How a file has its units. */
export interface BesideManner<L extends Leaf, D extends Unit> {
  readonly target: string | undefined
  /** Whether a unit is that of a string of the file. */
  readonly isOwn: (unit: D) => boolean
  /** The unit of a translation that the file has, which may be empty, with the text that it is a translation of. */
  readonly filled: (own: D, string: L, original: L) => D
  readonly made: (making: Making<L>) => readonly D[]
}

/** Where a string stands among the languages of its text. */
interface Spot<L extends Leaf> {
  readonly text: Variants<L>
  readonly variant: Variant<L>
  readonly string: L
}

/** The units of a file with such texts. `units` are those of all its strings as if each were in the language of the file. */
export function* besideOthers<L extends Leaf, D extends Unit>(
  { source, texts, whole }: TextsInLanguages<L>,
  units: Iterable<D>,
  manner: BesideManner<L, D>,
): Generator<D> {
  const spots = new Map<number, Spot<L>>()
  for (const text of texts) {
    for (const variant of text.all)
      for (const string of stringsOf(variant)) spots.set(string.start, { text, variant, string })
  }
  const beside = new Beside(source, manner, texts)
  for (const unit of units) {
    const spot = spots.get(unit.start)
    if (spot === undefined || !manner.isOwn(unit)) yield whole ? stays(unit) : unit
    else {
      yield* beside.at(spot, unit)
      yield* beside.behind(spot, unit)
    }
  }
}

/** What is in none of the languages stays: the file is one for all of them. */
function stays<D extends Unit>(unit: D): D {
  return unit.left_out === undefined ? { ...unit, left_out: 'do_not_translate' } : unit
}

function inAnother<D extends Unit>(unit: D): D {
  return unit.left_out === 'empty' ? unit : { ...unit, left_out: 'other_language' }
}

/** All strings of a language, in the order of the file. */
export function stringsOf<L extends Leaf>({ strings, item }: Variant<L>): readonly L[] {
  const { field, names = [] } = item ?? {}
  return field === undefined ? strings : [...strings, ...names, field].sort((one, other) => one.start - other.start)
}

/** Whether a string says what an item is: its language, or which text. */
export function isNameIn<L extends Leaf>({ item }: Variant<L>, string: L): boolean {
  return string === item?.field || item?.names?.includes(string) === true
}

class Beside<L extends Leaf, D extends Unit> {
  readonly #source: string | undefined
  readonly #manner: BesideManner<L, D>
  /** The strings of a language by their places below it. */
  readonly #below = new Map<Variant<L>, ReadonlyMap<string, L>>()
  /** By the start of the last string of what they are written behind: texts that get another language. */
  readonly #lacking = new Map<number, { readonly text: Variants<L>; readonly last: Variant<L> }[]>()
  /** By the list and its items: how many new ones stand in front of each. */
  readonly #moved = new Map<Branch<L>, number>()

  constructor(source: string | undefined, manner: BesideManner<L, D>, texts: readonly Variants<L>[]) {
    this.#source = source
    this.#manner = manner
    const behind = new Map<Branch<L>, number>()
    const ends = endsOf(texts, manner.target)
    for (const text of texts) {
      const last = text.row?.apart ? ends.get(text.row) : text.all.findLast(variant => stringsOf(variant).length > 0)
      const at = last && stringsOf(last).at(-1)?.start
      if (last === undefined || at === undefined || !this.#isLacking(text)) continue
      const its = this.#lacking.get(at) ?? []
      if (its.push({ text, last }) === 1) this.#lacking.set(at, its)
      if (text.row && last.item) behind.set(last.item.holder, (behind.get(last.item.holder) ?? 0) + 1)
    }
    for (const list of new Set(texts.flatMap(({ row, holder }) => (row ? [holder] : [])))) {
      let moved = 0
      for (const item of list.holders) {
        if (moved > 0) this.#moved.set(item, moved)
        moved += behind.get(item) ?? 0
      }
    }
  }

  /** The unit of a string of such a text: none for the source of a place that the file has or gets. */
  *at({ text, variant, string }: Spot<L>, own: D): Generator<D> {
    const unit = { ...own, path: this.#pathOf(variant, string, own.path) }
    const { target, filled } = this.#manner
    const from = variantIn(text, this.#source)
    const place = variantIn(text, target)
    const isName = isNameIn(variant, string)
    if (from !== undefined && place === variant && from !== place) {
      const original = this.#same(from, variant, string)
      const named = string === variant.item?.field ? from.item?.field : string
      if (isName) yield { ...unit, text: named?.value ?? '', target: string.value, left_out: 'identifier' }
      else yield original === undefined ? inAnother(unit) : filled(unit, string, original)
    } else if (isName) yield { ...unit, left_out: 'identifier' }
    else if (variant !== from) yield inAnother(unit)
    else if (target === undefined) yield unit
    else if (place === undefined ? !this.#isLacking(text) : this.#same(place, variant, string) === undefined)
      yield inAnother(unit)
  }

  /** The units of the languages that texts do not have yet, which are written behind a string. */
  *behind({ text: { holder }, string }: Spot<L>, { path: own }: D): Generator<D> {
    const { target, made } = this.#manner
    const path = own.slice(0, own.length - (pointerOf(string).length - holder.pointer.length))
    for (const [number, { text, last }] of (this.#lacking.get(string.start) ?? []).entries()) {
      const from = variantIn(text, this.#source)
      if (target === undefined || from === undefined) continue
      const before =
        last.item && text.row ? Number(last.item.holder.key) + (this.#moved.get(last.item.holder) ?? 0) : undefined
      const index = before === undefined ? text.holder.holders.length : before + 1 + number
      yield* made({ text, from, target, last, path, index })
    }
  }

  /** Whether a text gets a language that it does not have. */
  #isLacking(text: Variants<L>): boolean {
    const { target } = this.#manner
    if (target === undefined || variantIn(text, this.#source) === undefined) return false
    return variantIn(text, target) === undefined && !isClosed(text, target)
  }

  /** The path of a string of an item that has new ones in front of it. */
  #pathOf({ item }: Variant<L>, string: L, path: string): string {
    const moved = item === undefined ? undefined : this.#moved.get(item.holder)
    if (item === undefined || moved === undefined) return path
    const below = pointerOf(string).slice(item.holder.pointer.length)
    const above = path.slice(0, path.length - below.length - item.holder.key.length)
    return above + (Number(item.holder.key) + moved) + below
  }

  /** The string of a language that a string of another one has beside it. */
  #same(language: Variant<L>, variant: Variant<L>, string: L): L | undefined {
    const known = this.#below.get(language)
    const found = known ?? new Map(language.strings.map(each => [placeBelow(language, each), each]))
    if (known === undefined) this.#below.set(language, found)
    return found.get(placeBelow(variant, string))
  }
}

/** Whether a language has a member that is no text, or nothing can be written there. */
function isClosed<L extends Leaf>({ closed, row }: Variants<L>, target: string): boolean {
  return row?.closed === true || closed.some(tag => sameTag(tag, target))
}

/** By each list of which every language is a block: its last item in a language, or the last of all. */
function endsOf<L extends Leaf>(
  texts: readonly Variants<L>[],
  language: string | undefined,
): ReadonlyMap<Variants<L>['row'], Variant<L>> {
  const ends = new Map<Variants<L>['row'], Variant<L>>()
  for (const { row, all } of texts) {
    for (const variant of row?.apart ? all : []) {
      const [before, isOwn] = [ends.get(row), language !== undefined && sameTag(variant.tag, language)]
      const isBefore = before !== undefined && language !== undefined && sameTag(before.tag, language)
      const isLater = before === undefined || memberOf(variant).start > memberOf(before).start
      if (isOwn === isBefore ? isLater : isOwn) ends.set(row, variant)
    }
  }
  return ends
}
