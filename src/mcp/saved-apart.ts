import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../client/errors.ts'
import type { Batch, Result } from '../contract/batch.ts'
import type { Plan } from '../contract/plan.ts'
import { placeAsMade } from '../contract/result-names.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { besideSource, placeInWords, type SavedFor } from './files/beside.ts'
import type { LanguageInZip } from './files/languages-in-zip.ts'
import type { ReadableFile } from './files/reading.ts'
import { type Placing, placeFile, type Replacing } from './files/replacing.ts'
import { quoted } from './render/data.ts'
import { type Failed, reportUnexpected } from './several/failures.ts'
import type { PossiblePlaces } from './several/places.ts'

/** A result that is to be saved, under the name that the service gives it unless `save_to` says otherwise. */
export interface ToSave {
  readonly batch: Batch
  readonly result: Result
  readonly file_name: string
  /** The languages of the plan; undefined where it cannot be read. */
  readonly languages: PlanLanguages | undefined
  readonly request_id: string
  readonly save_to: string | undefined
  readonly overwrite: Replacing['overwrite']
  /** Where it belongs, for a file of a run; in place of `save_to`. */
  readonly places?: PossiblePlaces | undefined
  /** The places that other results of the same call have: none replaces another. */
  readonly taken?: Set<string> | undefined
  /** The files that the results of the same call were made from. */
  readonly sources?: readonly string[] | undefined
}

/** The languages of a plan. */
type PlanLanguages = Pick<Plan, 'source_language' | 'target_languages'>

/** A file on disk. `moved`: the folder that it belongs to is not allowed (any more), so it lies elsewhere. */
export interface SavedFile {
  readonly path: string
  readonly size_bytes: number
  readonly sha256: string
  readonly placing: Placing
  readonly moved: boolean
}

/** One language of a result, which has a file of its own. */
export interface SavedLanguage extends SavedFile {
  readonly language: string
}

/** A file for each language. `failed` names the languages whose file was not saved. */
export interface SavedApart {
  readonly apart: readonly [SavedLanguage, ...SavedLanguage[]]
  readonly failed: readonly Failed[]
}

/** What is saved of a zip, and the file that it was made from, open where it can still be read. */
interface Unpacking extends ToSave {
  readonly source: string | undefined
  readonly original: ReadableFile | undefined
  readonly taken: Set<string>
}

/**
 * Saves the languages of a zip one after the other, each by the rules for a single file. One that fails does not stop the others.
 *
 * @param folder where they go that are not beside their source
 * @throws {Error} what the first one met, where none is saved
 */
export async function saveApart(
  each: readonly LanguageInZip[],
  folder: string,
  asked: Omit<Unpacking, 'taken'> & Pick<ToSave, 'taken'>,
  context: CallContext,
): Promise<SavedApart> {
  const saved: SavedLanguage[] = []
  const failed: Failed[] = []
  const unpacking = { ...asked, taken: asked.taken ?? new Set<string>() }
  for (const one of each) {
    try {
      saved.push({ language: one.language, ...(await saveLanguage(one, folder, unpacking, context)) })
    } catch (error) {
      if (context.signal.aborted) throw error
      reportUnexpected(error, 'get_result', context.parts.report)
      failed.push({ name: one.language, error })
    }
  }
  const [first, ...others] = saved
  if (first === undefined) throw failed[0]?.error
  return { apart: [first, ...others], failed }
}

async function saveLanguage(
  { language, name: member, content }: LanguageInZip,
  folder: string,
  asked: Unpacking,
  { parts: { folders, written } }: CallContext,
): Promise<SavedFile> {
  const { batch, source, original, save_to, overwrite, taken, sources } = asked
  const name = batch.file_name ?? asked.file_name
  const isBeside = save_to === undefined && source !== undefined
  // In a folder that was named, and without a source, only the name of the file says the language.
  const [from, roots] = isBeside ? [source, await folders.allowed()] : [path.join(folder, 'any'), [folder]]
  const own = asked.places?.apart.get(language)
  const { file: place } =
    own === undefined
      ? await besideSource({ path: from, name }, roots, fromTo(language, asked.languages))
      : { file: own }
  const file = placeAsMade(place, member)
  const fileName = path.basename(file)
  const spot = await folders.forSaving({ given: own && file, source: file, fileName })
  const temporary = spot.temporary()
  try {
    const there = placeInWords(spot.path, await folders.allowed())
    if (taken.has(spot.path)) throw samePlace({ batch, file_name: there })
    const bytes = content()
    await writeFile(temporary, bytes, { flag: 'wx' })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const finished = { temporary, sha256, source: original }
    const placing = await placeFile(spot, finished, { overwrite, written, sources, language }).catch(error => {
      if (!(error instanceof ApiError) || error.code !== 'file_exists') throw error
      throw alreadyAt(there, asked)
    })
    taken.add(spot.path)
    const moved = path.dirname(spot.path) !== path.dirname(file)
    return { path: spot.path, size_bytes: bytes.length, sha256, placing, moved }
  } finally {
    await rm(temporary, { force: true })
    await spot.close()
  }
}

/** The languages between which a result was translated. */
export function fromTo(target: string, languages: PlanLanguages | undefined): SavedFor {
  return { target, source: languages?.source_language ?? undefined }
}

/** Another file is where a result was to go. `place`: in words. */
export function alreadyAt(place: string, { request_id }: Pick<ToSave, 'request_id'>): ApiError {
  return new ApiError({ code: 'file_exists', message: `There is another file at ${place}`, request_id })
}

/** The refusal of a result whose place another one of the same call has. */
export function samePlace({ batch, file_name }: Pick<ToSave, 'batch' | 'file_name'>): ToolRefusal {
  return new ToolRefusal('same_place', [
    `Not saved: another result of this call has the place of ${quoted(file_name)}.`,
    `get_result for ${batch.id} alone, with another save_to, saves it.`,
  ])
}
