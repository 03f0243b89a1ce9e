import type { Replacing } from '../../mcp/files/replacing.ts'
import type { Home } from './homes.ts'
import { type FileOutcome, failed } from './outcome.ts'
import { collisions, expectedIn, folded, type PlaceRule, type PossiblePlaces, placesOf } from './places.ts'
import type { PlannedFile } from './planned-file.ts'

/** A file with its plan, and where its results go. */
export interface Ready {
  readonly planned: PlannedFile
  readonly places: PossiblePlaces
  /** See Replacing. */
  readonly overwrite?: Replacing['overwrite']
}

interface RunRule extends PlaceRule {
  /** The folder of each source that was not named itself, by its absolute path. */
  readonly homes?: ReadonlyMap<string, Home>
}

/** A plan, and whether its file holds all languages at once. */
export interface PlannedHere {
  readonly planned: PlannedFile
  readonly holds_all: boolean
}

/** Gives each result its place. Where two have the same, both get the name of their source with the tag; where that fails, they end. */
export function placeAll(all: readonly PlannedHere[], rule: RunRule, end: (outcome: FileOutcome) => void): Ready[] {
  const place = (one: PlannedHere, plain: boolean): Ready => {
    const { plan, source } = one.planned
    const file = { path: source, language: plan.source_language }
    const home = rule.homes?.get(source)
    return {
      planned: one.planned,
      places: placesOf({ ...rule, plain, home }, file, plan.target_languages, one.holds_all),
    }
  }
  const listOf = ({ places }: Ready) => {
    const list = [...expectedIn(places).values()]
    return expectedIn(places) === places.together ? list.slice(0, 1) : list
  }
  const usual = all.map(one => place(one, false))
  const shared = collisions(usual.map(listOf))
  const isShared = (one: Ready, places: ReadonlySet<string>) => listOf(one).find(each => places.has(folded(each)))
  const ready = all.map((one, at) => {
    const first = usual[at] ?? place(one, false)
    return isShared(first, shared) === undefined ? first : place(one, true)
  })
  const still = collisions(ready.map(listOf))
  return ready.filter(one => {
    const twice = isShared(one, still)
    if (twice === undefined) return true
    const why = one.places.zip
      ? `A zip holds the languages of one file, and two would be ${twice}: give --out with {name} and {dir}, or a folder.`
      : `Two results would be written to ${twice}: give --out with {lang}, {name} and {dir}.`
    end(failed(one.planned.given, new Error(why), one.planned))
    return false
  })
}
