import { conflictsIn, type PairConflict } from './conflicts.ts'
import { type FilePair, isBelow, type LanguageFile, type ProjectListing } from './file-pair.ts'
import type { Project } from './inherit.ts'
import { localeWriting } from './locale-writing.ts'
import { matchPath, type PathFrame, pathOfFrame } from './pattern.ts'
import { type PresentNames, presentNames } from './present-names.ts'
import { PROJECT_FILE } from './project-file.ts'
import {
  type IncludeRule,
  type LocalizedFile,
  localizedBy,
  type ProjectRules,
  projectLanguages,
  rulesOf,
  sourceFrame,
} from './rule.ts'

/** A language that is there and none of the project's. */
export interface OtherLanguage {
  readonly tag: string
  /** As paths write it. */
  readonly written: string
  readonly files: number
}

export interface Pairing {
  /** Sorted by their sources. */
  readonly pairs: readonly FilePair[]
  /** Sources and translations that `exclude` takes out. */
  readonly excluded: readonly string[]
  /** Globs that find no source file, and globs of `exclude` that find nothing. */
  readonly unmatched: readonly string[]
  readonly others: readonly OtherLanguage[]
  /** What has to be mended before anything is written. */
  readonly conflicts: readonly PairConflict[]
}

/** The pairs of source and translations of a project. Pure: what is there, the listing says. */
export function pairsIn(project: Project, listing: ProjectListing, rules: ProjectRules = rulesOf(project)): Pairing {
  const nested = new Set(listing.nested)
  const files = listing.files.filter(path => path !== PROJECT_FILE && !isBelow(path, nested))
  const exclusion = exclusionOf(rules)
  const known = { project, rules, exclusion, files, there: new Set(files), languages: projectLanguages(project) }
  const taken = new Set<string>()
  const parts = rules.include.map(rule => pairsOf(rule, known, taken))
  const pairs = parts.flatMap(part => part.pairs).sort((one, other) => (one.source < other.source ? -1 : 1))
  const used = new Set(
    pairs.flatMap(({ source, targets, references }) => [source, ...pathsOf(targets), ...pathsOf(references)]),
  )
  for (const path of files) if (!used.has(path)) exclusion.of(path)
  return {
    pairs,
    excluded: parts.flatMap(part => part.excluded).sort(),
    unmatched: [...parts.filter(part => !part.matched).map(part => part.glob), ...exclusion.idle()],
    others: othersIn(
      parts.map(part => part.present),
      used,
    ),
    conflicts: conflictsIn(pairs, listing),
  }
}

const pathsOf = (files: readonly LanguageFile[]): readonly string[] => files.map(({ path }) => path)

interface Exclusion {
  of(path: string): boolean
  /** The globs that no path met so far. */
  idle(): readonly string[]
}

function exclusionOf({ exclude }: ProjectRules): Exclusion {
  const met = new Set<string>()
  return {
    of: path => {
      const found = exclude.filter(pattern => matchPath(pattern, path) !== undefined)
      for (const { glob } of found) met.add(glob)
      return found.length > 0
    },
    idle: () => exclude.map(({ glob }) => glob).filter(glob => !met.has(glob)),
  }
}

interface Known {
  readonly project: Project
  readonly rules: ProjectRules
  readonly exclusion: Exclusion
  readonly files: readonly string[]
  readonly there: ReadonlySet<string>
  readonly languages: readonly string[]
}

interface RulePairs {
  readonly glob: string
  readonly pairs: readonly FilePair[]
  readonly excluded: readonly string[]
  readonly matched: boolean
  readonly present: PresentNames
}

/** The pairs of one entry. `taken` has the sources of the entries before it, and gets its own. */
function pairsOf(rule: IncludeRule, known: Known, taken: Set<string>): RulePairs {
  const { project, rules, exclusion, files, languages } = known
  const localized = files.flatMap(path => localizedBy(rule, path, rules.names) ?? [])
  const present = presentNames(localized, languages, rules.names)
  const sources = sourcesOf(rule, known, localized, present)
  const pathFor = pathWriter(present, known)
  const excluded: string[] = []
  const pairs: FilePair[] = []
  for (const { path: source, frame } of sources) {
    if (taken.has(source)) continue
    taken.add(source)
    if (exclusion.of(source)) {
      excluded.push(source)
      continue
    }
    const all = languages
      .filter(tag => tag !== project.source)
      .map(tag => ({ tag, path: pathFor(tag, frame) }))
      .map(file => ({ ...file, exists: known.there.has(file.path) }))
    const out = all.filter(({ tag, path }) => project.targets.includes(tag) && exclusion.of(path))
    excluded.push(...pathsOf(out))
    const targets = all.filter(file => project.targets.includes(file.tag) && !out.includes(file))
    pairs.push({ source, targets, references: referencesAmong(all, project) })
  }
  return { glob: rule.glob, pairs, excluded, matched: sources.length > 0, present }
}

function referencesAmong(files: readonly LanguageFile[], { wishes, by_target }: Project): readonly LanguageFile[] {
  const tags = new Set([wishes, ...Object.values(by_target)].map(({ reference }) => reference))
  return files.filter(({ tag, exists }) => exists && tags.has(tag))
}

interface SourceFile {
  readonly path: string
  readonly frame: PathFrame
}

function sourcesOf(
  rule: IncludeRule,
  { project, files }: Known,
  localized: readonly LocalizedFile[],
  present: PresentNames,
): readonly SourceFile[] {
  if (rule.source === undefined) {
    const paths = new Set(present.of(project.source).flatMap(name => name.files))
    return localized.filter(({ path }) => paths.has(path))
  }
  // `package.nls.de.json` matches `package.nls*.json`, too, and is no source.
  const translated = new Set(localized.map(({ path }) => path))
  return files
    .filter(path => !translated.has(path))
    .flatMap(path => {
      const frame = sourceFrame(rule, path)
      return frame === undefined ? [] : [{ path, frame }]
    })
}

/** Gives the path of a file in a language: one that is there, else as the others are written. */
function pathWriter(present: PresentNames, { rules, there }: Known): (tag: string, frame: PathFrame) => string {
  const written = new Map<string, readonly string[]>()
  const write = (tag: string, frame: PathFrame) => {
    const places = frame.filter(piece => typeof piece === 'number')
    const mapped = rules.names.mapped(tag)
    return places.map(place => mapped ?? localeWriting(tag, frame, place, present.at(place)))
  }
  return (tag, frame) => {
    const paths = present.of(tag).map(name => pathOfFrame(frame, name.written))
    const found = paths.find(path => there.has(path)) ?? paths[0]
    if (found !== undefined) return found
    const names = written.get(tag) ?? write(tag, frame)
    written.set(tag, names)
    return pathOfFrame(frame, names)
  }
}

/** Languages that are there and no language of the project, but for files that are one's all the same. */
function othersIn(present: readonly PresentNames[], used: ReadonlySet<string>): readonly OtherLanguage[] {
  const found = new Map<string, { tag: string; written: string; paths: Set<string> }>()
  for (const { tag, written, files } of present.flatMap(({ others }) => others)) {
    const [name = ''] = written
    const other = found.get(name) ?? { tag, written: name, paths: new Set() }
    for (const path of files) if (!used.has(path)) other.paths.add(path)
    found.set(name, other)
  }
  return [...found.values()]
    .filter(({ paths }) => paths.size > 0)
    .map(({ tag, written, paths }) => ({ tag, written, files: paths.size }))
    .sort((one, other) => (one.written < other.written ? -1 : 1))
}
