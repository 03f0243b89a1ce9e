import { visible } from '../../mcp/render/data.ts'
import { KEY_SETTING, variableOf } from '../../service/engine/about.ts'
import { aboutEngine } from '../../service/engine/configured.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { costWords, engineCost } from '../engine-cost.ts'
import { givenKey, readEngineKeys } from '../engine-keys.ts'
import { chosenEngines, engineWords, placeWords } from '../engine-words.ts'
import { CHOOSABLE } from '../engines/choosing.ts'
import { type FoundServer, findLocalServers, localPorts } from '../engines/find-local.ts'
import { engineOffers, offerLines, offersJson } from '../engines/offers.ts'
import { personAt } from '../engines/person.ts'
import { type SetUp, setUp, setUpOne } from '../engines/setting-up.ts'
import { dropKeptEngine, keptEngine, keptFile, overruledBy, saidOf, withKeptEngine } from '../kept-engine.ts'
import { ownCommand } from '../own-command.ts'
import type { Settings } from '../settings.ts'
import { nearest, UsageError, unknownOrder } from '../usage.ts'

const NONE = 'none'

/**
 * Says who translates and why, and which engines there are; `use` tries one and keeps the choice in the data folder, `use none` takes it back.
 * Exit status 1 where the engine is not there, its call failed, or nobody said yes.
 */
export async function engine(invocation: Invocation): Promise<ExitStatus> {
  const { operands } = invocation
  const [order, name] = operands
  if (order === undefined) return await list(invocation)
  if (order !== 'use') throw unknownOrder('engine', order, ['use'])
  // A surplus argument may be a key, so the message does not repeat it.
  if (operands.length > 2) throw new UsageError('engine use takes a NAME alone; a key is never an argument.')
  if (name === NONE) return await useNone(invocation)
  if (name !== undefined && !CHOOSABLE.includes(name)) throw unknownEngine(name)
  return await use(invocation, name)
}

function unknownEngine(name: string): UsageError {
  const near = nearest(name.toLowerCase(), [...CHOOSABLE, NONE])
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  return new UsageError(`engine use takes one of ${[...CHOOSABLE, NONE].join(', ')}.${meant}`)
}

async function use(invocation: Invocation, name: string | undefined): Promise<ExitStatus> {
  const { settings, env, stdout, stderr } = invocation
  const stopping = new AbortController()
  const { signal } = stopping
  const unheard = onSignal(() => stopping.abort())
  try {
    const person = settings.json ? undefined : personAt(process.stdin, stderr, signal)
    const ports = localPorts(env)
    const found = await findLocalServers(ports)
    const tell = (line: string) => void stderr.write(`${line}\n`)
    const choosing = { settings, found, ports, person, tell }
    if (name === undefined && person === undefined) {
      throw new UsageError(`engine use needs a name: ${[...CHOOSABLE, NONE].join(', ')}.`)
    }
    const done =
      name === undefined ? await setUpOne(engineOffers(found), choosing, signal) : await setUp(name, choosing, signal)
    if (done === undefined) stderr.write('Nothing was changed.\n')
    if (done === undefined || done.kept === 'run_only') return 1
    const { choice } = done
    const kept = { engine: choice.engine, settings: choice.values, key: choice.key !== undefined }
    const before = overruledBy(settings, kept)
    if (before !== undefined) tell(`${before} is set, and comes before this choice.`)
    if (settings.json) stdout.write(`${JSON.stringify(setUpJson(done, settings))}\n`)
    return 0
  } finally {
    unheard()
  }
}

function setUpJson({ choice, tried }: SetUp, settings: Settings) {
  const { engine: name, values, key } = choice
  return { engine: name, settings: values, key: key !== undefined, tried, kept_in: keptFile(settings) }
}

async function useNone({ settings, stdout }: Invocation): Promise<0> {
  const kept = keptEngine(settings)
  const isDropped = await dropKeptEngine(settings)
  if (settings.json) stdout.write(`${JSON.stringify({ engine: null, dropped: isDropped })}\n`)
  else stdout.write(isDropped ? DROPPED : 'No engine was chosen: nothing was changed.\n')
  if (isDropped && !settings.json && typeof kept === 'object' && kept.key)
    stdout.write(`Its key stays in the keyring: ${ownCommand()} engine-keys remove ${kept.engine} takes it out.\n`)
  return 0
}

const DROPPED = 'The choice is taken back: settings alone say again who translates.\n'

async function list({ settings: given, env, stdout }: Invocation): Promise<0> {
  const kept = keptEngine(given)
  const settings = kept === 'unreadable' ? given : withKeptEngine(given, kept)
  const keys = await readEngineKeys(settings)
  const [found, chosen] = await Promise.all([findLocalServers(localPorts(env)), chosenEngines(settings, keys)])
  const cost = await engineCost(chosen.in_terminal, settings, keys)
  const offers = engineOffers(found)
  const why = given.api_url === undefined ? whyChosen(chosen.in_terminal, given) : 'TRANSLATION_API_URL is set'
  if (given.json) {
    const { [KEY_SETTING]: _, ...set } = saidOf(settings, chosen.in_terminal ?? '')
    const facts = { ...chosen, why, settings: set, cost }
    const own = typeof kept === 'object' ? kept : null
    stdout.write(
      `${JSON.stringify({ ...facts, kept: own, servers: found.map(serverJson), engines: offersJson(offers) })}\n`,
    )
    return 0
  }
  const used = given.api_url === undefined ? engineWords(chosen) : 'as the hosted service chooses'
  const rows = [
    ['in use', `${used}${placeWords(chosen.in_terminal, settings)}`],
    ...(why === null ? [] : [['because', why]]),
    ...(cost === null ? [] : [['cost', costWords(cost)]]),
    ...(kept === 'unreadable' ? [['choice', `${keptFile(given)} cannot be read: engine use none removes it`]] : []),
    [
      'found',
      found.length === 0 ? 'no Ollama, llama.cpp or LM Studio on this machine' : found.map(serverWords).join('; '),
    ],
  ]
  for (const [name, words] of rows) stdout.write(`${`${name}:`.padEnd(10)}${visible(words ?? '', 1000)}\n`)
  stdout.write(`\nEngines there are, each with the command that sets it up:\n`)
  for (const line of offerLines(offers)) stdout.write(`${line}\n`)
  return 0
}

/** What made the choice; null where there is none. */
function whyChosen(name: string | null, settings: Settings): string | null {
  if (name === null) return null
  const kept = keptEngine(settings)
  if (typeof kept === 'object' && overruledBy(settings, kept) === undefined)
    return `chosen with engine use (${keptFile(settings)})`
  if (settings.engine !== undefined) return 'TRANSLATION_ENGINE (--engine) names it'
  if (givenKey(settings, name) !== undefined) return `${variableOf(name, KEY_SETTING)} is set`
  const [first] = Object.keys(saidOf(settings, name)).filter(setting => setting.endsWith('url'))
  if (first !== undefined) return `${variableOf(name, first)} is set`
  return aboutEngine(name)?.key === undefined ? 'it is installed' : "its key is in this system's keyring"
}

function serverWords({ server, base_url, models, model }: FoundServer): string {
  const has =
    model === undefined
      ? 'no model for texts'
      : `${models.length === 1 ? '' : `${models.length} models, first `}${model}`
  return `${server.title} at ${base_url} (${has})`
}

function serverJson({ server, base_url, models, model }: FoundServer) {
  return { name: server.name, base_url, models: models.map(({ name }) => name), model: model ?? null }
}
