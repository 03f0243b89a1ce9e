import { languageName } from '../domain/languages.ts'
import { planInvalid } from '../domain/plan/refusal.ts'
import type { Engine } from './engine.ts'
import { ENGINE_NAMES } from './names.ts'
import { pseudo } from './pseudo.ts'

/** The engine of every name. */
const BY_NAME: Readonly<Record<(typeof ENGINE_NAMES)[number], Engine>> = { pseudo }
const ENGINES: ReadonlyMap<string, Engine> = new Map(Object.entries(BY_NAME))

/** The engine a plan was made with, by its id; undefined when this build has none of that name. */
export function engineById(id: string): Engine | undefined {
  return ENGINES.get(id)
}

/** What `pseudo` is for without being named: a tag that says by itself that it is no language. */
const PSEUDO_LANGUAGE = 'en-XA'

/**
 * The engine for a plan: the one that is named (`TRANSLATION_ENGINE`), else `pseudo` where only `en-XA` is asked for.
 * @throws PlanRefusal plan_invalid when there is none, saying how to get one, or when it lacks a pair (ENG-1).
 */
export async function engineFor(
  named: string | undefined,
  source: string,
  targets: readonly string[],
): Promise<Engine> {
  const engine = chosen(named, targets)
  for (const target of targets) {
    if (await engine.supports(source, target)) continue
    const pair = `${languageName(source)} into ${languageName(target)} (${target})`
    throw planInvalid(
      'engine',
      `The engine “${engine.id}” does not translate ${pair}. Leave that language out, or choose another engine.`,
    )
  }
  return engine
}

function chosen(named: string | undefined, targets: readonly string[]): Engine {
  if (named !== undefined) {
    const engine = ENGINES.get(named)
    if (engine !== undefined) return engine
    throw planInvalid(
      'engine',
      `TRANSLATION_ENGINE names “${named}”, which is no engine here. Set it to one of: ${ENGINE_NAMES.join(', ')}.`,
    )
  }
  if (targets.length > 0 && targets.every(target => target === PSEUDO_LANGUAGE)) return pseudo
  throw planInvalid(
    'engine',
    'No translation engine is configured. Set TRANSLATION_ENGINE and start again; TRANSLATION_ENGINE=pseudo tries the workflow with accented text instead of a translation.',
  )
}
