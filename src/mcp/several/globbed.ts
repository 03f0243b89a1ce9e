import picomatch from 'picomatch'
import { globFlaw } from '../../sync/project/glob.ts'
import { FileRefused } from '../files/boundary.ts'
import type { Folders } from '../files/folders.ts'

/** A folder, and which of the files below it are meant. */
export interface Globbed {
  readonly folder: string
  /** @param name from the folder, with `/` between names */
  readonly means: (name: string) => boolean
}

const WILDCARD = /[*?{]/
/** What has a meaning in expressions but none in a glob: Next.js has folders like `(shop)`. */
const PLAIN = /[()|+]/g

/**
 * What a path means that may be a glob: one with wildcards, where no file has that very name. Its folder is what stands before the first
 * of them.
 *
 * @throws {FileRefused} bad_path, for a glob that is not worked with
 */
export async function globbed(given: string, folders: Pick<Folders, 'locate'>): Promise<Globbed> {
  const all = { folder: given, means: () => true }
  if (!WILDCARD.test(given) || (await isThere(given, folders))) return all
  const [, folder = '', glob = given] = /^((?:[^*?{]*[\\/])?)(.*)$/s.exec(given) ?? []
  const flaw = globFlaw(glob)
  if (flaw !== undefined) throw new FileRefused('bad_path', `The glob "${glob}" ${flaw.words}.`)
  // Hidden names and those behind links are not among the files of a folder.
  const plain = glob.replace(/^\.\//, '').replaceAll(PLAIN, '\\$&')
  const matches = picomatch(plain, { noextglob: true, nonegate: true, keepQuotes: true })
  return { folder: folder === '' ? '.' : folder, means: name => matches(name) }
}

function isThere(given: string, folders: Pick<Folders, 'locate'>): Promise<boolean> {
  return folders.locate(given).then(
    () => true,
    () => false,
  )
}
