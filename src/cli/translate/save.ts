import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { ApiError } from '../../client/errors.ts'
import { putInPlace, temporaryBeside } from '../../client/place.ts'
import { makeFolder } from '../make-folder.ts'
import { alreadyThere, notWritable, PlaceRefused } from './check.ts'
import { entriesByLanguage, type Places } from './places.ts'

/**
 * Saves a fetched result to its places. For one place the file is copied; for several it is a zip, which is unpacked. Each place
 * gets the whole file or nothing.
 *
 * @throws {PlaceRefused} file_exists, not_writable
 * @throws {Error} the zip does not hold exactly one file for each language
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
  const temporary = temporaryBeside(target)
  try {
    await makeFolder(path.dirname(target))
    await write(temporary)
    await putInPlace(temporary, target, overwrite)
  } catch (error) {
    if (error instanceof PlaceRefused) throw error
    throw error instanceof ApiError && error.code === 'file_exists' ? alreadyThere(target) : notWritable(target, error)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}
