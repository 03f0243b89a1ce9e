import type { Stats } from 'node:fs'
import { lstat, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryBeside } from '../../client/place.ts'
import { makeFolder, systemCodeOf } from '../make-folder.ts'
import type { Places } from './places.ts'

/** A result cannot go where it should, in words that name the place. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused'
  readonly code: 'file_exists' | 'is_source' | 'is_folder' | 'not_writable'

  constructor(code: PlaceRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Finds out before anything is spent whether every place can be written: none is a source, none is taken unless `overwrite`, and
 * a file can be made there. Leaves nothing behind.
 *
 * @throws {PlaceRefused} for the first place where that is not so
 */
export async function checkPlaces(
  places: Places,
  { sources, overwrite }: { readonly sources: readonly string[]; readonly overwrite: boolean },
): Promise<void> {
  const closed = new Set(await Promise.all(sources.map(identity)))
  for (const place of places.values()) {
    const same = await identity(place)
    if (same !== undefined && closed.has(same)) {
      throw new PlaceRefused(
        'is_source',
        `${shown(place)} is the source itself, which is never replaced. Choose another --out.`,
      )
    }
    const found = await whatIsAt(place)
    if (found?.isDirectory()) {
      throw new PlaceRefused('is_folder', `${shown(place)} is a folder. For a file in it end --out with a separator.`)
    }
    if (found !== undefined && !overwrite) throw alreadyThere(place)
    await probe(place)
  }
}

export function alreadyThere(place: string): PlaceRefused {
  return new PlaceRefused(
    'file_exists',
    `${shown(place)} already exists. --overwrite replaces it; --out writes elsewhere.`,
  )
}

/** Why a place cannot be written, without the names of temporary files. */
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

/** A path as a person would write it from here. */
function shown(place: string): string {
  const relative = path.relative('', place)
  return relative.startsWith('..') || relative === '' ? place : relative
}

/** The same for every name of one file, links and letter case included; undefined where there is none. */
async function identity(file: string): Promise<string | undefined> {
  const facts = await stat(file, { bigint: true }).catch(() => undefined)
  return facts === undefined ? undefined : `${facts.dev} ${facts.ino}`
}

/** @throws {PlaceRefused} where the system cannot even look */
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
