import { randomUUID } from 'node:crypto'
import { chmod, chown, lstat, mkdir, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf, systemReason } from '../../contract/system-errors.ts'
import { configText } from './config-bytes.ts'
import { ConfigFlaw, type ServerEntry, startsAsWanted } from './entry.ts'
import { BACKUP } from './found-configs.ts'
import type { FoundConfig, SetupStep } from './plan.ts'
import { runOwn } from './run-own.ts'

/** What became of a configuration file. */
export interface ConfigOutcome {
  readonly done: boolean
  /** The copy of what stood there before, where one was kept. */
  readonly backup: string | undefined
  /** A sentence, where something was not done, or done in another way. */
  readonly note: string | undefined
}

interface Surroundings {
  readonly entry: ServerEntry
  readonly env: NodeJS.ProcessEnv
  /** The folder in which other programs are run. */
  readonly home: string
  /** The day, for the names of copies: 2026-11-26. */
  readonly day: string
}

/** Does what was planned for a file: whole or not at all, and only while the file is as it was planned. */
export async function writeConfig(config: FoundConfig, step: SetupStep, around: Surroundings): Promise<ConfigOutcome> {
  try {
    return await written(config, step, around)
  } catch (error) {
    const reason = systemReason(error)
    if (reason === undefined) throw error
    return { done: false, backup: undefined, note: `${config.file} was not written: ${reason}.` }
  }
}

async function written(config: FoundConfig, step: SetupStep, around: Surroundings): Promise<ConfigOutcome> {
  const { file, bytes } = config
  const nothing = { done: false, backup: undefined, note: undefined }
  if (!isWriting(step)) return nothing
  if (!(await isAsPlanned(file, bytes)))
    return { ...nothing, note: `${file} has changed meanwhile, so it stays as it is. Run setup again.` }
  if (step.kind === 'restore') {
    if (step.backup === undefined) await rm(await targetOf(file))
    else {
      await writeThrough(file, step.backup.bytes)
      await rm(step.backup.file)
    }
    return { ...nothing, done: true }
  }
  const backup = bytes === undefined ? undefined : await keepCopy(file, bytes, around.day)
  const own = step.kind === 'change' ? undefined : step.own
  const failed = own && (await runOwn(own, around))
  if (own && (await isDone(config, step.kind, around.entry))) return { done: true, backup, note: undefined }
  // The command may have written something else, or nothing.
  if (own && !(await isAsPlanned(file, bytes)))
    return {
      done: false,
      backup,
      note: `${file} is not as it should be after ${path.basename(own.program)}. Run setup again.`,
    }
  await writeThrough(file, step.bytes)
  const instead =
    own &&
    `${path.basename(own.program)} did not do it (${failed ?? 'its configuration has stayed as it was'}), so the file was written.`
  return { done: true, backup, note: instead }
}

type WritingStep = Extract<SetupStep, { readonly kind: 'add' | 'change' | 'remove' | 'restore' }>

/** True for a step that changes a file. */
export function isWriting(step: SetupStep): step is WritingStep {
  return step.kind === 'add' || step.kind === 'change' || step.kind === 'remove' || step.kind === 'restore'
}

async function bytesNow(file: string): Promise<Uint8Array | undefined> {
  return await readFile(file).catch(error => {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    throw error
  })
}

async function isAsPlanned(file: string, planned: Uint8Array | undefined): Promise<boolean> {
  const now = await bytesNow(file)
  if (now === undefined || planned === undefined) return now === planned
  return Buffer.compare(now, planned) === 0
}

/** Whether an assistant's own command has put the entry in, or taken it out. */
async function isDone(
  { file, format }: FoundConfig,
  kind: 'add' | 'change' | 'remove',
  entry: ServerEntry,
): Promise<boolean> {
  const bytes = await bytesNow(file)
  if (bytes === undefined) return kind === 'remove'
  try {
    const found = format.read(configText(bytes).text)
    return kind === 'remove' ? found.kind === 'none' : found.kind === 'entry' && startsAsWanted(found.entry, entry)
  } catch (error) {
    if (error instanceof ConfigFlaw) return false
    throw error
  }
}

/** Keeps a copy of a file beside it, for its owner alone. What was kept already is not kept twice. */
async function keepCopy(file: string, bytes: Uint8Array, day: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = `${file}${BACKUP}${day}${number === 1 ? '' : `-${number}`}`
    const there = await bytesNow(copy)
    if (there !== undefined && Buffer.compare(there, bytes) !== 0) continue
    if (there === undefined) await writeFresh(copy, bytes, 0o600, await ownerOf(file))
    return copy
  }
}

/** Where the bytes of a file lie: a configuration may be a link into a folder of its user's. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error
    const facts = await lstat(file).catch(() => undefined)
    return facts?.isSymbolicLink() ? path.resolve(path.dirname(file), await readlink(file)) : file
  }
}

/** Puts a file in the place of another in one step: a program that reads it meanwhile finds the one or the other. */
async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const target = await targetOf(file)
  await makeFolders(path.dirname(target))
  const mode = (await stat(target).catch(() => undefined))?.mode
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.tmp`)
  try {
    await writeFresh(temporary, bytes, mode ?? 0o600, await ownerOf(target))
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Makes the folders that are missing, for whoever has the folder above them. */
async function makeFolders(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made === undefined) return
  const owner = await ownerOf(path.dirname(made))
  if (owner === undefined) return
  for (let at = folder; at !== path.dirname(made); at = path.dirname(at)) await chown(at, owner.uid, owner.gid)
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Whose a file is to be: that of the file, else of its folder. Undefined where this process can give it to nobody else anyway. */
async function ownerOf(file: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return await stat(file).catch(() => stat(path.dirname(file)))
}

async function writeFresh(file: string, bytes: Uint8Array, mode: number, owner: Owner | undefined): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (owner !== undefined) await chown(file, owner.uid, owner.gid)
  await chmod(file, mode & 0o777)
}
