import type { Replacing } from '../../mcp/files/replacing.ts'
import type { Home } from '../../mcp/several/homes.ts'
import { type PlaceRule, type PossiblePlaces, placesOfAll } from '../../mcp/several/places.ts'
import { type FileOutcome, failed } from './outcome.ts'
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

/** Gives each result its place (see `placesOfAll`). Where two have the same whatever is tried, they end. */
export function placeAll(all: readonly PlannedHere[], rule: RunRule, end: (outcome: FileOutcome) => void): Ready[] {
  const placed = placesOfAll(
    all.map(({ planned: { plan, source }, holds_all }) => ({
      ...{ path: source, language: plan.source_language, languages: plan.target_languages },
      ...{ holds_all, home: rule.homes?.get(source) },
    })),
    rule,
  )
  return all.flatMap(({ planned }, at) => {
    const one = placed[at]
    if (one === undefined) return []
    const { places, shared } = one
    if (shared === undefined) return [{ planned, places }]
    const why = places.zip
      ? `A zip holds the languages of one file, and two would be ${shared}: give --out with {name} and {dir}, or a folder.`
      : `Two results would be written to ${shared}: give --out with {lang}, {name} and {dir}.`
    end(failed(planned.given, new Error(why), planned))
    return []
  })
}
