import { aboutEngine, candidatesOf, lackOf } from './configured.ts'
import { type Engine, EngineError, type EngineJob, explained, type Metering, type Segment } from './engine.ts'
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings, valuesOf } from './settings.ts'
import { waysToGet } from './words.ts'

/** One tiny call that shows whether an engine translates. */
export interface EngineTrial {
  readonly engine: string
  readonly model: string | undefined
  readonly text_goes_to: string
  readonly target: string
  /** What its account is charged for it, about; undefined where nobody is charged. */
  readonly cost: { readonly unit: Metering['unit']; readonly amount: number } | undefined
  /** Makes the call. It does not throw what an engine says of itself. */
  run(signal: AbortSignal): Promise<TrialEnd>
}

export type TrialEnd =
  | { readonly kind: 'translated'; readonly text: string; readonly used: number | undefined; readonly ms: number }
  | { readonly kind: 'failed'; readonly why: EngineError['kind']; readonly message: string }

const SOURCE = 'en'
const TEXT = 'Good morning'
/** Languages to try, until the engine has one. */
const TARGETS = ['de', 'es', 'fr', 'ca', 'eo'] as const

/** Prepares the call without making it; undefined where no engine of this machine translates: there is none, or the caller's own model does. */
export async function engineTrial(settings: Partial<EngineSettings>): Promise<EngineTrial | undefined> {
  const all = { ...DEFAULT_ENGINE_SETTINGS, ...settings }
  for (const name of candidatesOf({ ...all, agent: false })) {
    const about = aboutEngine(name)
    if (about === undefined || about.by_caller === true || lackOf(about, all) !== undefined) continue
    const values = valuesOf(about, all)
    if ((await about.isInstalled?.(values)) === false) continue
    const engine = (await about.load())(values, waysToGet(about))
    const target = await firstTarget(engine)
    if (target !== undefined) return trialOf(engine, target)
  }
  return undefined
}

async function firstTarget(engine: Engine): Promise<string | undefined> {
  for (const target of TARGETS) {
    const has = await Promise.resolve(engine.supports(SOURCE, target)).catch((error: unknown) => {
      // Who cannot say it is tried: the call says why.
      if (error instanceof EngineError) return true
      throw error
    })
    if (has) return target
  }
  return undefined
}

function trialOf(engine: Engine, target: string): EngineTrial {
  const segments: readonly Segment[] = [{ id: 'trial', text: TEXT }]
  const job: EngineJob = { source: SOURCE, target, tier: 'standard', guidance: [], glossary: [], keep: [] }
  const { metering } = engine
  return {
    engine: engine.id,
    model: engine.model?.('standard'),
    text_goes_to: engine.describe({ words: 2, characters: TEXT.length, credits: 0, usage: 0 }).text_goes_to,
    target,
    cost: metering && { unit: metering.unit, amount: Math.ceil(metering.cost(segments, job)) },
    run: signal => called(engine, segments, { ...job, signal }),
  }
}

async function called(engine: Engine, segments: readonly Segment[], job: EngineJob): Promise<TrialEnd> {
  const began = performance.now()
  let used: number | undefined
  const note = (amount: number) => {
    used = (used ?? 0) + amount
  }
  try {
    for await (const { text } of engine.translate(segments, { ...job, used: note })) {
      return { kind: 'translated', text, used, ms: performance.now() - began }
    }
    return { kind: 'failed', why: 'unusable', message: 'It answered without a translation.' }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { kind: 'failed', why: error.kind, message: explained(error) }
  }
}
