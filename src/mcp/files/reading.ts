import type { Stats } from 'node:fs'
import { type FileHandle, stat } from 'node:fs/promises'
import path from 'node:path'
import { chunksOf } from '../../client/chunks.ts'
import { systemCode } from '../../client/transport.ts'
import {
  absolute,
  type Boundary,
  exchanged,
  FileRefused,
  first,
  refuseShut,
  resolved,
  whereItLeads,
} from './boundary.ts'
import { isHardLinkToOthers, openPlain, placeOfHandle } from './handles.ts'

/** An open file that may be sent. Size in bytes. Whoever opened it closes it. */
export interface ReadableFile {
  /** Where it was when it was opened, links resolved. For words and records: what is read is `handle`. */
  readonly path: string
  readonly name: string
  readonly size: number
  readonly handle: FileHandle
}

/** Opens a file at a path that a caller gave, and judges what was opened: a name can lead elsewhere at each look. */
export async function readable(given: string, boundary: Boundary): Promise<ReadableFile> {
  const file = await absolute(given, boundary)
  const real = await resolved(file)
  if (real === undefined) {
    // Outside the allowed folders, refuse for that reason instead: a caller must not learn whether a file exists there.
    refuseShut({ given, file, real: await whereItLeads(file) }, boundary)
    throw notFound(given, boundary)
  }
  // Nothing outside is opened, and no device or pipe: opening can have an effect.
  refuseShut({ given, file, real }, boundary)
  const seen = await stat(real).catch(() => undefined)
  if (!seen) throw unreadable(given)
  refuseOther(seen, given)
  const handle = await openPlain(real).catch(error => Promise.reject(unopened(error, given, boundary)))
  try {
    const place = await placeOfHandle(handle, real, boundary.judging)
    if (place === undefined) throw exchanged(given, 'read')
    refuseShut({ given, file, real: place }, boundary)
    const facts = await handle.stat()
    refuseOther(facts, given)
    if (isHardLinkToOthers(facts)) throw notOurs(given)
    return { path: place, name: path.basename(file), size: facts.size, handle }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** All bytes of an open file, as many as it had when it was judged. @throws {ApiError} file_error */
export async function contentOf({ handle, size }: ReadableFile): Promise<Uint8Array> {
  const bytes = Buffer.alloc(size)
  let length = 0
  for await (const chunk of chunksOf(handle, 1)) {
    length += chunk.copy(bytes, length, 0, Math.max(0, size - length))
    if (length === size) break
  }
  return bytes.subarray(0, length)
}

function refuseOther(facts: Stats, given: string): void {
  if (facts.isDirectory())
    throw new FileRefused(
      'not_a_file',
      `"${given}" is a folder. Give the path of one file; create_batch takes a whole folder in file_paths.`,
    )
  if (!facts.isFile()) throw new FileRefused('not_a_file', `"${given}" is not a plain file.`)
  if (facts.size === 0)
    throw new FileRefused('file_empty', `The file "${given}" is empty: there is nothing to translate.`)
}

function unopened(error: unknown, given: string, boundary: Boundary): FileRefused {
  switch (systemCode(error)) {
    case 'ENOENT':
      return notFound(given, boundary)
    // A link, or a pipe without a writer, is where a file was.
    case 'ELOOP':
    case 'EMLINK':
    case 'ENXIO':
      return exchanged(given, 'read')
    default:
      return unreadable(given)
  }
}

export function notFound(given: string, { roots }: Boundary): FileRefused {
  return new FileRefused(
    'file_not_found',
    `There is no file "${given}". Check the name; relative paths start at ${first(roots)}.`,
  )
}

function unreadable(given: string): FileRefused {
  return new FileRefused('file_not_readable', `The file "${given}" cannot be read. Check its permissions.`)
}

function notOurs(given: string): FileRefused {
  return new FileRefused(
    'linked_file',
    `"${given}" is a second name (a hard link) of a file that belongs to another user. Nothing was read; ask the person for a copy of it.`,
  )
}
