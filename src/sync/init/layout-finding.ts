/** What the files of one layout at one place come to. */
import { around, fileIn } from './files-around.ts'
import type { Layout } from './layouts.ts'
import { localeNamed, mayBeWord } from './locale-names.ts'
import { NAME_SLOT } from './pattern.ts'
import { below, type FoundFiles, inSeries, NO_TARGETS, type ProposedFiles, type Repository } from './proposal.ts'
import { type SaidLanguage, type SourceChoice, sourceOfFiles, sourceUnsaid } from './source-language.ts'

/** Files that fit one layout at one place. */
export interface LayoutFiles {
  readonly layout: Layout
  /** Empty, or with `/` at its end. */
  readonly root: string
  /** What stands for `{name}`. */
  readonly name: string
  /** The paths of each language, by its name in them. */
  readonly files: Map<string, string[]>
  /** The source's own files. */
  readonly sources: string[]
}

function saidBy({ layout, root }: LayoutFiles, repository: Repository): SaidLanguage | undefined {
  for (const { paths, says } of layout.said_in ?? []) {
    for (const folder of around(root, repository)) {
      const found = fileIn(folder, paths, says, repository)
      if (found?.says !== undefined) return { written: found.says, where: found.path }
    }
  }
  return undefined
}

/** What a group comes to; a sentence where it is nothing, undefined where nothing needs to be said. */
export function findingOf(group: LayoutFiles, repository: Repository): FoundFiles | string | undefined {
  const { layout, root, name, files } = group
  const filled = (pattern: string) => `${root}${pattern.replaceAll(NAME_SLOT, () => name)}`
  const [own] = group.sources.sort()
  if (files.size === 0 && (own === undefined || layout.alone?.test(name) === false)) return undefined
  if (own === undefined && layout.source !== undefined && layout.needs_source !== false) {
    return `${filled(layout.files)} has translations, but there is no ${filled(layout.source)}; it is not proposed.`
  }
  const only = files.size === 1 ? [...files.keys()][0] : undefined
  if (own === undefined && only !== undefined && mayBeWord(only)) {
    return `${filled(layout.files)} has only "${only}", which may be a word as well as a language; it is not proposed.`
  }
  const { names, byTag, doubled } = languagesOf(files)
  const said = saidBy(group, repository)
  const isTemplated = layout.source !== undefined
  const choice =
    isTemplated && (own !== undefined || !byTag.has('en'))
      ? sourceUnsaid([...byTag.keys()], said, own ?? filled(layout.files))
      : sourceOfFiles(byTag, said, repository)
  const include: ProposedFiles =
    own === undefined ? filled(layout.files) : { source: own, target: filled(layout.files) }
  const targets = [...byTag.keys()].filter(tag => tag !== choice.source).sort()
  return {
    by: layout.by,
    root: below('', root),
    include: [include],
    paths: [...files.values()].flat(),
    exclude: [],
    source: choice.source,
    targets,
    names,
    keys: {},
    seen: sentences({ group, filled, own, choice, targets, doubled, hasSource: byTag.has(choice.source ?? '') }),
  }
}

/** The languages that names in paths are for. Two names for one language are one too many: the first counts. */
function languagesOf(files: ReadonlyMap<string, readonly string[]>) {
  const names = new Map<string, string>()
  const byTag = new Map<string, readonly string[]>()
  const doubled: string[] = []
  for (const name of [...files.keys()].sort()) {
    const tag = localeNamed(name) ?? name
    const other = names.get(tag)
    if (other !== undefined) {
      doubled.push(`${other} and ${name} are both ${tag}: only the files of ${other} are taken.`)
      continue
    }
    names.set(tag, name)
    byTag.set(tag, files.get(name) ?? [])
  }
  return { names, byTag, doubled }
}

interface Said {
  readonly group: LayoutFiles
  readonly filled: (pattern: string) => string
  readonly own: string | undefined
  readonly choice: SourceChoice
  readonly targets: readonly string[]
  readonly doubled: readonly string[]
  readonly hasSource: boolean
}

function sentences({ group, filled, own, choice, targets, doubled, hasSource }: Said): string[] {
  const { layout, files } = group
  const pattern = filled(layout.files)
  const count = [...files.values()].reduce((sum, paths) => sum + paths.length, 0)
  const there = `${inSeries([...files.keys()].sort())} (${count} ${count === 1 ? 'file' : 'files'})`
  const seen = [
    `${layout.by}: ${own === undefined ? '' : `${own}, and `}${pattern} with ${files.size === 0 ? 'no translation yet' : there}.`,
  ]
  seen.push(choice.why, ...doubled)
  if (own === undefined && !hasSource && layout.source !== undefined) {
    const template = filled(layout.source).replace(NAME_SLOT, '*')
    seen.push(`There is no ${template} and no catalogue of the source language: make the template first.`)
  }
  if (targets.length === 0) seen.push(NO_TARGETS)
  if (layout.know !== undefined) seen.push(layout.know)
  return seen
}
