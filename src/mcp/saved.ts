import { lstat, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../client/errors.ts'
import { hashFile } from '../client/hash.ts'
import { extensionOf, isSameFormat, kindWithExtension, playTagOf } from '../contract/formats.ts'
import { placeAsMade } from '../contract/result-names.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { besideSource, placeInWords } from './files/beside.ts'
import { expectedOf, firstBytesOf, isZip, requireContent } from './files/judging.ts'
import type { ReadableFile } from './files/reading.ts'
import { placeFile, refuseSource } from './files/replacing.ts'
import { lookAtResult } from './files/result-look.ts'
import type { Spot } from './files/spot.ts'
import { quoted } from './render/data.ts'
import { alreadyAt, fromTo, type SavedApart, type SavedFile, samePlace, saveApart, type ToSave } from './saved-apart.ts'

/** A result on disk: one file, or one for each language, of which some may have failed. */
export type Saved = (
  | (SavedFile & {
      /** The names of what a zip holds beside translations. */
      readonly beside: readonly string[]
    })
  | SavedApart
) & {
  /** The source is no longer what was sent, so that its translation is of what it was. */
  readonly changed: boolean
}

/**
 * Fetches a result into an allowed folder, where it is judged before it gets its name. It keeps the extension of its format, and
 * replaces another file only by the rules of `placeFile`. A zip with a file for each language is unpacked, each to its own place by the
 * same rules, unless `save_to` asks for the zip.
 *
 * @throws {ToolRefusal} name_for_zip; other_extension; same_place
 * @throws {FileRefused} where the place is not allowed; is_source; other_language; not_replaced; file_exchanged
 * @throws {ApiError} wrong_result; file_exists; file_error; or as the download does
 */
export async function saveFetched(asked: ToSave, context: CallContext): Promise<Saved> {
  const { folders, sources } = context.parts
  const source = await sources.recall(asked.batch.id)
  const sent = await sources.sent(asked.batch.id)
  const place = { given: asked.save_to, ...(await usualPlace(asked, source, context)) }
  const spot = await folders.forSaving(place)
  try {
    checkName(path.basename(spot.path), asked)
    return await fetchTo(spot, { ...asked, source, sent, usual: place.source }, context)
  } finally {
    await spot.close()
  }
}

/** What the place of a result follows from. */
interface Around {
  /** The file that it was made from; undefined where that is not known. */
  readonly source: string | undefined
  /** The SHA-256 of what was sent of it; undefined where that is not known. */
  readonly sent?: string | undefined
  /** A file in the folder where it belongs. */
  readonly usual: string | undefined
}

/** A place as `forSaving` takes it: the folder for the language where the source lies in one, else beside it under the service's name. */
async function usualPlace(asked: ToSave, source: string | undefined, { parts }: CallContext) {
  const { batch, file_name, languages, save_to } = asked
  const [target, ...others] = languages?.target_languages ?? []
  const own = placeInRun(asked)
  if (own !== undefined) return { given: own, source: undefined, fileName: path.basename(own) }
  // In a folder that was named, only the name of the file says the language: so the service names it.
  const isNamed = save_to !== undefined
  if (isNamed || source === undefined || target === undefined || others.length > 0)
    return { source, fileName: file_name }
  const named = { path: source, name: batch.file_name ?? path.basename(source) }
  const { file: beside, moved } = await besideSource(named, await parts.folders.allowed(), fromTo(target, languages))
  const file = placeAsMade(beside, file_name)
  return moved ? { source: file, fileName: path.basename(file) } : { source, fileName: file_name }
}

/** The place of a file of a run: that of its only language, or of the file that holds all. A zip is unpacked beside them. */
function placeInRun(asked: ToSave): string | undefined {
  const { places, languages, result, file_name } = asked
  const [target, ...others] = languages?.target_languages ?? []
  if (places === undefined || target === undefined) return undefined
  const own = places.apart.get(target)
  if (others.length === 0) return own && placeAsMade(own, file_name)
  const together = places.together.get(target)
  return together === undefined || !isZip(result, file_name, asked)
    ? together
    : path.join(path.dirname(together), file_name)
}

async function fetchTo(spot: Spot, asked: ToSave & Around, context: CallContext): Promise<Saved> {
  const { batch, result, file_name, save_to, overwrite, source, usual, taken, sources } = asked
  const { parts, signal } = context
  const { client, folders, written, judge = lookAtResult } = parts
  const zip = isZip(result, file_name, asked)
  const apart = zip && !/\.zip$/i.test(save_to ?? '') ? (asked.languages?.target_languages ?? []) : []
  const place = placeInWords(spot.path, await folders.allowed())
  if (apart.length === 0 && taken?.has(spot.path)) throw samePlace({ batch, file_name: place })
  const isThere = () => alreadyAt(place, asked)
  const there = await lstat(spot.at).catch(() => undefined)
  const isOther = there !== undefined && result.size_bytes !== null && there.size !== result.size_bytes
  const temporary = spot.temporary()
  let original: ReadableFile | undefined
  try {
    original = source === undefined ? undefined : await folders.forReading(source).catch(() => undefined)
    if (apart.length === 0) await refuseSource(spot, original, sources)
    // A call that is repeated after a lost answer finds the file that the first call saved. It has the same size.
    if (!overwrite && isOther && apart.length === 0) throw isThere()
    const expected = expectedOf({ ...asked, name: file_name })
    const { size_bytes, sha256 } = await client.download(result.url, { path: temporary }, { signal, expected })
    const name = zip ? (batch.file_name ?? file_name) : file_name
    const announced = result.size_bytes !== null || expected.sha256 !== null
    const changed = original !== undefined && (await hasChanged(original, asked.sent))
    const head = original && (await firstBytesOf(original.handle))
    const beside = await requireContent({ path: temporary, name, zip, size_bytes, announced, original: head }, judge)
    signal.throwIfAborted()
    const each = beside.length === 0 ? await languagesIn(temporary, apart) : undefined
    if (each !== undefined) {
      const apart = await saveApart(each, path.dirname(spot.path), { ...asked, original }, context)
      return { ...apart, changed: changed && !apart.apart.some(one => one.path === original?.path) }
    }
    const finished = { temporary, sha256, source: original }
    const placing = await placeFile(spot, finished, {
      overwrite,
      written,
      sources,
      language: onlyLanguage(asked),
    }).catch(error => {
      throw error instanceof ApiError && error.code === 'file_exists' ? isThere() : error
    })
    taken?.add(spot.path)
    const moved = save_to === undefined && usual !== undefined && path.dirname(spot.path) !== path.dirname(usual)
    return {
      path: spot.path,
      size_bytes,
      sha256,
      placing,
      moved,
      beside,
      changed: changed && spot.path !== original?.path,
    }
  } finally {
    await original?.handle.close()
    await rm(temporary, { force: true })
  }
}

/** The language of a result in one; undefined where it holds several. */
function onlyLanguage({ languages }: ToSave): string | undefined {
  const [only, ...others] = languages?.target_languages ?? []
  return others.length === 0 ? only : undefined
}

async function hasChanged({ handle }: ReadableFile, sent: string | undefined): Promise<boolean> {
  return sent !== undefined && (await hashFile(handle)).sha256 !== sent
}

async function languagesIn(zip: string, languages: readonly string[]) {
  if (languages.length === 0) return undefined
  const { languagesInZip } = await import('./files/languages-in-zip.ts')
  return languagesInZip(await readFile(zip), languages)
}

/** Text that somebody chose must not become a script or settings: a result keeps the extension of its format. */
function checkName(name: string, asked: ToSave): void {
  const { result, file_name, save_to } = asked
  const zip = isZip(result, file_name, asked)
  if (zip ? /\.zip$/i.test(name) : isSameFormat(name, file_name)) return
  if (zip) {
    throw new ToolRefusal('name_for_zip', [
      `No file was written: several languages are a file each, and ${quoted(save_to ?? file_name)} is no folder and does not end in .zip.`,
      'Call get_result with a save_to that names a folder (ending in /), or that ends in .zip for one zip.',
    ])
  }
  const ending = extensionOf(file_name)
  const as =
    playTagOf(file_name) === undefined ? `ends in .${ending}` : `ends in a name such as ${path.basename(file_name)}`
  throw new ToolRefusal('other_extension', [
    `No file was written: the result is ${kindWithExtension(ending)}, and ${quoted(save_to ?? name)} does not ${as.replace('ends', 'end')}.`,
    `Call get_result with a save_to that ${as} or names a folder (ending in /).`,
  ])
}
