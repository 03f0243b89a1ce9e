import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { writePrivateJson } from '../auth/private-json.ts'
import { systemCodeOf } from '../contract/system-errors.ts'
import { type EngineAbout, KEY_SETTING, variableOf } from '../service/engine/about.ts'
import { aboutEngine } from '../service/engine/configured.ts'
import { ENGINES } from '../service/engine/engines.ts'
import { dataDirOf, madeDataDir } from './data-dir.ts'
import { address, nearbyAddress, someText } from './kinds.ts'
import { ownCommand } from './own-command.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage.ts'

/** The engine that a person chose with `engine use`. It lies in the data folder, and holds no key. */
export interface KeptEngine {
  readonly engine: string
  /** Its address and its models, by the names of its settings. */
  readonly settings: Readonly<Record<string, string>>
  /** False where it was chosen without a key: one that lies in the keyring is of another endpoint and does not go to this one. */
  readonly key: boolean
}

const NAME = 'engine.json'
const KeptFile = z.strictObject({ engine: z.string(), settings: z.record(z.string(), z.string()), key: z.boolean() })
const KINDS = { text: someText, address, nearby_address: nearbyAddress } as const

type Folder = Pick<Settings, 'data_dir'>

/** The file of the choice. */
export function keptFile(settings: Folder): string {
  return path.join(dataDirOf(settings), NAME)
}

/** The choice; undefined where there is none, `unreadable` where the file cannot be read or was not written by this program. */
export function keptEngine(settings: Folder): KeptEngine | 'unreadable' | undefined {
  try {
    const kept = KeptFile.parse(JSON.parse(readFileSync(keptFile(settings), 'utf8')))
    return isFit(kept) ? kept : 'unreadable'
  } catch (error) {
    const code = systemCodeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : 'unreadable'
  }
}

/** Whether each setting is one of the engine, and as the command line would take it. */
function isFit({ engine, settings }: KeptEngine): boolean {
  const about = aboutEngine(engine)
  if (about === undefined || about.by_caller === true) return false
  const known: EngineAbout['settings'] = about.settings
  return Object.entries(settings).every(([name, value]) => {
    const setting = Object.hasOwn(known, name) ? known[name] : undefined
    return setting !== undefined && KINDS[setting.kind]().safeParse(value).success
  })
}

/** Settings with the engine that was chosen, where neither the environment nor a flag says who translates. */
export function withKeptEngine(settings: Settings, kept: KeptEngine | undefined): Settings {
  if (kept === undefined || overruledBy(settings, kept) !== undefined) return settings
  const { engine, settings: values } = kept
  return { ...settings, engine, engines: { ...settings.engines, [engine]: { ...values, ...saidOf(settings, engine) } } }
}

/**
 * The same from the data folder.
 *
 * @param refuses false for a command that tells itself that the choice cannot be read
 * @throws {UsageError} the choice cannot be read: another engine would get the texts
 */
export function withChosenEngine(settings: Settings, { refuses }: { readonly refuses: boolean }): Settings {
  const kept = keptEngine(settings)
  if (kept === 'unreadable' && refuses && settings.api_url === undefined && settings.engine === undefined)
    throw new UsageError(unreadableWords(settings))
  return kept === 'unreadable' ? settings : withKeptEngine(settings, kept)
}

function unreadableWords(settings: Folder): string {
  return `${keptFile(settings)}, which says who translates, cannot be read: ${ownCommand()} engine use none removes it.`
}

/**
 * The variable that comes before the choice: it names another engine, or sets a key or an address, which say together who translates. A model
 * alone does not: it is asked for at the endpoint that was chosen.
 */
export function overruledBy(settings: Settings, { engine }: KeptEngine): string | undefined {
  if (settings.api_url !== undefined) return 'TRANSLATION_API_URL'
  if (settings.engine !== undefined && settings.engine !== engine) return 'TRANSLATION_ENGINE'
  for (const about of ENGINES) {
    if (settings.engine !== undefined && about.name !== engine) continue
    const said = saidOf(settings, about.name)
    const telling = Object.keys(said).find(name => name === KEY_SETTING || kindOf(about, name) !== 'text')
    if (telling !== undefined) return variableOf(about.name, telling)
  }
  return undefined
}

function kindOf({ settings }: EngineAbout, name: string) {
  const known: EngineAbout['settings'] = settings
  return known[name]?.kind
}

/** What is set for an engine beside its defaults. */
export function saidOf({ engines }: Pick<Settings, 'engines'>, engine: string): Record<string, string> {
  const known: EngineAbout['settings'] = aboutEngine(engine)?.settings ?? {}
  return Object.fromEntries(
    Object.entries(engines[engine] ?? {}).flatMap(([name, value]) =>
      value === undefined || value === known[name]?.fallback ? [] : [[name, value]],
    ),
  )
}

/** True where the key of an engine that lies in the keyring is not for the endpoint that is set. */
export function isWithoutKey(settings: Pick<Settings, 'data_dir' | 'engines'>, engine: string): boolean {
  const kept = keptEngine(settings)
  if (kept === undefined || kept === 'unreadable' || kept.key || kept.engine !== engine) return false
  const said = saidOf(settings, engine)
  const addresses = Object.entries(kept.settings).filter(([name]) => name.endsWith('url'))
  return addresses.length > 0 && addresses.every(([name, value]) => said[name] === value)
}

/** Writes the choice in one step, for its owner alone. */
export async function keepEngine(settings: Folder, kept: KeptEngine): Promise<void> {
  await writePrivateJson(path.join(await madeDataDir(settings), NAME), kept)
}

/** Forgets the choice. False where there was none. */
export async function dropKeptEngine(settings: Folder): Promise<boolean> {
  try {
    await rm(keptFile(settings))
    return true
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return false
    throw error
  }
}
