import path from 'node:path'
import { chooseFolders, type FolderOptions } from './allowed.ts'
import {
  absolute,
  type Boundary,
  type FileRefused,
  refuseShut,
  resolved,
  shutReason,
  whereItLeads,
} from './boundary.ts'
import { JUDGING, type Judging } from './handles.ts'
import { type FolderListing, listing } from './listing.ts'
import { notFound, type ReadableFile, readable } from './reading.ts'
import { type SavingPlace, saving } from './saving.ts'
import type { Spot } from './spot.ts'

/** Opens files for tools. What was opened is judged, not its name: a link can take the place of a file at any time (MCP-10). */
export interface Folders {
  /** The allowed folders as they are now, for people. */
  allowed(): Promise<string[]>
  /**
   * The open file at a path that a caller gave. The caller closes it.
   *
   * @throws {FileRefused} file_not_found; file_not_readable; file_empty; not_a_file; linked_file; file_exchanged; or a code that says
   *   why the path is not allowed
   */
  forReading(given: string): Promise<ReadableFile>
  /**
   * Where a file or folder is that a caller gave, links resolved.
   *
   * @throws {FileRefused} file_not_found; or a code that says why the path is not allowed
   */
  locate(given: string): Promise<string>
  /** Why a place, links resolved, may not be touched; undefined where it may. */
  shut(place: string): Promise<FileRefused | undefined>
  /**
   * The files in a folder that a caller gave and below it; undefined where the path leads to no folder.
   *
   * @throws {FileRefused} with a code that says why the path is not allowed; file_exchanged
   */
  list(given: string): Promise<FolderListing | undefined>
  /**
   * Where a result may be written: `given`, else beside `source` if that is still allowed, else in the first allowed folder. Makes
   * missing folders below an allowed one. Does not check whether a file is there already. The caller closes it.
   *
   * @throws {FileRefused} with a code that says why the path is not allowed; bad_path, when a new name in it hides something or means
   *   something else on another system; file_exchanged
   * @throws {ApiError} file_error, when a folder cannot be made
   */
  forSaving(place: SavingPlace): Promise<Spot>
}

/** Makes the check. Links are resolved at each call and not here, since folders may be made later. */
export function createFolders(surroundings: FolderOptions, judging: Judging = JUDGING): Folders {
  const chosen = chooseFolders(surroundings)
  const roots = async () => {
    const real = await Promise.all(chosen.map(folder => resolved(folder)))
    return real.filter(folder => folder !== undefined)
  }
  const boundary = async (): Promise<Boundary> => {
    const closed = await Promise.all((surroundings.closed ?? []).map(folder => whereItLeads(path.resolve(folder))))
    return { roots: await roots(), closed, surroundings, judging }
  }
  return {
    allowed: roots,
    locate: async given => located(given, await boundary()),
    shut: async place => shutReason({ given: place, file: place, real: place }, await boundary()),
    forReading: async given => readable(given, await boundary()),
    list: async given => listing(given, await boundary()),
    forSaving: async place => saving(place, await boundary()),
  }
}

async function located(given: string, boundary: Boundary): Promise<string> {
  const file = await absolute(given, boundary)
  const real = await resolved(file)
  refuseShut({ given, file, real: real ?? (await whereItLeads(file)) }, boundary)
  if (real === undefined) throw notFound(given, boundary)
  return real
}
