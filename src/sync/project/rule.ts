import { sameTag } from '../../contract/language-tags.ts'
import { LOCALE_MARK } from './glob.ts'
import type { Project } from './inherit.ts'
import { type LocaleNames, localeNames } from './locale-names.ts'
import { frameOf, matchPath, type PathFrame, type PathPattern, patternOf } from './pattern.ts'
import type { IncludeEntry } from './project-file.ts'

/** An entry of `files.include`, ready to be compared with paths. */
export interface IncludeRule {
  /** What names it to people: its one glob, or that of its sources. */
  readonly glob: string
  /** What its translations match, and, where it is one glob, its sources. */
  readonly target: PathPattern
  /** What its sources match, where their paths say no language. The same as `target` where a file holds all languages. */
  readonly source: PathPattern | undefined
}

/** The entries of a project, and what they leave out. */
export interface ProjectRules {
  readonly names: LocaleNames
  readonly include: readonly IncludeRule[]
  readonly exclude: readonly PathPattern[]
}

/** The languages whose files a project has something to do with: source, targets, and those that go along as context. */
export function projectLanguages({ source, targets, wishes, by_target }: Project): readonly string[] {
  const references = [wishes, ...Object.values(by_target)].flatMap(({ reference }) => reference ?? [])
  return [...new Set([source, ...targets, ...references])]
}

/** Makes the globs of a project ready. */
export function rulesOf(project: Project): ProjectRules {
  const names = localeNames(projectLanguages(project), project.locales)
  return {
    names,
    include: project.include.map(entry => ruleOf(entry, names)),
    exclude: project.exclude.map(glob => patternOf(glob, names)),
  }
}

function ruleOf(entry: IncludeEntry, names: LocaleNames): IncludeRule {
  if (typeof entry === 'string') {
    const target = patternOf(entry, names)
    return { glob: entry, target, source: entry.includes(LOCALE_MARK) ? undefined : target }
  }
  return { glob: entry.source, target: patternOf(entry.target, names), source: patternOf(entry.source, names) }
}

/** A file that says its language in its path. */
export interface LocalizedFile {
  readonly path: string
  /** The names of the language, as its path writes them, one for each place. */
  readonly written: readonly string[]
  readonly tag: string
  readonly frame: PathFrame
}

/** A file of a rule that says one language, at all its places the same; undefined for any other. */
export function localizedBy({ target }: IncludeRule, path: string, names: LocaleNames): LocalizedFile | undefined {
  const found = matchPath(target, path)
  if (found === undefined) return undefined
  const tags = found.written.map(written => names.tagOf(written))
  const [tag] = tags
  if (tag === undefined || !tags.every(other => other !== undefined && sameTag(tag, other))) return undefined
  return { path, written: found.written, tag, frame: found.frame }
}

/** The frame of a source that says no language in its path; undefined for what is no source of such a rule. */
export function sourceFrame({ source, target }: IncludeRule, path: string): PathFrame | undefined {
  const found = source && matchPath(source, path)
  return source === target ? found && [path] : found && frameOf(target, found.stars)
}
