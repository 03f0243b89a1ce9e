import { constants, readdirSync } from 'node:fs'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf, systemReason } from '../../contract/system-errors.ts'
import {
  ASSISTANTS,
  type Assistant,
  type AssistantMachine,
  type AssistantName,
  type ConfigPlace,
  pathsOn,
} from './assistants.ts'
import type { EntryFormat } from './entry.ts'
import { jsonEntries } from './json-entries.ts'
import type { FoundConfig, OwnCommand } from './plan.ts'
import { tomlEntries } from './toml-entries.ts'

export function entryFormatOf({ servers, typed }: Pick<Assistant, 'servers' | 'typed'>): EntryFormat {
  return servers.in === 'json' ? jsonEntries(servers.member, typed) : tomlEntries(servers.table)
}

/** This machine, as the environment names its home. */
export function machineHere(env: AssistantMachine['env'], home: string): AssistantMachine {
  const namesIn = (folder: string) => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }
  const named = process.platform === 'win32' ? env.USERPROFILE : env.HOME
  return { platform: process.platform, home: named || home, env, namesIn }
}

/** The configuration files of the assistants on a machine. Of one that is named there is always one, whether it is found or not. */
export async function findConfigs(
  machine: AssistantMachine,
  named: readonly AssistantName[],
): Promise<readonly FoundConfig[]> {
  const wanted = named.length === 0 ? ASSISTANTS : ASSISTANTS.filter(({ name }) => named.includes(name))
  const all = await Promise.all(wanted.map(assistant => configsOf(assistant, machine, named.length > 0)))
  return all.flat()
}

async function configsOf(assistant: Assistant, machine: AssistantMachine, isNamed: boolean): Promise<FoundConfig[]> {
  const places = assistant.places(machine)
  const found: FoundConfig[] = []
  for (const place of places) {
    const own = await ownCommand(place, machine)
    if (own !== undefined || (await anyThere(place.signs))) found.push(await foundConfig(assistant, place, own))
  }
  const [first] = places
  return found.length === 0 && isNamed && first ? [await foundConfig(assistant, first, undefined)] : found
}

async function foundConfig(
  assistant: Assistant,
  place: ConfigPlace,
  own: OwnCommand | undefined,
): Promise<FoundConfig> {
  const { file, edition } = place
  const backups = await backupsOf(file)
  const facts = {
    assistant: assistant.name,
    called: edition ?? assistant.called,
    file,
    format: entryFormatOf(assistant),
    backups,
  }
  const about = own === undefined ? facts : { ...facts, own }
  try {
    return { ...about, bytes: await readFile(file) }
  } catch (error) {
    const reason = systemReason(error)
    if (reason === undefined) throw error
    return systemCodeOf(error) === 'ENOENT'
      ? { ...about, bytes: undefined }
      : { ...about, bytes: undefined, unread: reason }
  }
}

async function anyThere(signs: readonly string[]): Promise<boolean> {
  const there = await Promise.all(
    signs.map(sign =>
      stat(sign).then(
        () => true,
        () => false,
      ),
    ),
  )
  return there.includes(true)
}

/** What the copies of a file are called, after its own name. */
export const BACKUP = '.backup-'

async function backupsOf(file: string): Promise<FoundConfig['backups']> {
  const folder = path.dirname(file)
  const names = (await readdir(folder).catch(() => [])).filter(name =>
    name.startsWith(`${path.basename(file)}${BACKUP}`),
  )
  const read = async (name: string) => {
    const at = path.join(folder, name)
    const [bytes, facts] = await Promise.all([readFile(at).catch(() => undefined), stat(at).catch(() => undefined)])
    return bytes && facts ? [{ file: at, bytes, time: facts.mtimeMs }] : []
  }
  const all = (await Promise.all(names.map(read))).flat()
  return all.sort((a, b) => b.time - a.time || b.file.localeCompare(a.file))
}

/** The program of an assistant on the path. On Windows only what starts without a shell: a script would read its arguments anew. */
async function ownCommand({ own }: ConfigPlace, machine: AssistantMachine): Promise<OwnCommand | undefined> {
  if (own === undefined) return undefined
  const { platform, env } = machine
  const { join, delimiter, isAbsolute } = pathsOn(machine)
  const name = platform === 'win32' ? `${own.program}.exe` : own.program
  for (const folder of (env.PATH ?? env.Path ?? '').split(delimiter).filter(isAbsolute)) {
    const program = join(folder, name)
    const facts = await stat(program).catch(() => undefined)
    const starts = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (facts?.isFile() && starts) return { program, way: own }
  }
  return undefined
}
