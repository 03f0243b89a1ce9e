/** Files around a layout that say what it is. */
import { packageOf } from './folders.ts'
import { below, folderOf, type Repository } from './proposal.ts'

/** The folder of a layout, and those above it up to that of its package. */
export function around(root: string, repository: Repository): string[] {
  const folder = root.replace(/\/$/, '')
  const last = packageOf(folder, repository)
  const folders = [folder]
  for (let at = folder; at !== last && at !== ''; at = folderOf(at)) folders.push(folderOf(at))
  return folders
}

/** The first of some files below a folder that is there, with this text in it; `says` is the first group of that. */
export function fileIn(folder: string, paths: readonly string[], holds: RegExp, repository: Repository) {
  for (const path of paths.flatMap(path => filesOf(below(folder, path), repository))) {
    const found = holds.exec(repository.read(path) ?? '')
    if (found !== null) return { path, says: found[1] }
  }
  return undefined
}

/** The files of a path whose name may begin with `*`. */
function filesOf(path: string, { has, paths }: Repository): readonly string[] {
  const star = path.lastIndexOf('/') + 1
  if (path[star] !== '*') return has(path) ? [path] : []
  const [folder, ending] = [path.slice(0, star), path.slice(star + 1)]
  return paths.filter(
    other => other.endsWith(ending) && other.startsWith(folder) && !other.includes('/', folder.length),
  )
}
