/**
 * The units of texts that have their languages beside each other. A translation fills the place of its language, or makes one behind the
 * others; no other language is changed.
 */
import { sameTag } from '../../contract/language-tags.ts'
import type { Unit } from '../format.ts'
import { placeBelow, type TextsInLanguages, type Variant, type Variants, variantIn } from './texts-in-languages.ts'
import { type Leaf, pointerOf } from './tree.ts'

/** What a text gets in a language that it does not have yet. */
export interface Making<L extends Leaf> {
  readonly text: Variants<L>
  readonly from: Variant<L>
  readonly target: string
  /** The path of the map or list that it gets it in. */
  readonly path: string
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
  readonly is_last: boolean
}

/** The units of a file with such texts. `units` are those of all its strings as if each were in the language of the file. */
export function* besideOthers<L extends Leaf, D extends Unit>(
  { source, texts, whole }: TextsInLanguages<L>,
  units: Iterable<D>,
  manner: BesideManner<L, D>,
): Generator<D> {
  const spots = new Map<number, Spot<L>>()
  for (const text of texts) {
    const its = text.all.flatMap(variant => stringsOf(variant).map(string => ({ text, variant, string })))
    for (const spot of its) spots.set(spot.string.start, { ...spot, is_last: spot === its.at(-1) })
  }
  const beside = new Beside(source, manner)
  for (const unit of units) {
    const spot = spots.get(unit.start)
    if (spot === undefined || !manner.isOwn(unit)) yield whole ? stays(unit) : unit
    else {
      yield* beside.at(spot, unit)
      if (spot.is_last) yield* beside.behind(spot, unit)
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
  return item?.field === undefined ? strings : [...strings, item.field].sort((one, other) => one.start - other.start)
}

class Beside<L extends Leaf, D extends Unit> {
  readonly #source: string | undefined
  readonly #manner: BesideManner<L, D>
  /** The strings of a language by their places below it. */
  readonly #below = new Map<Variant<L>, ReadonlyMap<string, L>>()

  constructor(source: string | undefined, manner: BesideManner<L, D>) {
    this.#source = source
    this.#manner = manner
  }

  /** The unit of a string of such a text: none for the source of a place that the file has or gets. */
  *at({ text, variant, string }: Spot<L>, unit: D): Generator<D> {
    const { target, filled } = this.#manner
    const from = variantIn(text, this.#source)
    const place = variantIn(text, target)
    const isName = string === variant.item?.field
    if (from !== undefined && place === variant && from !== place) {
      const original = this.#same(from, variant, string)
      if (isName) yield { ...unit, text: from.item?.field?.value ?? '', target: string.value, left_out: 'identifier' }
      else yield original === undefined ? inAnother(unit) : filled(unit, string, original)
    } else if (isName) yield { ...unit, left_out: 'identifier' }
    else if (variant !== from) yield inAnother(unit)
    else if (target === undefined) yield unit
    else if (place === undefined ? isClosed(text, target) : this.#same(place, variant, string) === undefined)
      yield inAnother(unit)
  }

  /** The units of a language that the text does not have yet, which is written behind the last one. */
  behind({ text, string }: Spot<L>, { path }: D): readonly D[] {
    const { target, made } = this.#manner
    const from = variantIn(text, this.#source)
    if (target === undefined || from === undefined || variantIn(text, target) || isClosed(text, target)) return []
    const below = pointerOf(string).length - text.holder.pointer.length
    return made({ text, from, target, path: path.slice(0, path.length - below) })
  }

  /** The string of a language that a string of another one has beside it. */
  #same(language: Variant<L>, variant: Variant<L>, string: L): L | undefined {
    const known = this.#below.get(language)
    const found = known ?? new Map(language.strings.map(each => [placeBelow(language, each), each]))
    if (known === undefined) this.#below.set(language, found)
    return found.get(placeBelow(variant, string))
  }
}

/** Whether a language has a member that is no text. */
function isClosed<L extends Leaf>({ closed }: Variants<L>, target: string): boolean {
  return closed.some(tag => sameTag(tag, target))
}
