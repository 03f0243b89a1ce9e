import { constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { chunksOf } from '../../client/chunks.ts'

/**
 * How an open file is judged: Linux says where it is (`descriptor`). Elsewhere its name is resolved after it was opened, and must
 * lead to the same file (`name`).
 */
export type Judging = 'descriptor' | 'name'

const DESCRIPTORS = '/proc/self/fd'

/** The way of this system. */
export const JUDGING: Judging = process.platform === 'linux' && existsSync(DESCRIPTORS) ? 'descriptor' : 'name'

/** A path that leads through the open folder, whatever its name leads to by now. */
export function through(folder: FileHandle, name: string): string {
  return `${DESCRIPTORS}/${folder.fd}/${name}`
}

/** Opens a file to read it. Follows no link in its last name, and does not wait for a pipe. */
export function openPlain(file: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  // Windows has neither flag: there the constants are missing, and count as 0.
  return open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
}

/** Opens a folder. Follows no link in its last name. Not possible on Windows. */
export function openFolder(folder: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_DIRECTORY } = constants
  return open(folder, O_RDONLY | O_NOFOLLOW | O_DIRECTORY)
}

/** How often a name is resolved: whoever exchanges folders would have to hit the right moment each time. */
const LOOKS = 5

/** Where an open file is, links resolved. Undefined where `name`, under which it was opened, leads to another file by now. */
export async function placeOfHandle(handle: FileHandle, name: string, judging: Judging): Promise<string | undefined> {
  if (judging === 'descriptor') {
    const place = await readlink(`${DESCRIPTORS}/${handle.fd}`)
    return place.startsWith('/') ? place : undefined
  }
  let place: string | undefined
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await realpath(name).catch(() => undefined)
    if (now === undefined || (place !== undefined && now !== place)) return undefined
    const [held, named] = [await handle.stat({ bigint: true }), await identity(now)]
    if (named !== identityOf(held)) return undefined
    place = now
  }
  return place
}

/** The same text for all names of one file; undefined where there is none. Links are not followed. */
export async function identity(file: string): Promise<string | undefined> {
  const facts = await lstat(file, { bigint: true }).catch(() => undefined)
  return facts === undefined ? undefined : identityOf(facts)
}

/**
 * The same text for all names of one file. Of the disk's number the last 32 bits: some releases of Node on Windows give 64 for a name
 * and 32 for an open file (libuv #4698).
 */
export function identityOf({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${BigInt.asUintN(32, dev)} ${ino}`
}

/** True for a second name of a file that belongs to somebody else, where the system tells owners (not on Windows). */
export function isHardLinkToOthers({ nlink, uid }: { readonly nlink: number; readonly uid: number }): boolean {
  return nlink > 1 && process.getuid !== undefined && uid !== process.getuid()
}

/** The bytes of an open file in chunks that nobody overwrites: a reader of a format may hold any of them. */
export async function* copiesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunksOf(handle, 1)) yield Buffer.from(chunk)
}
