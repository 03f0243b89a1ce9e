/** Files around a layout that say what it is. */
import { packageOf } from './folders.ts'
import { below, type Repository } from './proposal.ts'

/** The folder of a layout, and that of its package. */
export function around(root: string, repository: Repository): string[] {
  const folder = root.replace(/\/$/, '')
  return [...new Set([folder, packageOf(folder, repository)])]
}

/** The first of some files below a folder that is there, with this text in it; `says` is the first group of that. */
export function fileIn(folder: string, paths: readonly string[], holds: RegExp, repository: Repository) {
  for (const path of paths.map(path => below(folder, path)).filter(repository.has)) {
    const found = holds.exec(repository.read(path) ?? '')
    if (found !== null) return { path, says: found[1] }
  }
  return undefined
}
