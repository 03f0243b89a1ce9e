import { createHash } from 'node:crypto'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { ApiError } from '../../client/errors.ts'
import { FileRefused } from '../../mcp/files/boundary.ts'
import { openPlain } from '../../mcp/files/handles.ts'
import { keptLine, placeFile } from '../../mcp/files/replacing.ts'
import { type Spot, spotAt } from '../../mcp/files/spot.ts'
import { makeFolder } from '../make-folder.ts'
import { alreadyThere, notReplaced, notWritable, PlaceRefused, type Saving } from './check.ts'
import { entriesByLanguage, type Places } from './places.ts'

/**
 * Saves a fetched result to its places. For one place the file is copied; for several it is a zip, which is unpacked. Each place
 * gets the whole file or nothing. Gives a line for each file that was replaced: where it is kept.
 *
 * @throws {PlaceRefused} file_exists, not_replaced, not_writable
 * @throws {Error} the zip does not hold exactly one file for each language
 */
export async function saveResult(fetched: string, places: Places, saving: Saving): Promise<string[]> {
  const [only, ...more] = places.values()
  if (only !== undefined && more.length === 0) return place(only, saving, to => copyFile(fetched, to))
  const entries = unzipSync(await readFile(fetched))
  const names = Object.keys(entries).filter(name => !name.endsWith('/'))
  const byLanguage = entriesByLanguage(names, [...places.keys()])
  if (byLanguage === undefined) throw new Error('The result does not hold one file for each language.')
  const kept: string[] = []
  for (const [language, target] of places) {
    const content = entries[byLanguage.get(language) ?? '']
    if (content !== undefined) kept.push(...(await place(target, saving, to => writeFile(to, content))))
  }
  return kept
}

async function place(target: string, saving: Saving, write: (temporary: string) => Promise<void>): Promise<string[]> {
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
    if (error instanceof FileRefused)
      throw error.code === 'copies_full' ? new PlaceRefused('not_replaced', error.message) : notReplaced(target)
    throw error instanceof ApiError && error.code === 'file_exists' ? alreadyThere(target) : notWritable(target, error)
  }
}

async function put(spot: Spot, { source, ...how }: Saving, write: (to: string) => Promise<void>): Promise<string[]> {
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
