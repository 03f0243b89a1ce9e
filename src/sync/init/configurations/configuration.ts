/** What the configuration of another tool says, in the words of a project file. */
import type { ProposedFiles, ProposedKeys } from '../proposal.ts'

/** What was read of a configuration. Paths are from its folder. */
export interface Configured {
  readonly include: readonly ProposedFiles[]
  readonly exclude?: readonly string[]
  /** A language as it is written there. */
  readonly source?: string | undefined
  /** Absent where it does not say them. */
  readonly targets?: readonly string[] | undefined
  /** What paths call a language, by its tag, where that is said. */
  readonly names?: ReadonlyMap<string, string>
  readonly keys?: ProposedKeys
  /** What was not sure, and what a project file has no field for: a sentence each. */
  readonly notes: readonly string[]
}

export interface ConfigurationReader {
  readonly by: string
  /** The name of its file. */
  readonly file: RegExp
  /** What it says; undefined where this file is another tool's. Never throws: what cannot be read is a note. */
  read(text: string, name: string): Configured | undefined
}

/** A file that could not be read: nothing of it is offered. */
export function unread(name: string): Configured {
  return { include: [], notes: [`${name} cannot be read, so nothing of it is taken.`] }
}

/** Which fields a file has that a project file has none for. */
export function unplaced(name: string, there: object | undefined, fields: Readonly<Record<string, string>>): string[] {
  return Object.entries(fields)
    .filter(([field]) => there !== undefined && Object.hasOwn(there, field))
    .map(([field, meaning]) => `${field} of ${name} (${meaning}) has no place in a project file.`)
}
