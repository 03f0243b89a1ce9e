import type { NamedTranslation } from './named-translation.ts'
import { canonicalPart, tagOfPart } from './path-tags.ts'

interface Tree {
  readonly tag: string
  /** Each file below it, with the name that its source would have. */
  readonly members: [name: string, source: string][]
}

/**
 * Translations that lie in a tree of their own, with the names of their sources: `docs/fr/a.md` and `docs.fr/a.md` beside `docs/a.md`. So
 * many files of such a tree have a source that the name of the folder is no chance: `docs/it` may be about computers.
 *
 * @param files names with `/` between folders
 */
export function translatedTrees(
  files: readonly string[],
  source_language: string,
  known: readonly string[],
): Map<string, NamedTranslation> {
  const all = new Set(files)
  const trees = new Map<string, Tree>()
  for (const name of files) {
    for (const { tree, tag, source } of treesAround(name, known)) {
      if (languageIn(tag) === languageIn(canonicalPart(source_language))) continue
      const { members } = trees.get(tree) ?? { members: [] }
      trees.set(tree, { tag, members: [...members, [name, source]] })
    }
  }
  const found = new Map<string, NamedTranslation>()
  for (const { tag, members } of trees.values()) {
    const beside = members.filter(([, source]) => all.has(source))
    if (!isMost(beside.length, members.length)) continue
    for (const [name, source] of members)
      found.set(name, { tag, source: all.has(source) ? { name: source, tag: undefined } : undefined })
  }
  return found
}

/** The folders above a file that are, or end in, the tag of a language, and the name of the file without that. */
function treesAround(name: string, known: readonly string[]) {
  const parts = name.split('/')
  return parts.slice(0, -1).flatMap((part, at) => {
    const [, plain, ending = ''] = /^(.+)\.([^.]+)$/.exec(part) ?? []
    const tag = tagOfPart(plain === undefined ? part : ending, known)
    if (tag === undefined) return []
    const source = plain === undefined ? parts.toSpliced(at, 1) : parts.with(at, plain)
    return [{ tree: parts.slice(0, at + 1).join('/'), tag, source: source.join('/') }]
  })
}

/** The other files of folders in which most files are translations: their sources are gone or were left aside. */
export function besideInTrees(
  files: readonly string[],
  translations: ReadonlyMap<string, NamedTranslation>,
): Map<string, NamedTranslation> {
  const trees = new Map<string, { readonly tag: string | undefined; count: number }>()
  for (const [name, { tag, source }] of translations) {
    const tree = source === undefined ? undefined : folderThatDiffers(name, source.name)
    if (tree === undefined) continue
    const { count } = trees.get(tree) ?? { count: 0 }
    trees.set(tree, { tag, count: count + 1 })
  }
  const found = new Map<string, NamedTranslation>()
  for (const [tree, { tag, count }] of trees) {
    const members = files.filter(name => name.startsWith(`${tree}/`))
    if (isMost(count, members.length)) for (const name of members) found.set(name, { tag, source: undefined })
  }
  return found
}

/** The first folder of a path that the other has not; undefined where only the names of the files differ. */
function folderThatDiffers(name: string, other: string): string | undefined {
  const [parts, others] = [name.split('/'), other.split('/')]
  const at = parts.findIndex((part, index) => part !== others[index])
  return at < 0 || at === parts.length - 1 ? undefined : parts.slice(0, at + 1).join('/')
}

function isMost(some: number, all: number): boolean {
  return some > 0 && some * 2 >= all
}

function languageIn(tag: string): string {
  return tag.split('-', 1)[0] ?? ''
}
