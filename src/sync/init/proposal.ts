/** What is proposed for a repository: the content of a project file, and in sentences what it follows from. */

/** Files of a project: one glob for all languages with `[locale]` in it, or, where the source's path says no language, two. */
export type ProposedFiles = string | { readonly source: string; readonly target: string }

/** What keys are for, as globs of keys: left out of the targets, copied as they are, or copied once and then left alone. */
export interface ProposedKeys {
  readonly skip?: readonly string[]
  readonly keep?: readonly string[]
  readonly preserve?: readonly string[]
}

/** The content of a project file. What nothing was found for is absent. */
export interface ProposedProject {
  /** A BCP 47 tag. Absent where no file says the language of the source: a person has to. */
  readonly source?: string
  readonly targets: readonly string[]
  /** Paths from the folder of the project file. */
  readonly files: { readonly include: readonly ProposedFiles[]; readonly exclude?: readonly string[] }
  /** What a language is called in paths, where it is not its tag. */
  readonly locales?: Readonly<Record<string, string>>
  readonly keys?: ProposedKeys
}

export interface Proposal {
  /** The folder of the project file from the top of the repository; empty for the top itself. */
  readonly folder: string
  readonly project: ProposedProject
  /** What it follows from, and what a person has to know or to decide: a sentence each. */
  readonly seen: readonly string[]
}

export interface Proposals {
  /** One for each place of a project file; none where nothing was found. */
  readonly proposals: readonly Proposal[]
  /** What looks like translations and is not proposed, and why: a sentence each. */
  readonly left: readonly string[]
}

/** The files of a repository, as a proposal needs them. */
export interface Repository {
  /** All paths from its top, with `/` between names. */
  readonly paths: readonly string[]
  /** True for a path that is there. */
  has(path: string): boolean
  /** The text of a small file; undefined where there is none, or it is not text. */
  read(path: string): string | undefined
}

/** What is said where only the source is there. */
export const NO_TARGETS = 'No other language is there yet: name those that you want in `targets`.'

/** A set of files that belong together, by a layout or by the configuration of another tool. Paths are from the top of the repository. */
export interface FoundFiles {
  /** Whose layout or configuration it is: `Rails`, `Lingo.dev`. */
  readonly by: string
  /** The folder that it is looked at from: that above the layout, or that of the configuration. */
  readonly root: string
  readonly include: readonly ProposedFiles[]
  /** The files of translations that are there, those of the source among them where they are like these. */
  readonly paths: readonly string[]
  readonly exclude: readonly string[]
  readonly source: string | undefined
  readonly targets: readonly string[]
  /** What each language is called in the paths, by its tag. */
  readonly names: ReadonlyMap<string, string>
  readonly keys: ProposedKeys
  readonly seen: readonly string[]
}

/** The texts joined as people read them: `en, de and fr`. */
export function inSeries(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** A path with another before it, without `.` and doubled slashes; both may be empty. One that leaves the top begins with `..`. */
export function below(folder: string, path: string): string {
  const names: string[] = []
  for (const name of `${folder}/${path}`.split('/')) {
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}

/** The folder of a path; empty for the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}
