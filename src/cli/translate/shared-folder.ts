import path from 'node:path'

/** The folder that all of these files lie below, from the working folder where it is in it. */
export function sharedFolderOf(files: readonly string[]): string {
  const [first = [], ...others] = files.map(file => path.dirname(path.resolve(file)).split(path.sep))
  const shared = others.reduce<readonly string[]>((kept, folders) => {
    const end = kept.findIndex((name, at) => name !== folders[at])
    return end < 0 ? kept : kept.slice(0, end)
  }, first)
  const folder = shared.join(path.sep) || path.sep
  const relative = path.relative('', folder)
  return relative === '' ? '.' : relative.startsWith('..') ? folder : relative
}
