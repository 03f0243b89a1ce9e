import type { Stats } from 'node:fs'
import { lstat, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from '../../client/hash.ts'
import { temporaryBeside } from '../../client/place.ts'
import { extensionOf, isSameFormat, kindWithExtension, playTagOf } from '../../contract/formats.ts'
import { withCodes } from '../../contract/hidden.ts'
import { resultName } from '../../contract/result-names.ts'
import { systemCodeOf } from '../../contract/system-errors.ts'
import { identityOf, openPlain } from '../../mcp/files/handles.ts'
import {
  holdsTranslation,
  isCounterpartOf,
  languageOfOther,
  mayReplace,
  type Replacing,
} from '../../mcp/files/replacing.ts'
import type { WrittenFiles } from '../../mcp/files/written.ts'
import { expectedIn, isZipName, type Places, type PossiblePlaces } from '../../mcp/several/places.ts'
import { makeFolder } from '../make-folder.ts'

/** How results are saved. */
export interface Saving {
  /** The absolute path of the file that was translated. */
  readonly source: string
  /** See Replacing. */
  readonly overwrite: Replacing['overwrite']
  readonly written: WrittenFiles
}

/** A result cannot be written to its place. The message names the place. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused'
  readonly code:
    | 'file_exists'
    | 'is_source'
    | 'is_folder'
    | 'other_extension'
    | 'other_language'
    | 'not_replaced'
    | 'not_writable'

  constructor(code: PlaceRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Checks, before credits are spent, that every result can be written. A place must not be one of the `closed` files, the sources (but one that holds its own translation)
 * or a folder, and have the extension of the source, unless it is the zip that was asked for. It must be free; with `overwrite`, a file there must be one that may be replaced. It must be possible to make a file there; the files and folders made to try this are removed again.
 *
 * @throws {PlaceRefused} for the first place that fails
 */
export async function checkPlaces(
  possible: PossiblePlaces,
  { closed, ...saving }: Saving & { readonly closed: ReadonlySet<string> },
): Promise<void> {
  const own = await identity(saving.source)
  const expected = expectedIn(possible)
  for (const [place, language] of new Map([...expected].map(([language, place]) => [place, language]))) {
    const same = await identity(place)
    // A file that holds its translation beside the source may be filled, where that is told.
    const fills = same !== undefined && same === own && (await holdsItself(saving.source))
    if (same !== undefined && closed.has(same) && !fills) {
      throw new PlaceRefused(
        'is_source',
        `${shown(place)} is the source itself, which is never replaced. Choose another --out.`,
      )
    }
    const found = await whatIsAt(place)
    if (found?.isDirectory()) {
      throw new PlaceRefused('is_folder', `${shown(place)} is a folder. For a file in it end --out with a separator.`)
    }
    if (!possible.zip) checkExtension(place, saving.source)
    if (found !== undefined && !saving.overwrite) throw alreadyThere(place)
    if (found !== undefined && saving.overwrite === 'own' && !(await isUnchanged(place, saving.written)))
      throw staysThere(place)
    if (found !== undefined)
      await refuseReplacing(place, { ...saving, language: languageFor(possible, expected, language) })
    await probe(place)
  }
}

/** The sources of a run, which no result replaces, as `checkPlaces` takes them. */
export async function closedBy(sources: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(sources.map(identity))
  return new Set(found.filter(one => one !== undefined))
}

/** True for a plain file that this program wrote, as it wrote it. */
async function isUnchanged(place: string, written: WrittenFiles): Promise<boolean> {
  const file = await openPlain(place).catch(() => undefined)
  try {
    if (file === undefined || !(await file.stat()).isFile()) return false
    return (await hashFile(file)).sha256 === (await written.hashOf(await realpath(place)))
  } finally {
    await file?.close()
  }
}

async function holdsItself(source: string): Promise<boolean> {
  const file = await openPlain(source).catch(() => undefined)
  try {
    return file !== undefined && (await holdsTranslation(path.basename(source), file))
  } finally {
    await file?.close()
  }
}

export function alreadyThere(place: string): PlaceRefused {
  return new PlaceRefused(
    'file_exists',
    `${shown(place)} already exists. --overwrite replaces it, where it is a translation of the source; --out writes elsewhere.`,
  )
}

export function staysThere(place: string): PlaceRefused {
  return new PlaceRefused(
    'file_exists',
    `${shown(place)} stays as it is: somebody changed it since this program wrote it, or it is not of this program. --overwrite replaces it, where it is a translation of the source; --out writes elsewhere.`,
  )
}

/** Text that somebody chose must not become a script or settings: a result keeps the extension of its format. */
function checkExtension(place: string, source: string): void {
  const result = resultName(path.basename(source))
  // Which of both it is, the plan says.
  if ([result, source].some(file => isSameFormat(path.basename(place), path.basename(file)))) return
  if (isZipName(place)) throw new PlaceRefused('other_extension', `${shown(place)} ${NO_ZIP}`)
  const ending = extensionOf(result) === '' ? 'has no extension' : `is ${kindWithExtension(extensionOf(result))}`
  throw new PlaceRefused(
    'other_extension',
    `${shown(place)} has another extension than the translation, which ${ending}. Choose another --out, such as one that ends in ${playTagOf(result) === undefined ? '.{ext}' : 'messages.{lang}'}.`,
  )
}

const NO_ZIP =
  'is refused: a zip is for several languages that are a file each, and has no {lang} in its name. Choose another --out, such as one that ends in .{ext}.'

/** The language that the name of a place has to fit; undefined where one file holds several, or the person named that very path. */
export function languageFor({ exact, together }: PossiblePlaces, chosen: Places, language: string): string | undefined {
  return exact || (chosen === together && chosen.size > 1) ? undefined : language
}

/** See `mayReplace` and `languageOfOther`. What is no plain file is never replaced. @throws {PlaceRefused} not_replaced; other_language */
async function refuseReplacing(
  place: string,
  { source, written, language }: Saving & Pick<Replacing, 'language'>,
): Promise<void> {
  const [there, original] = await Promise.all([place, source].map(file => openPlain(file).catch(() => undefined)))
  try {
    if (there === undefined || !(await there.stat()).isFile()) throw notReplaced(place)
    const real = await realpath(place)
    const name = path.basename(real)
    const { sha256 } = await hashFile(there)
    const known = { name, sha256, source: path.basename(source), written: await written.hashOf(real) }
    const from = original === undefined ? undefined : { name: known.source, handle: original }
    const other = await languageOfOther(real, there, { source: from, language, isOurs: known.written === sha256 })
    if (other !== undefined) throw namedForOther(place, other)
    const isAllowed = await mayReplace(
      known,
      async () => original !== undefined && (await isCounterpartOf(name, there, [original])),
    )
    if (!isAllowed) throw notReplaced(place)
  } finally {
    await there?.close()
    await original?.close()
  }
}

function namedForOther(place: string, why: string): PlaceRefused {
  return new PlaceRefused('other_language', `${shown(place)} ${why}. Choose another --out, such as one with {lang}.`)
}

export function notReplaced(place: string): PlaceRefused {
  return new PlaceRefused(
    'not_replaced',
    `${shown(place)} was not written by this program, or somebody changed it since, and it is no other translation of the source: it stays as it is. Move it away, or choose another --out.`,
  )
}

/** The error for a place that cannot be written. The system's own message is left out: it may name a temporary file. */
export function notWritable(place: string, error: unknown): PlaceRefused {
  const code = systemCodeOf(error) ?? ''
  const why = REASONS[code] ?? (/^E[A-Z]+$/.test(code) ? `the system says ${code}` : 'the system refuses it')
  return new PlaceRefused('not_writable', `${shown(place)} cannot be written: ${why}.`)
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  ENOTDIR: 'a file is where a folder should be',
  ENOENT: 'its folder cannot be made',
  ENAMETOOLONG: 'its name is too long',
}

/** A path relative to the working folder, or the absolute path where it is outside. */
function shown(place: string): string {
  const relative = path.relative('', place)
  return withCodes(relative.startsWith('..') || relative === '' ? place : relative)
}

/** The same text for all names of one file: links, and other letter case. Undefined where there is no file. */
async function identity(file: string): Promise<string | undefined> {
  const facts = await stat(file, { bigint: true }).catch(() => undefined)
  return facts === undefined ? undefined : identityOf(facts)
}

/** What is at a place; undefined where nothing is. @throws {PlaceRefused} not_writable */
async function whatIsAt(place: string): Promise<Stats | undefined> {
  try {
    return await lstat(place)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    throw notWritable(place, error)
  }
}

async function probe(place: string): Promise<void> {
  let made: readonly string[] = []
  const temporary = temporaryBeside(place)
  try {
    made = await makeFolder(path.dirname(place))
    await writeFile(temporary, '', { flag: 'wx' })
  } catch (error) {
    throw notWritable(place, error)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined)
  }
}
