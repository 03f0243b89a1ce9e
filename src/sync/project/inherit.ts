import path from 'node:path/posix'
import { ProjectError } from './project-error.ts'
import { flawsOfTags, type IncludeEntry, PROJECT_FILE, type ProjectFile, type TargetWishes } from './project-file.ts'

/** A project file, and where it lies. */
export interface PlacedFile {
  /** Its folder, as a path from the folder that all of them lie in, with `/`; `''` for that folder itself. */
  readonly folder: string
  readonly file: ProjectFile
}

/** A project with all that it has from the ones above it. Tags are canonical. */
export interface Project {
  /** As that of its file. */
  readonly folder: string
  readonly source: string
  readonly targets: readonly string[]
  /** From its folder; empty for a project that only says what others inherit. */
  readonly include: readonly IncludeEntry[]
  readonly exclude: readonly string[]
  /** What paths write for a tag, by tag. */
  readonly locales: Readonly<Record<string, string>>
  readonly keys: ProjectKeys
  /** False: no line of source code goes along with texts. */
  readonly code_context?: boolean | undefined
  readonly wishes: ProjectWishes
  /** By tag; what one of them leaves out, `wishes` says. */
  readonly by_target: Readonly<Record<string, ProjectWishes>>
}

/** Globs over the keys of files, with dots between their parts. */
export interface ProjectKeys {
  /** Not translated, and left alone in translated files. */
  readonly skip: readonly string[]
  /** Translated files get the text of the source. */
  readonly keep: readonly string[]
  /** Translated once, and never changed after that. */
  readonly preserve: readonly string[]
}

export interface ProjectWishes {
  readonly instruction?: string | undefined
  /** A path from the folder that all project files lie in. */
  readonly glossary?: string | undefined
  /** A language whose translation goes along as context. */
  readonly reference?: string | undefined
}

/**
 * A project with what it does not say itself taken from those above it, field by field. Files are never inherited; `by_target` is taken
 * tag by tag, `locales` language by language, `keys` list by list.
 *
 * @param chain the project's own file, then the next one above it, and so on
 * @throws {ProjectError} incomplete, source_among_targets or bad_locale_name for what no single file could show
 */
export function inheritProject(chain: readonly [PlacedFile, ...PlacedFile[]]): Project {
  const [own] = chain
  const files = chain.map(({ file }) => file)
  const said = <T>(read: (file: ProjectFile) => T | undefined) => files.map(read).find(value => value !== undefined)
  const at = { file: path.join(own.folder, PROJECT_FILE) }
  const source = said(file => file.source)
  const targets = said(file => file.targets)
  if (source === undefined)
    throw new ProjectError('incomplete', 'No source language is named. Write "source": "en".', at)
  if (targets === undefined || targets.length === 0)
    throw new ProjectError('incomplete', 'No language to translate into is named. Write "targets": ["de"].', at)
  const locales = Object.fromEntries(files.toReversed().flatMap(file => Object.entries(file.locales ?? {})))
  const [flaw] = flawsOfTags({ source, targets, locales })
  if (flaw) throw new ProjectError(flaw.code, flaw.words, at)
  return {
    folder: own.folder,
    source,
    targets,
    include: own.file.files?.include ?? [],
    exclude: own.file.files?.exclude ?? [],
    locales,
    keys: {
      skip: said(file => file.keys?.skip) ?? [],
      keep: said(file => file.keys?.keep) ?? [],
      preserve: said(file => file.keys?.preserve) ?? [],
    },
    code_context: said(file => file.code_context),
    wishes: joined(chain.map(({ folder, file }) => fromRoot(folder, file))),
    by_target: byTarget(chain),
  }
}

/** What is wished for one language: what is said of it, else what is said of all. */
export function wishesFor(project: Project, tag: string): ProjectWishes {
  return joined([project.by_target[tag] ?? {}, project.wishes])
}

function byTarget(chain: readonly PlacedFile[]): Readonly<Record<string, ProjectWishes>> {
  const tags = new Set(chain.flatMap(({ file }) => Object.keys(file.by_target ?? {})))
  return Object.fromEntries(
    [...tags].map(tag => [tag, joined(chain.map(({ folder, file }) => fromRoot(folder, file.by_target?.[tag] ?? {})))]),
  )
}

function fromRoot(folder: string, { instruction, glossary, reference }: TargetWishes): ProjectWishes {
  return { instruction, glossary: glossary === undefined ? undefined : path.join(folder, glossary), reference }
}

/** The first that is said of each wish. */
function joined(all: readonly ProjectWishes[]): ProjectWishes {
  const first = <K extends keyof ProjectWishes>(name: K) => all.find(wishes => wishes[name] !== undefined)?.[name]
  return { instruction: first('instruction'), glossary: first('glossary'), reference: first('reference') }
}
