import path from 'node:path'
import { SETTINGS, type Settings } from '../settings.ts'
import type { ServerEntry } from './entry.ts'

/** The settings that an entry takes along, as texts. None of them is a secret: those stay in the keyring and the environment. */
export function passedOn(settings: Settings, working: string): ServerEntry['env'] {
  const { api_url, data_dir, allow, engine, consent } = settings
  const whole = (folder: string) => path.resolve(working, folder)
  const values = {
    api_url,
    data_dir: data_dir === undefined ? undefined : whole(data_dir),
    allow: allow.length === 0 ? undefined : allow.map(whole).join(path.delimiter),
    engine,
    consent: consent === defaultOf('consent') ? undefined : consent,
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const variable = SETTINGS.find(setting => setting.name === name)?.variable
      return value === undefined || variable === undefined ? [] : [[variable, value]]
    }),
  )
}

function defaultOf(name: string): string | undefined {
  return SETTINGS.find(setting => setting.name === name)?.fallback
}
