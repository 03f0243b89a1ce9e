import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { SUPPORTED_TAGS } from '../../service/domain/languages.ts'
import type { EngineAbout, EngineValues } from '../../service/engine/about.ts'
import { aboutEngine, candidatesOf } from '../../service/engine/configured.ts'
import { ENGINES } from '../../service/engine/engines.ts'
import { valuesOf } from '../../service/engine/settings.ts'
import type { Invocation } from '../command.ts'
import { dataDirOf } from '../data-dir.ts'
import { enginesInKeyring } from '../engine-keys.ts'
import type { Settings } from '../settings.ts'

/** What is to be translated, as far as it is known before a file is sent. */
export interface ToTranslate {
  readonly languages: readonly string[]
  readonly instruction?: string | undefined
  /** Files and folders. */
  readonly places: readonly string[]
}

/**
 * The settings with an engine that could translate: as they are, where there is one, else with one that the person at the terminal sets up now.
 * Nothing is sent, and without a question nothing is made.
 *
 * @param asks false where nobody is asked
 * @throws {UsageError} there is none: it names every way to get one
 */
export async function readyEngine(
  invocation: Invocation,
  wanted: ToTranslate,
  { asks }: { readonly asks: boolean },
): Promise<Settings> {
  const { settings } = invocation
  if (settings.api_url !== undefined || settings.engine !== undefined || isOwnLanguage(wanted)) return settings
  if (await hasEngine(settings, wanted.languages)) return settings
  // What was translated before is found again without an engine, and an assistant may have done it.
  if (await wasSent(settings, wanted.places)) return settings
  const { withoutEngine } = await import('./without-engine.ts')
  return await withoutEngine(invocation, asks)
}

/** Whether one of these tags chooses its engine without a setting. */
function isOwnLanguage({ languages, instruction = '' }: ToTranslate): boolean {
  const said = [...languages, instruction].join(' ').toLowerCase()
  return ENGINES.some(({ own_language }) => own_language !== undefined && said.includes(own_language.toLowerCase()))
}

/** Whether an engine could translate into one of these languages under these settings. No keyring is opened and nobody is called. */
async function hasEngine({ engines, ...settings }: Settings, languages: readonly string[]): Promise<boolean> {
  const unread_keys = enginesInKeyring({ ...settings, engines })
  for (const name of candidatesOf({ engine: undefined, agent: false, engines, unread_keys })) {
    const about = aboutEngine(name)
    if (about !== undefined && (await couldTranslate(about, valuesOf(about, { engines }), languages))) return true
  }
  return false
}

/** A provider is taken to have every pair. What is installed here is looked at, for any source: only the file says its own. */
async function couldTranslate(
  about: EngineAbout,
  values: EngineValues,
  languages: readonly string[],
): Promise<boolean> {
  if (about.isInstalled === undefined) return true
  if (!(await about.isInstalled(values))) return false
  const engine = (await about.load())(values, '')
  for (const target of languages)
    for (const source of SUPPORTED_TAGS)
      if (await Promise.resolve(engine.supports(source, target)).catch(() => true)) return true
  return languages.length === 0
}

/** Whether one of these files, or a file below one of these folders, was sent before. */
async function wasSent(settings: Settings, places: readonly string[]): Promise<boolean> {
  const known = await readFile(path.join(dataDirOf(settings), 'sources.json'), 'utf8').catch(() => '')
  return places.some(place => known.includes(JSON.stringify(path.resolve(place)).slice(0, -1)))
}
