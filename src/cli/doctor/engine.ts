import { visible } from '../../mcp/render/data.ts'
import { count } from '../../mcp/render/numbers.ts'
import { KEY_SETTING, variableOf } from '../../service/engine/about.ts'
import { aboutEngine, lackOf } from '../../service/engine/configured.ts'
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings, valuesOf } from '../../service/engine/settings.ts'
import type { EngineTrial, TrialEnd } from '../../service/engine/trial.ts'
import { waysToGet } from '../../service/engine/words.ts'
import { type ChosenEngines, chosenEngines, engineWords, keyPlaces, keyWords } from '../engine-words.ts'
import { keptEngine, keptFile } from '../kept-engine.ts'
import { ownCommand } from '../own-command.ts'
import { serviceSettings } from '../service-settings.ts'
import { asBroken, type Diagnosis, skipped, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

const HOSTED = 'As the hosted service chooses.'

/** Who would translate now, and whether that engine has what it needs. Only an endpoint of one's own is asked, for what costs nothing. */
export async function lookAtEngine({ settings, env, keys }: Examined): Promise<Diagnosis> {
  if (settings.api_url !== undefined) return skipped(HOSTED)
  if (keptEngine(settings) === 'unreadable' && settings.engine === undefined)
    return asBroken(
      `${keptFile(settings)}, which says who translates, cannot be read.`,
      `${ownCommand()} engine use none removes it.`,
    )
  const found = await keys()
  const all = { ...DEFAULT_ENGINE_SETTINGS, ...serviceSettings(settings, { assistants: true, keys: found }) }
  const lack = lackOfNamed(all)
  if (lack !== undefined) return lack
  const [unread] = found.unread
  if (unread !== undefined) return keyUnread(unread)
  const chosen = await chosenEngines(settings, found)
  const hindered = await hindranceOf(chosen, all)
  if (hindered !== undefined) return hindered
  const keyLine = keyWords(keyPlaces(settings, found))
  const said = `${engineWords(chosen)}.${keyLine === '' ? '' : ` Keys: ${keyLine}.`}`
  if (chosen.in_terminal !== null) return well(said)
  const ways = waysToGet()
  const runs = await localServer(env)
  return warning(
    `Over MCP your assistant translates, which costs its own tokens alone. In a terminal nobody does.${runs?.said ?? ''}`,
    `To translate in a terminal: ${runs?.way ?? ''}${ways}.`,
  )
}

/** A server of models on this machine that nobody has chosen yet. */
async function localServer(env: Examined['env']) {
  const { findLocalServers, localPorts } = await import('../engines/find-local.ts')
  const found = (await findLocalServers(localPorts(env))).find(({ model }) => model !== undefined)
  if (found === undefined) return undefined
  const { server, base_url, model = '' } = found
  return {
    said: ` ${server.title} runs at ${base_url} with ${visible(model)}, and is not set up.`,
    way: `${ownCommand()} engine use ${server.name}; or `,
  }
}

function lackOfNamed(all: EngineSettings): Diagnosis | undefined {
  const about = aboutEngine(all.engine)
  if (about === undefined || all.unread_keys.includes(about.name)) return undefined
  const lacks = lackOf(about, all)
  if (lacks === undefined) return undefined
  const inKeyring =
    about.key === undefined
      ? ''
      : ` Or put its key into this system's keyring: ${ownCommand()} engine-keys set ${about.name}`
  return asBroken(`TRANSLATION_ENGINE names ${about.name}, which needs ${lacks}.`, `Set ${lacks}.${inKeyring}`)
}

function keyUnread(name: string): Diagnosis {
  return asBroken(
    `The key of ${name} is in this system's keyring, which cannot be read now; no other engine takes its place.`,
    `Unlock the keyring, or set ${variableOf(name, KEY_SETTING)}, or put the key there again: ${ownCommand()} engine-keys set ${name}`,
  )
}

async function hindranceOf(
  { over_mcp, in_terminal }: ChosenEngines,
  all: EngineSettings,
): Promise<Diagnosis | undefined> {
  for (const name of new Set([over_mcp, in_terminal])) {
    const about = aboutEngine(name)
    if (about === undefined) continue
    if ((await about.isInstalled?.(valuesOf(about, all))) === false) {
      return asBroken(
        `TRANSLATION_ENGINE names ${about.name}, which is not installed.`,
        sentence(about.words.get ?? waysToGet()),
      )
    }
    const hindrance = await about.hindrance?.(valuesOf(about, all))
    if (hindrance !== undefined) return asBroken(`${about.name}: ${hindrance.what}`, hindrance.mend)
  }
  return undefined
}

const sentence = (order: string) => `${order.slice(0, 1).toUpperCase()}${order.slice(1)}.`

/** With --try-engine, one tiny call, whose price is said before it is made. */
export async function tryTheEngine({ settings, keys, stderr }: Examined, signal: AbortSignal): Promise<Diagnosis> {
  if (settings.api_url !== undefined) return skipped(HOSTED)
  if (!settings.try_engine) return skipped(`Not tried: ${ownCommand()} doctor --try-engine makes one tiny call.`)
  const { engineTrial } = await import('../../service/engine/trial.ts')
  const trial = await engineTrial(serviceSettings(settings, { keys: await keys() }))
  if (trial === undefined) return skipped('No engine of this machine translates, so there is none to try.')
  const beyond = beyondTrialCap(trial, settings)
  if (beyond !== undefined) return skipped(beyond)
  stderr.write(
    `translation-mcp: one call to ${namedTrial(trial)}: ${trialPrice(trial)}. The text goes to ${trial.text_goes_to}.\n`,
  )
  return trialFound(trial, await trial.run(signal))
}

/** An engine with its model. */
export function namedTrial({ engine, model }: EngineTrial): string {
  return model === undefined ? engine : `${engine} (${visible(model)})`
}

/** What the call costs, before it is made. */
export function trialPrice({ cost }: EngineTrial): string {
  return cost === undefined ? 'nobody is charged' : `about ${count(cost.amount)} ${cost.unit} on your account with it`
}

/** Why the call is not made: it would be above a cap. */
export function beyondTrialCap(
  { cost }: Pick<EngineTrial, 'cost'>,
  { max_tokens, max_characters }: Pick<Examined['settings'], 'max_tokens' | 'max_characters'>,
): string | undefined {
  const cap = cost?.unit === 'tokens' ? max_tokens : max_characters
  if (cost === undefined || cap === undefined || cost.amount <= cap) return undefined
  return `Not tried: a call takes about ${count(cost.amount)} ${cost.unit}, more than --max-${cost.unit} ${cap} allows.`
}

/** By why an engine gave no translation. */
const MENDS: Readonly<Record<Extract<TrialEnd, { kind: 'failed' }>['why'], (engine: string) => string>> = {
  refused: engine => `Set another key (${ownCommand()} engine-keys set ${engine}), address or model.`,
  quota: () => 'Top up the account, or choose another engine (TRANSLATION_ENGINE).',
  passing: () => 'Do this again in a while; check the network and the address of the engine.',
  unusable: () => 'Choose another model, one that follows instructions and writes JSON.',
}

export function trialFound(
  trial: Pick<EngineTrial, 'engine' | 'model' | 'cost' | 'target' | 'text_goes_to'>,
  end: TrialEnd,
): Diagnosis {
  const { engine, cost } = trial
  if (end.kind === 'failed') return asBroken(visible(end.message, 300), MENDS[end.why](engine))
  const charged = cost === undefined ? '' : `, charged ${count(end.used ?? cost.amount)} ${cost.unit}`
  return well(
    `${engine} answered in ${(end.ms / 1000).toFixed(1)} s with «${visible(end.text, 60)}» (${trial.target})${charged}.`,
  )
}
