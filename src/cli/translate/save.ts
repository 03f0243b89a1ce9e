import { createHash } from 'node:crypto'
import { copyFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../../client/errors.ts'
import { isSameFormat } from '../../contract/formats.ts'
import { placeAsMade, resultName } from '../../contract/result-names.ts'
import { FileRefused } from '../../mcp/files/boundary.ts'
import { openPlain } from '../../mcp/files/handles.ts'
import { keptLine, placeFile, type Replacing } from '../../mcp/files/replacing.ts'
import { type Spot, spotAt } from '../../mcp/files/spot.ts'
import type { Places, PossiblePlaces } from '../../mcp/several/places.ts'
import { makeFolder } from '../make-folder.ts'
import { alreadyThere, languageFor, notReplaced, notWritable, PlaceRefused, type Saving, staysThere } from './check.ts'
import type { FetchedFile } from './planned-file.ts'

/**
 * Saves a fetched result to its places: a file for each language, or one that holds all (or the zip that was asked for). Each place gets the whole file or nothing. Gives
 * where everything is, and a line for each file that was replaced: where it is kept.
 *
 * @throws {PlaceRefused} file_exists, not_replaced, other_language, not_writable
 * @throws {Error} there is not exactly one file for each language
 */
export async function saveResult(
  fetched: Pick<FetchedFile, 'file' | 'apart'>,
  places: PossiblePlaces,
  saving: Saving,
): Promise<{ readonly places: Places; readonly kept: readonly string[] }> {
  const { apart } = fetched
  const isOne = apart === undefined && (places.zip || isSameFormat(fetched.file, resultName(saving.source)))
  const chosen = isOne && places.apart.size > 1 ? places.together : places.apart
  const fileFor = (language: string) => apart?.get(language) ?? (isOne || chosen.size === 1 ? fetched.file : undefined)
  const made = new Map(
    [...chosen].map(([language, target]) => [language, placeAsMade(target, fileFor(language) ?? target)]),
  )
  const files = new Map([...made].map(([language, target]) => [target, fileFor(language)]))
  if ([...files.values()].includes(undefined)) throw new Error('The result does not hold one file for each language.')
  const kept: string[] = []
  for (const [language, target] of made) {
    const file = files.get(target)
    // One file that holds all languages is written once.
    if (file === undefined || !files.delete(target)) continue
    const how = { ...saving, language: languageFor(places, chosen, language) }
    kept.push(...(await place(target, how, to => copyFile(file, to))))
  }
  return { places: made, kept }
}

type SavingOne = Saving & Pick<Replacing, 'language'>

async function place(
  target: string,
  saving: SavingOne,
  write: (temporary: string) => Promise<void>,
): Promise<string[]> {
  try {
    await makeFolder(path.dirname(target))
    const spot = await spotAt(target)
    try {
      return await put(spot, saving, write)
    } finally {
      await spot.close()
    }
  } catch (error) {
    if (error instanceof PlaceRefused) throw error
    if (error instanceof FileRefused) {
      const code = SAID[error.code]
      throw code === undefined ? notReplaced(target) : new PlaceRefused(code, error.message)
    }
    if (!(error instanceof ApiError) || error.code !== 'file_exists') throw notWritable(target, error)
    throw saving.overwrite === 'own' ? staysThere(target) : alreadyThere(target)
  }
}

/** The refusals that say themselves what is to be known. */
const SAID: Readonly<Record<string, PlaceRefused['code']>> = {
  copies_full: 'not_replaced',
  other_language: 'other_language',
}

async function put(spot: Spot, { source, ...how }: SavingOne, write: (to: string) => Promise<void>): Promise<string[]> {
  const temporary = spot.temporary()
  const original = await openPlain(source).catch(() => undefined)
  try {
    await write(temporary)
    const sha256 = createHash('sha256')
      .update(await readFile(temporary))
      .digest('hex')
    const from = original === undefined ? undefined : { name: path.basename(source), handle: original }
    const placing = await placeFile(spot, { temporary, sha256, source: from }, how)
    return placing.how === 'replaced' ? [keptLine(placing.kept, spot.path)] : []
  } finally {
    await original?.close()
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}
