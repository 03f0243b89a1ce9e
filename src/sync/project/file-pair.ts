import { extensionOf } from '../../contract/formats.ts'
import { traitsOf } from '../../formats/index.ts'

/** What lies in the folder of a project. Paths begin there, with `/` between names. */
export interface ProjectListing {
  readonly files: readonly string[]
  /** Folders that have a project file of their own. */
  readonly nested: readonly string[]
  /** Files and folders that are links. What lies below a link to a folder is not listed. */
  readonly links: readonly string[]
}

/** A file in a language, there or not. */
export interface LanguageFile {
  readonly tag: string
  readonly path: string
  readonly exists: boolean
}

/** A source file with its translations. */
export interface FilePair {
  readonly source: string
  /** In the order of the project's targets; one that is excluded is not there. */
  readonly targets: readonly LanguageFile[]
  /** The files that are there in the languages that go along as context. */
  readonly references: readonly LanguageFile[]
}

/** Whether a path lies in one of these folders, or is one. */
export function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (folders.has(path.slice(0, end))) return true
  return false
}

/** Whether a file, by its name, holds all languages beside each other: it is the source, and each of its translations. */
export function holdsLanguages(path: string): boolean {
  return traitsOf(extensionOf(path)).holds_languages === true
}
