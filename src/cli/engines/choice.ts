import type { OpenEntry } from '../../auth/keyring.ts'
import { visible } from '../../mcp/render/data.ts'
import { KEY_SETTING, variableOf } from '../../service/engine/about.ts'
import { type EngineTrial, engineTrial } from '../../service/engine/trial.ts'
import { dropEngineKey, keepEngineKey } from '../engine-keys.ts'
import { type KeptEngine, keepEngine } from '../kept-engine.ts'
import { ownCommand } from '../own-command.ts'
import { serviceSettings } from '../service-settings.ts'
import type { Settings } from '../settings.ts'

/** An engine as a person wants it, before it is tried. */
export interface EngineChoice {
  readonly engine: string
  /** As the person knows it. */
  readonly called: string
  /** Its address and models, by the names of its settings. */
  readonly values: Readonly<Record<string, string>>
  /** A secret; undefined where it takes none. */
  readonly key: string | undefined
  /** True where the key lies in the keyring already. */
  readonly key_is_kept: boolean
}

/** Settings under which this engine translates and no other. */
export function settingsFor(settings: Settings, { engine, values, key }: EngineChoice): Settings {
  const own = { ...values, ...(key !== undefined && { [KEY_SETTING]: key }) }
  return { ...settings, engine, engines: { ...settings.engines, [engine]: own } }
}

/** The one tiny call by which a choice is tried; undefined where it can translate nothing here. Nothing is charged yet. */
export async function trialFor(settings: Settings, choice: EngineChoice): Promise<EngineTrial | undefined> {
  return await engineTrial(serviceSettings(settingsFor(settings, choice)))
}

/** Where a choice came to lie. `run_only`: its key has no place, so all of it is for this run alone. */
export type KeptWhere = 'kept' | 'run_only'

/** Puts the key into the keyring and the rest into the data folder; either both or none. */
export async function keepChoice(settings: Settings, choice: EngineChoice, openEntry?: OpenEntry): Promise<KeptWhere> {
  const { engine, values, key, key_is_kept } = choice
  const kept: KeptEngine = { engine, settings: values, key: key !== undefined }
  const isNew = key !== undefined && !key_is_kept
  if (isNew && !(await keepEngineKey(settings, engine, key, openEntry))) return 'run_only'
  try {
    await keepEngine(settings, kept)
  } catch (error) {
    if (isNew) await dropEngineKey(settings, engine, openEntry)
    throw error
  }
  return 'kept'
}

/** What a person reads after her choice was kept, or was not. */
export function keptWords({ engine, called, values, key }: EngineChoice, kept: KeptWhere): string {
  if (kept === 'kept') {
    const secret = key === undefined ? '' : " Its key is in this system's keyring."
    return `${called} translates from now on, also for assistants on this machine.${secret} \`${ownCommand()} engine use none\` takes it back.`
  }
  const others = Object.entries(values).map(([name, value]) => `${variableOf(engine, name)}=${visible(value, 200)}`)
  const all = [variableOf(engine, KEY_SETTING), ...others].join(', ')
  return `This system has no keyring that stores secrets, or it is locked. A key is never written to a file, so nothing is kept: set ${all} for later runs.`
}
