import { lstat, rm } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../client/errors.ts'
import type { Batch, Result } from '../contract/batch.ts'
import { extensionOf, isSameFormat } from '../contract/formats.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { expectedOf, firstBytesOf, isZip, requireContent } from './files/judging.ts'
import type { ReadableFile } from './files/reading.ts'
import { type Placing, placeFile } from './files/replacing.ts'
import { lookAtResult } from './files/result-look.ts'
import type { Spot } from './files/spot.ts'
import { quoted } from './render/data.ts'

/** A result that is to be saved, under the name that the service gives it unless `save_to` says otherwise. */
export interface ToSave {
  readonly batch: Batch
  readonly result: Result
  readonly file_name: string
  readonly request_id: string
  readonly save_to: string | undefined
  readonly overwrite: boolean
  /** The places that other results of the same call have: none replaces another. */
  readonly taken?: Set<string> | undefined
}

/** A result on disk. `moved`: the folder of its source is not allowed any more, so it lies elsewhere. */
export interface SavedFile {
  readonly path: string
  readonly size_bytes: number
  readonly sha256: string
  readonly placing: Placing
  readonly moved: boolean
  /** The names of what a zip holds beside translations. */
  readonly beside: readonly string[]
}

/**
 * Fetches a result into an allowed folder, where it is judged before it gets its name. It keeps the extension of its format, and
 * replaces another file only by the rules of `placeFile`.
 *
 * @throws {ToolRefusal} name_for_zip; other_extension; same_place
 * @throws {FileRefused} where the place is not allowed; not_replaced; file_exchanged
 * @throws {ApiError} wrong_result; file_exists; file_error; or as the download does
 */
export async function saveFetched(asked: ToSave, context: CallContext): Promise<SavedFile> {
  const { folders, sources } = context.parts
  const { save_to: given, file_name: fileName } = asked
  const source = await sources.recall(asked.batch.id)
  const spot = await folders.forSaving({ given, source, fileName })
  try {
    checkName(path.basename(spot.path), asked)
    if (asked.taken?.has(spot.path)) throw samePlace(asked)
    const moved = given === undefined && source !== undefined && path.dirname(spot.path) !== path.dirname(source)
    const saved = await fetchTo(spot, source, asked, context)
    asked.taken?.add(spot.path)
    return { path: spot.path, moved, ...saved }
  } finally {
    await spot.close()
  }
}

function samePlace({ batch, file_name }: ToSave): ToolRefusal {
  return new ToolRefusal('same_place', [
    `Not saved: another result of this call has the place of ${quoted(file_name)}.`,
    `get_result for ${batch.id} alone, with another save_to, saves it.`,
  ])
}

async function fetchTo(
  spot: Spot,
  source: string | undefined,
  { batch, result, file_name, save_to, overwrite, request_id }: ToSave,
  { parts: { client, folders, written, judge = lookAtResult }, signal }: CallContext,
): Promise<Omit<SavedFile, 'path' | 'moved'>> {
  const isThere = () =>
    new ApiError({ code: 'file_exists', message: `There is another file at ${save_to ?? file_name}`, request_id })
  const there = await lstat(spot.at).catch(() => undefined)
  // A call that is repeated after a lost answer finds the file that the first call saved. It has the same size.
  if (!overwrite && there !== undefined && result.size_bytes !== null && there.size !== result.size_bytes)
    throw isThere()
  const temporary = spot.temporary()
  let original: ReadableFile | undefined
  try {
    const expected = expectedOf({ result, batch, name: file_name })
    const { size_bytes, sha256 } = await client.download(result.url, { path: temporary }, { signal, expected })
    original = source === undefined ? undefined : await folders.forReading(source).catch(() => undefined)
    const zip = isZip(result, file_name)
    const name = zip ? (batch.file_name ?? file_name) : file_name
    const announced = result.size_bytes !== null || expected.sha256 !== null
    const head = original && (await firstBytesOf(original.handle))
    const beside = await requireContent({ path: temporary, name, zip, size_bytes, announced, original: head }, judge)
    signal.throwIfAborted()
    const placing = await placeFile(spot, { temporary, sha256, source: original }, { overwrite, written })
    return { size_bytes, sha256, placing, beside }
  } catch (error) {
    throw error instanceof ApiError && error.code === 'file_exists' ? isThere() : error
  } finally {
    await original?.handle.close()
    await rm(temporary, { force: true })
  }
}

/** Text that somebody chose must not become a script or settings: a result keeps the extension of its format. */
function checkName(name: string, { result, file_name, save_to }: ToSave): void {
  const zip = isZip(result, file_name)
  if (zip ? /\.zip$/i.test(name) : isSameFormat(name, file_name)) return
  if (zip) {
    throw new ToolRefusal('name_for_zip', [
      `No file was written: several languages come as one zip, and ${quoted(save_to ?? file_name)} does not end in .zip.`,
      'Call get_result with a save_to that ends in .zip or names a folder (ending in /).',
    ])
  }
  const ending = extensionOf(file_name)
  throw new ToolRefusal('other_extension', [
    `No file was written: the result is a .${ending} file, and ${quoted(save_to ?? name)} does not end in .${ending}.`,
    `Call get_result with a save_to that ends in .${ending} or names a folder (ending in /).`,
  ])
}
