/** How a configuration says that a server is started. */
export interface ServerEntry {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What a configuration has under the name of this server. */
export type FoundEntry =
  | { readonly kind: 'none' }
  | { readonly kind: 'entry'; readonly entry: ServerEntry }
  /** Something that starts no program, such as a server at an address. */
  | { readonly kind: 'other'; readonly words: string }

/** A kind of configuration file: how its text is read and changed. Whatever else the file has stays as it is, byte for byte. */
export interface EntryFormat {
  /** @throws {ConfigFlaw} the text is not in the format */
  read(text: string): FoundEntry
  /** The text with this entry: a new one stands last; of one that is there, only what differs changes. @throws {ConfigFlaw} it cannot be changed */
  put(text: string, entry: ServerEntry): string
  /** The text without the entry. @throws {ConfigFlaw} it cannot be changed */
  take(text: string): string
  /** What a person would paste. */
  snippet(entry: ServerEntry): string
}

/** A configuration that cannot be read, or not be changed. The message is a sentence; the line counts from 1. */
export class ConfigFlaw extends Error {
  override readonly name = 'ConfigFlaw'
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** True where an entry starts what is wanted. What else it sets, such as variables of a person, is hers. */
export function startsAsWanted(there: ServerEntry, wanted: ServerEntry): boolean {
  return (
    there.command === wanted.command &&
    JSON.stringify(there.args) === JSON.stringify(wanted.args) &&
    Object.entries(wanted.env).every(([name, value]) => there.env[name] === value)
  )
}

/** A folder, a package or a tarball of this program. */
const OURS = /^translation-mcp(?:[@-].*)?$/

/** True where an entry starts this program: the file that runs now, or another installation of it. */
export function startsThisProgram({ command, args }: ServerEntry, program: string): boolean {
  return [command, ...args].some(word => word === program || word.split(/[\\/]/).some(name => OURS.test(name)))
}
