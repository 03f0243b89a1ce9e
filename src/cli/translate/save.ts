import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { checkFree, putInPlace, temporaryBeside } from '../../client/place.ts'
import { entriesByLanguage } from './places.ts'

/** Where the results of one file go, by language. */
export type Places = ReadonlyMap<string, string>

/** @throws ApiError `file_exists` for the first place that is taken */
export async function checkPlaces(places: Places): Promise<void> {
  for (const place of places.values()) await checkFree(place)
}

/**
 * Puts a fetched result in its places: a file as it is, a parcel unpacked, each whole or not at all.
 *
 * @throws ApiError `file_exists`; Error when the parcel does not hold one file a language
 */
export async function saveResult(fetched: string, places: Places, overwrite: boolean): Promise<void> {
  const [only, ...more] = places.values()
  if (only !== undefined && more.length === 0) return place(only, overwrite, to => copyFile(fetched, to))
  const entries = unzipSync(await readFile(fetched))
  const names = Object.keys(entries).filter(name => !name.endsWith('/'))
  const byLanguage = entriesByLanguage(names, [...places.keys()])
  if (byLanguage === undefined) throw new Error('The result does not hold one file for each language.')
  for (const [language, target] of places) {
    const content = entries[byLanguage.get(language) ?? '']
    if (content !== undefined) await place(target, overwrite, to => writeFile(to, content))
  }
}

async function place(target: string, overwrite: boolean, write: (temporary: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true })
  const temporary = temporaryBeside(target)
  try {
    await write(temporary)
    await putInPlace(temporary, target, overwrite)
  } finally {
    await rm(temporary, { force: true })
  }
}
