/** Files around a layout that say what it is. */
import { packageOf } from './folders.ts'
import type { Repository } from './proposal.ts'

/** The folder of a layout, and that of its package. */
export function around(root: string, repository: Repository): string[] {
  const folder = root.replace(/\/$/, '')
  return [...new Set([folder, packageOf(folder, repository)])]
}

/** The first file below a folder with this path from it, and this text in it; `says` is the first group of that. */
export function fileIn(folder: string, path: RegExp, holds: RegExp | undefined, repository: Repository) {
  const before = folder === '' ? '' : `${folder}/`
  for (const candidate of repository.paths) {
    if (!candidate.startsWith(before) || !path.test(candidate.slice(before.length))) continue
    const text = holds === undefined ? '' : (repository.read(candidate) ?? '')
    const found = holds === undefined ? [''] : holds.exec(text)
    if (found !== null) return { path: candidate, says: found[1] }
  }
  return undefined
}
