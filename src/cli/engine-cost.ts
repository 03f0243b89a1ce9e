import type { Billing } from '../contract/plan.ts'
import { aboutEngine } from '../service/engine/configured.ts'
import { DEFAULT_ENGINE_SETTINGS, valuesOf } from '../service/engine/settings.ts'
import { waysToGet } from '../service/engine/words.ts'
import type { EngineKeys } from './engine-keys.ts'
import { serviceSettings } from './service-settings.ts'
import type { Settings } from './settings.ts'

/** Who is charged for an engine, in which unit, and in money where a price is set. */
export interface EngineCost extends Pick<Billing, 'who' | 'unit'> {
  /** Money for a million of the unit. */
  readonly million: { readonly amount: number; readonly currency: string } | null
}

const NO_WORK = { words: 0, characters: 0, credits: 0, usage: 0 } as const

/** What an engine of this build costs under these settings; null where there is no such engine. It is loaded, and calls nobody. */
export async function engineCost(
  name: string | null,
  settings: Settings,
  keys: EngineKeys,
): Promise<EngineCost | null> {
  const about = aboutEngine(name)
  if (about === undefined) return null
  const values = valuesOf(about, { ...DEFAULT_ENGINE_SETTINGS, ...serviceSettings(settings, { keys }) })
  const engine = (await about.load())(values, waysToGet(about))
  const { who, unit } = engine.describe(NO_WORK).billing
  const model = engine.model?.('standard')
  const lines = settings.prices.filter(price => price.engine === engine.id && price.unit === unit)
  const line =
    lines.find(one => one.model !== undefined && one.model === model) ?? lines.find(one => one.model === undefined)
  return { who, unit, million: line === undefined ? null : { amount: line.million, currency: line.currency } }
}

/** As many as a price may have: what costs little is not shown as free. */
const DECIMALS = { maximumFractionDigits: 6 }

const PAYS: Readonly<Record<Billing['who'], (unit: string) => string>> = {
  nobody: () => 'nothing',
  workspace: unit => `${unit} of the workspace`,
  you: unit => `${unit} of your account with it`,
  operator: unit => `${unit} of the account of whoever runs this server`,
  assistant: unit => `${unit} of the assistant's own plan`,
}

/** `tokens of your account with it, 1.1 EUR a million` */
export function costWords({ who, unit, million }: EngineCost): string {
  const price =
    million === null ? '' : `, ${million.amount.toLocaleString('en-US', DECIMALS)} ${million.currency} a million`
  return `${PAYS[who](unit)}${price}`
}
