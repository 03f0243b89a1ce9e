import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { OpenEntry } from '../auth/keyring.ts'
import { KEY_SETTING } from '../service/engine/about.ts'
import { KEYED_ENGINES } from '../service/engine/configured.ts'
import { dataDirOf, madeDataDir } from './data-dir.ts'
import { isWithoutKey } from './kept-engine.ts'
import type { Settings } from './settings.ts'

type Given = Pick<Settings, 'data_dir' | 'engines'>

/** The keys of engines from the keyring. A key in the environment comes first, so it is not looked for in the keyring. */
export interface EngineKeys {
  /** The keys themselves: secrets. */
  readonly found: Readonly<Record<string, string | undefined>>
  /** Engines whose key is in the keyring, and could not be read. */
  readonly unread: readonly string[]
}

/** The key of an engine in the environment; a secret. */
export function givenKey(settings: Given, name: string): string | undefined {
  return settings.engines[name]?.[KEY_SETTING]
}

/**
 * The folder of marks. A mark is a file for a key in the keyring; it holds the id of the keyring entry. For an engine without a
 * mark the keyring is not asked.
 */
const folderOf = (settings: Given) => path.join(dataDirOf(settings), 'engine-keys')

/** The engines whose key was put into the keyring. This does not open the keyring. */
export function enginesInKeyring(settings: Given): string[] {
  try {
    const marks = readdirSync(folderOf(settings))
    return KEYED_ENGINES.filter(name => marks.includes(name) && !isWithoutKey(settings, name))
  } catch {
    return []
  }
}

/** The name of an entry in the keyring; undefined where there is none. Each data folder has entries of its own. */
async function entryOf(settings: Given, name: string): Promise<string | undefined> {
  const mark = await readFile(path.join(folderOf(settings), name), 'utf8').catch(() => undefined)
  return mark === undefined ? undefined : `engine ${name} ${mark.trim()}`
}

/** How long the service waits for the keyring when it starts: a person may have to unlock it, and a caller waits. In milliseconds. */
const PATIENCE_MS = 10_000

/** Reads the keys that are in the keyring and not in the environment. Never throws: a key that cannot be read is in `unread`. */
export async function readEngineKeys(settings: Given, openEntry?: OpenEntry): Promise<EngineKeys> {
  const names = enginesInKeyring(settings).filter(name => givenKey(settings, name) === undefined)
  if (names.length === 0) return { found: {}, unread: [] }
  const { readEntry, systemEntry } = await import('../auth/keyring.ts')
  const read = async (name: string) => {
    const entry = await entryOf(settings, name)
    const key = entry && (await readEntry(openEntry ?? systemEntry, entry, PATIENCE_MS).catch(() => undefined))
    return [name, key] as const
  }
  const all = await Promise.all(names.map(read))
  const found = Object.fromEntries(all.filter(([, key]) => key !== undefined))
  return { found, unread: all.flatMap(([name, key]) => (key === undefined ? [name] : [])) }
}

/** Puts a key into the keyring and removes the old one. False where no keyring stores it; the key is never written to a file. */
export async function keepEngineKey(
  settings: Given,
  name: string,
  key: string,
  openEntry?: OpenEntry,
): Promise<boolean> {
  const keyring = await import('../auth/keyring.ts')
  const system = openEntry ?? keyring.systemEntry
  if (!(await keyring.keeps(system))) return false
  const folder = folderOf(settings)
  await madeDataDir(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = await entryOf(settings, name)
  const id = randomUUID()
  if (!(await keyring.writeEntry(system, `engine ${name} ${id}`, key))) return false
  await mark(folder, name, id)
  if (before !== undefined) await keyring.removeEntry(system, before)
  return true
}

/**
 * Takes a key out of the keyring. `none`: there was none. `left`: the key is not used any more, but the keyring could not be asked and
 * may still hold it.
 */
export async function dropEngineKey(
  settings: Given,
  name: string,
  openEntry?: OpenEntry,
): Promise<'none' | 'removed' | 'left'> {
  const entry = await entryOf(settings, name)
  if (entry === undefined) return 'none'
  const { removeEntry, systemEntry } = await import('../auth/keyring.ts')
  const removed = await removeEntry(openEntry ?? systemEntry, entry)
  await rm(path.join(folderOf(settings), name), { force: true })
  return removed ? 'removed' : 'left'
}

/** Writes a mark in one step: a reader finds the old mark or the new one. */
async function mark(folder: string, name: string, id: string): Promise<void> {
  const temporary = path.join(folder, `${name}.${id}.part`)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${id}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path.join(folder, name))
}
