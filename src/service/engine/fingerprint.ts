import { createHmac } from 'node:crypto'
import type { Fingerprints } from '../domain/means.ts'
import { ENGINES } from './engines.ts'
import { type EngineSettings, valuesOf } from './settings.ts'

/** Makes the fingerprints under a secret of the data folder, so that a stored one cannot be tried against guessed keys elsewhere. */
export function fingerprintsOf(settings: EngineSettings, secret: string): Fingerprints {
  const print = (facts: unknown): string =>
    createHmac('sha256', secret).update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
  const engines = Object.fromEntries(
    ENGINES.map(about => {
      const values = Object.entries(valuesOf(about, settings)).sort(([a], [b]) => (a < b ? -1 : 1))
      return [about.name, print([about.name, values])]
    }),
  )
  const { engine = null, agent, unread_keys } = settings
  const choice = (assistants: boolean) => print([engine, assistants, [...unread_keys].sort(), engines])
  const choices = { assistants: choice(true), programs: choice(false) }
  return { engines, choices, all: agent ? choices.assistants : choices.programs }
}
