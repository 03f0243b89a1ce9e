import { likeliestTag } from '../../contract/language-tags.ts'
import type { LocaleNames } from './locale-names.ts'
import type { LocalizedFile } from './rule.ts'

/** A way in which the paths of a rule write a language that is there. */
export interface PresentName {
  /** One name for each place. */
  readonly written: readonly string[]
  readonly tag: string
  readonly files: readonly string[]
}

/** How the paths of a rule that are there write languages. */
export interface PresentNames {
  /** The ways to write one of the project's languages, the most frequent first. */
  of(tag: string): readonly PresentName[]
  /** Those of no language of the project. */
  readonly others: readonly PresentName[]
  /** What stands at a place, the most frequent first. Names that the project file gives are left out: they show no manner. */
  at(place: number): readonly string[]
}

/**
 * Sorts what is there by the languages of the project. A name belongs to the language whose own tag it is; where there is no such name,
 * to one that means the same (`zh-CN` for `zh-Hans`). A language that has a name in the project file has that alone.
 */
export function presentNames(
  files: readonly LocalizedFile[],
  languages: readonly string[],
  names: LocaleNames,
): PresentNames {
  const all = gathered(files)
  const own = new Map<string, readonly PresentName[]>()
  const exact = new Map(languages.map(tag => [tag, all.filter(name => isOwn(name, tag, names))]))
  const taken = new Set([...exact.values()].flat())
  for (const tag of languages) {
    const alike = all.filter(name => !taken.has(name) && likeliestTag(name.tag) === likeliestTag(tag))
    const found = exact.get(tag) ?? []
    const chosen = found.length > 0 || names.mapped(tag) !== undefined ? found : alike
    own.set(tag, chosen)
    for (const name of chosen) taken.add(name)
  }
  const free = all.filter(({ tag }) => names.mapped(tag) === undefined)
  return {
    of: tag => own.get(tag) ?? [],
    others: all.filter(name => !taken.has(name)),
    at: place => free.flatMap(({ written }) => written[place] ?? []),
  }
}

function isOwn({ tag, written }: PresentName, wanted: string, names: LocaleNames): boolean {
  const mapped = names.mapped(wanted)
  return mapped === undefined ? tag === wanted : written.every(name => name === mapped)
}

function gathered(files: readonly LocalizedFile[]): readonly PresentName[] {
  const found = new Map<string, { written: readonly string[]; tag: string; files: string[] }>()
  for (const { path, written, tag } of files) {
    const key = written.join('/')
    const name = found.get(key) ?? { written, tag, files: [] }
    name.files.push(path)
    found.set(key, name)
  }
  const inOrder = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => name)
  return inOrder.sort((one, other) => other.files.length - one.files.length)
}
