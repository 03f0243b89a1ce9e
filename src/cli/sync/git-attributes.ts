import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { LOCK_ATTRIBUTES, LOCK_FILE } from '../../sync/lock/index.ts'

/** What git is told in. */
export const ATTRIBUTES_FILE = '.gitattributes'

/** What is to be done that git merges the lock. */
export type LockAttributes =
  | { readonly kind: 'there' }
  | { readonly kind: 'write'; readonly bytes: Buffer }
  /** The file is a link or no file: git does not read it, and nothing is written through it. */
  | { readonly kind: 'by_hand' }

/**
 * Looks whether git is told how to merge the lock: by the file of this folder, or of one above it in the same repository.
 *
 * @param root the top of the repository
 */
export async function lockAttributesFor(folder: string, root: string): Promise<LockAttributes> {
  for (let at = folder; ; at = path.dirname(at)) {
    const bytes = await ownBytes(path.join(at, ATTRIBUTES_FILE))
    if (Buffer.isBuffer(bytes) && withLockAttributes(bytes) === bytes) return { kind: 'there' }
    if (at === root || path.dirname(at) === at) break
  }
  const bytes = await ownBytes(path.join(folder, ATTRIBUTES_FILE))
  return bytes === 'no_file' ? { kind: 'by_hand' } : { kind: 'write', bytes: withLockAttributes(bytes) }
}

/** The same bytes where they say how the lock is merged, whatever they say; else with the line for it, in the line ends that are there. */
export function withLockAttributes(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const isSaid = text.split(/\r?\n/).some(line => {
    const [pattern = '', ...attributes] = line.trim().split(/[ \t]+/)
    return (
      pattern.replace(/^(?:\/|\*\*\/)/, '') === LOCK_FILE && attributes.some(word => /^[-!]?merge(?:=|$)/.test(word))
    )
  })
  if (isSaid) return bytes
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const open = text === '' || text.endsWith('\n') ? '' : eol
  return Buffer.concat([bytes, Buffer.from(`${open}${LOCK_ATTRIBUTES}${eol}`)])
}

async function ownBytes(file: string): Promise<Buffer | 'no_file'> {
  const found = await lstat(file).catch(() => undefined)
  if (found === undefined) return Buffer.alloc(0)
  return found.isFile() ? await readFile(file) : 'no_file'
}
