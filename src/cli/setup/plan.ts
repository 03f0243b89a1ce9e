import type { AssistantName, OwnWay } from './assistants.ts'
import { configBytes, configText } from './config-bytes.ts'
import { ConfigFlaw, type EntryFormat, type ServerEntry, startsAsWanted, startsThisProgram } from './entry.ts'

/** An assistant's configuration file as it was found. */
export interface FoundConfig {
  readonly assistant: AssistantName
  readonly called: string
  readonly file: string
  readonly format: EntryFormat
  /** Undefined where there is no such file. */
  readonly bytes: Uint8Array | undefined
  /** Why it could not be read, where it is there. */
  readonly unread?: string
  /** Copies that an earlier run kept, the newest first. */
  readonly backups: readonly Backup[]
  /** The assistant's own command, where its program was found. */
  readonly own?: OwnCommand
}

interface Backup {
  readonly file: string
  readonly bytes: Uint8Array
}

export interface OwnCommand {
  /** The path of the program. */
  readonly program: string
  readonly way: OwnWay
}

/** What is to be done with a configuration file. */
export type SetupStep =
  | { readonly kind: 'add'; readonly bytes: Uint8Array; readonly own: OwnRun | undefined }
  | { readonly kind: 'change'; readonly bytes: Uint8Array; readonly was: ServerEntry }
  | { readonly kind: 'remove'; readonly bytes: Uint8Array; readonly own: OwnRun | undefined }
  /** The file gets the bytes back that stood there before, of which the copy goes; without a copy there was no file, and it goes. */
  | { readonly kind: 'restore'; readonly backup: Backup | undefined }
  | { readonly kind: 'same' | 'absent' }
  /** The name is taken by what is not this program. Its arguments are left out of the words: they may be secrets. */
  | { readonly kind: 'foreign'; readonly words: string }
  | { readonly kind: 'flaw'; readonly words: string; readonly line: number | undefined }

/** A run of an assistant's own command. */
export interface OwnRun {
  readonly program: string
  readonly args: readonly string[]
}

export interface SetupWish {
  readonly entry: ServerEntry
  /** The file of this program that runs. */
  readonly program: string
  readonly remove: boolean
  /** The entry as the assistant's own command takes it. */
  readonly asJson: (entry: ServerEntry, named: boolean) => string
}

/** What is to be done with a file, from what it has. It touches nothing. */
export function planConfig(config: FoundConfig, wish: SetupWish): SetupStep {
  if (config.unread !== undefined)
    return { kind: 'flaw', words: `It cannot be read: ${config.unread}.`, line: undefined }
  try {
    return wish.remove ? planRemoval(config, wish) : planEntry(config, wish)
  } catch (error) {
    if (error instanceof ConfigFlaw) return { kind: 'flaw', words: error.message, line: error.line }
    throw error
  }
}

function planEntry({ bytes, format, own }: FoundConfig, { entry, program, asJson }: SetupWish): SetupStep {
  const { text, mark } = configText(bytes ?? new Uint8Array())
  const found = format.read(text)
  if (found.kind === 'other') return { kind: 'foreign', words: found.words }
  if (found.kind === 'entry' && startsAsWanted(found.entry, entry)) return { kind: 'same' }
  if (found.kind === 'entry' && !startsThisProgram(found.entry, program))
    return { kind: 'foreign', words: `it starts ${found.entry.command}` }
  const after = configBytes({ text: format.put(text, entry), mark })
  if (found.kind === 'entry') return { kind: 'change', bytes: after, was: found.entry }
  // A command that writes its whole file anew is used where there is none yet.
  const runs = own !== undefined && (bytes === undefined || !own.way.rewrites)
  return {
    kind: 'add',
    bytes: after,
    own: runs ? { program: own.program, args: [...own.way.add, asJson(entry, own.way.named)] } : undefined,
  }
}

function planRemoval({ bytes, format, backups, own }: FoundConfig, { program }: SetupWish): SetupStep {
  if (bytes === undefined) return { kind: 'absent' }
  const { text, mark } = configText(bytes)
  const found = format.read(text)
  if (found.kind === 'none') return { kind: 'absent' }
  if (found.kind === 'other') return { kind: 'foreign', words: found.words }
  if (!startsThisProgram(found.entry, program)) return { kind: 'foreign', words: `it starts ${found.entry.command}` }
  const before = backups.find(backup => isBefore(backup.bytes, text, found.entry, format))
  if (before !== undefined) return { kind: 'restore', backup: before }
  const fresh = format.put('', found.entry)
  // A person may have made a file of her own with this entry alone: only what setup, or a command for it, writes is taken away whole.
  if (text === fresh || (own?.way.rewrites && saysTheSame(fresh, text))) return { kind: 'restore', backup: undefined }
  const remove = own?.way.remove
  return {
    kind: 'remove',
    bytes: configBytes({ text: format.take(text), mark }),
    own: own && remove ? { program: own.program, args: remove } : undefined,
  }
}

/** True where a copy with the entry put into it is what stands there now: nothing else was changed since. */
function isBefore(bytes: Uint8Array, now: string, entry: ServerEntry, format: EntryFormat): boolean {
  try {
    const { text } = configText(bytes)
    return format.read(text).kind === 'none' && saysTheSame(format.put(text, entry), now)
  } catch (error) {
    if (error instanceof ConfigFlaw) return false
    throw error
  }
}

/** True for the same text, and for the same JSON where neither has comments, since an assistant may have laid it out anew. */
function saysTheSame(one: string, other: string): boolean {
  return one === other || (plainJson(one) ?? one) === (plainJson(other) ?? other)
}

function plainJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What an entry starts, in words. Variables are left out: they may be secrets. */
export function startWords({ command, args }: Pick<ServerEntry, 'command' | 'args'>): string {
  return [command, ...args].join(' ')
}
