import path from 'node:path'
import { safeName } from '../../contract/file-names.ts'
import { withCodes } from '../../contract/hidden.ts'
import { isInside } from './allowed.ts'

/** The languages of a translated file, as BCP 47 tags. */
export interface SavedFor {
  readonly target: string
  readonly source: string | undefined
}

/** A source file: its path, links resolved, and the name it was sent under, which may be another one. */
export interface NamedSource {
  readonly path: string
  readonly name: string
}

/**
 * Where the translation of a file lies: in the folder for its language where the folders of the source say theirs, else beside the source.
 * No folder above the allowed ones counts, nor is left. `moved`: it is another folder than that of the source.
 */
export async function besideSource(
  source: NamedSource,
  roots: readonly string[],
  { target, source: from }: SavedFor,
): Promise<{ readonly file: string; readonly moved: boolean }> {
  const { localizedPath } = await import('../formats.ts')
  const folder = path.dirname(source.path)
  const [root = folder] = roots.filter(one => isInside(folder, one)).sort((one, other) => one.length - other.length)
  const within = path.relative(root, folder).split(path.sep).filter(Boolean)
  const named = localizedPath([...within, safeName(source.name)].join('/'), target, from)
  const file = path.join(root, ...named.split('/'))
  return { file, moved: path.dirname(file) !== folder }
}

/** A place in words: from the allowed folder on where there is one alone, else the whole path. */
export function placeInWords(place: string, roots: readonly string[]): string {
  const [root, ...others] = roots
  const near = root !== undefined && others.length === 0 && isInside(place, root)
  return withCodes(near ? path.relative(root, place) : place)
}
