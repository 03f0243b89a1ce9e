import { homedir } from 'node:os'
import { visible } from '../../mcp/render/data.ts'
import { KEYED_ENGINES } from '../../service/engine/configured.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { enginesInKeyring } from '../engine-keys.ts'
import { ASSISTANT_NAMES, type AssistantMachine, type AssistantName, SERVER } from '../setup/assistants.ts'
import { findConfigs, machineHere } from '../setup/found-configs.ts'
import { valueOfEntry } from '../setup/json-entries.ts'
import { launchOf, startedHere } from '../setup/launch.ts'
import { passedOn } from '../setup/passed-on.ts'
import { planConfig, type SetupWish } from '../setup/plan.ts'
import {
  commandLine,
  outcomeLines,
  type PlannedConfig,
  type SetupPlan,
  setupJson,
  setupLines,
  setupQuestion,
} from '../setup/setup-words.ts'
import { typedAs } from '../setup/typed.ts'
import { type ConfigOutcome, isWriting, writeConfig } from '../setup/writing.ts'
import { askYesNo } from '../translate/question.ts'
import { nearest, UsageError } from '../usage.ts'

/**
 * Connects the assistants of this machine, or those that are named: it shows what it would write into their configurations and writes on a yes
 * alone. With `--remove` it takes out what it wrote. Exit status 1 where one of them could not be written, or nobody said yes.
 */
export async function setup(invocation: Invocation): Promise<ExitStatus> {
  const { settings, operands, env, working, stdout, stderr } = invocation
  const machine = machineHere(env, homedir())
  const started = await startedHere(env)
  const wish: SetupWish = {
    entry: launchOf(started, passedOn(settings, working)),
    program: started.program,
    remove: settings.remove,
    asJson: (entry, named) => JSON.stringify({ ...(named && { name: SERVER }), ...valueOfEntry(entry, !named) }),
  }
  const configs = await findConfigs(machine, operands.map(assistantNamed))
  const rows = configs.map(config => ({ config, step: planConfig(config, wish) }))
  const plan: SetupPlan = { rows, entry: wish.entry, remove: settings.remove, print: settings.print }
  const tell = (lines: readonly string[]) => stdout.write(lines.map(line => `${visible(line, 2000)}\n`).join(''))
  const typed = typedAs(started)
  if (!settings.json) tell([...setupLines(plan), ...keyLines(invocation, typed)])
  const isAgreed = await agreed(plan, invocation, typed)
  const outcomes = isAgreed ? await writeAllConfigs(plan, machine, invocation) : new Map<PlannedConfig, ConfigOutcome>()
  const done = [...outcomes].map(([row, outcome]) => ({ ...row, outcome }))
  if (settings.json) stdout.write(`${JSON.stringify(setupJson(plan, outcomes))}\n`)
  else tell(outcomeLines(done, settings.remove))
  for (const { outcome } of done) if (outcome.note !== undefined) stderr.write(`${visible(outcome.note, 1000)}\n`)
  return statusOf(
    plan,
    invocation,
    done.every(({ outcome }) => outcome.done),
    isAgreed,
  )
}

function statusOf({ rows, remove }: SetupPlan, { settings }: Invocation, allDone: boolean, isAgreed: boolean): 0 | 1 {
  if (settings.print) return 0
  const isHindered = rows.some(({ step: { kind } }) => kind === 'flaw' || (kind === 'foreign' && !remove))
  if (rows.length === 0 && !remove) return 1
  const isLeft = rows.some(({ step }) => isWriting(step)) && !isAgreed
  return isHindered || !allDone || (isLeft && !settings.json) ? 1 : 0
}

/** @throws {UsageError} there is no such assistant */
function assistantNamed(word: string): AssistantName {
  const name = ASSISTANT_NAMES.find(one => one === word)
  if (name !== undefined) return name
  const near = nearest(word, ASSISTANT_NAMES)
  throw new UsageError(
    `setup knows no assistant "${word}". ${near === undefined ? `It knows ${ASSISTANT_NAMES.join(', ')}.` : `Did you mean ${near}?`}`,
  )
}

/**
 * Whether the files may be written: with `--yes`, or by an answer.
 *
 * @param typed how this program is typed
 * @throws {UsageError} there is nobody to ask
 */
async function agreed(plan: SetupPlan, { settings, operands, stderr }: Invocation, typed: string): Promise<boolean> {
  const { yes, json, print, remove } = settings
  if (print || !plan.rows.some(({ step }) => isWriting(step))) return false
  if (yes) return true
  if (json) return false
  if (process.stdin.isTTY !== true) {
    const command = [typed, 'setup', ...operands, ...(remove ? ['--remove'] : []), '--yes'].join(' ')
    throw new UsageError(`Nothing was written. There is no terminal to ask: \`${command}\` writes it.`)
  }
  const stopping = new AbortController()
  onSignal(() => stopping.abort())
  const answer = await askYesNo(setupQuestion(plan), process.stdin, stderr, { signal: stopping.signal })
  if (answer !== true) stderr.write('Nothing was written.\n')
  return answer === true
}

/** One after the other: two editions may share a program that writes for both. */
async function writeAllConfigs(
  { rows, entry }: SetupPlan,
  { home, env }: AssistantMachine,
  { clock }: Invocation,
): Promise<Map<PlannedConfig, ConfigOutcome>> {
  const day = new Date(clock?.now() ?? Date.now()).toISOString().slice(0, 10)
  const outcomes = new Map<PlannedConfig, ConfigOutcome>()
  for (const row of rows)
    if (isWriting(row.step)) outcomes.set(row, await writeConfig(row.config, row.step, { entry, env, home, day }))
  return outcomes
}

/** Where the key of the engine goes, which no configuration file gets. */
function keyLines({ settings }: Invocation, typed: string): string[] {
  const { engine, remove } = settings
  if (
    remove ||
    !KEYED_ENGINES.some(name => name === engine) ||
    enginesInKeyring(settings).some(name => name === engine)
  )
    return []
  const command = commandLine(['engine-keys', 'set', engine ?? ''])
  return [`The key for ${engine} goes into this system's keyring, and into no file: ${typed} ${command}`]
}
