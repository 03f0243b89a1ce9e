import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileError } from '../../client/chunks.ts'
import { systemCode } from '../../client/transport.ts'
import { flawOf, safeName } from '../../contract/file-names.ts'
import { asCode, HIDDEN } from '../../contract/hidden.ts'
import { isInside } from './allowed.ts'
import {
  absolute,
  type Boundary,
  exchanged,
  FileRefused,
  first,
  nearestFolder,
  refuseShut,
  shutReason,
  whereItLeads,
} from './boundary.ts'
import { openFolder, placeOfHandle, through } from './handles.ts'
import { openSpot, type Spot } from './spot.ts'

/** Where a caller wants a file: `given`, else beside `source`, else in the first allowed folder, with the name of the result. */
export interface SavingPlace {
  readonly given: string | undefined
  readonly source: string | undefined
  readonly fileName: string
}

/** Finds the place and opens its folder; see `Folders.forSaving`. */
export async function saving({ given, source, fileName }: SavingPlace, boundary: Boundary): Promise<Spot> {
  const { roots } = boundary
  const name = safeName(fileName)
  if (given === undefined && source !== undefined) {
    const beside = path.join(path.dirname(source), name)
    const real = await whereItLeads(path.dirname(beside))
    if (!shutReason({ given: name, file: beside, real: path.join(real, name) }, boundary))
      return spotFor(beside, name, boundary)
  }
  const wanted = given === undefined ? path.join(first(roots), name) : await absolute(given, boundary)
  const isFolder =
    given !== undefined && (/[\\/]$/.test(given) || (await stat(wanted).catch(() => undefined))?.isDirectory())
  const file = isFolder ? path.join(wanted, name) : wanted
  return spotFor(file, given ?? name, boundary)
}

async function spotFor(file: string, given: string, boundary: Boundary): Promise<Spot> {
  const { ancestor, missing } = await nearestFolder(path.dirname(file))
  const name = path.basename(file)
  refuseShut({ given, file, real: path.join(ancestor, ...missing, name) }, boundary)
  refuseNames([...missing, name])
  if (boundary.judging === 'name') {
    const home = boundary.roots.find(root => isInside(ancestor, root)) ?? ancestor
    return spotByName(path.join(ancestor, ...missing), name, home)
  }
  let folder = await openFolder(ancestor).catch(error => Promise.reject(unopened(error, given)))
  try {
    // From here on each step starts at an open folder, so that no link can come between.
    const real = await placeOfHandle(folder, ancestor, boundary.judging)
    if (real === undefined) throw exchanged(given, 'written')
    refuseShut({ given, file, real: path.join(real, ...missing, name) }, boundary)
    for (const next of missing) {
      await mkdir(through(folder, next)).catch(unlessThere)
      const inner = await openFolder(through(folder, next)).catch(error => Promise.reject(unopened(error, given)))
      await folder.close()
      folder = inner
    }
    return openSpot(path.join(real, ...missing, name), folder, real)
  } catch (error) {
    await folder.close()
    throw error
  }
}

async function spotByName(folder: string, name: string, root: string): Promise<Spot> {
  await mkdir(folder, { recursive: true }).catch(error => Promise.reject(fileError('written', error)))
  return openSpot(path.join(folder, name), undefined, root)
}

function unopened(error: unknown, given: string): Error {
  return systemCode(error) === 'ELOOP' ? exchanged(given, 'written') : fileError('written', error)
}

function unlessThere(error: unknown): void {
  if (systemCode(error) !== 'EEXIST') throw fileError('written', error)
}

/**
 * No name that this program makes has a hidden character: two names that look the same must not be two files. None means a drive, a
 * stream or a device on another system.
 */
function refuseNames(names: readonly string[]): void {
  const [hidden] = names.join('').match(HIDDEN) ?? []
  if (hidden !== undefined) {
    const code = asCode(hidden)
    throw new FileRefused('bad_path', `The path contains the hidden character ${code}. Give a path without it.`)
  }
  const [flaw] = names.flatMap(name => flawOf(name) ?? [])
  if (flaw !== undefined) {
    throw new FileRefused('bad_path', `A name in the path ${flaw}. Nothing was written; give a path with another name.`)
  }
}
