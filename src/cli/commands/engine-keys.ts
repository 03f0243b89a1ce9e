import { KEY_SETTING, variableOf } from '../../service/engine/about.ts'
import { KEYED_ENGINES } from '../../service/engine/configured.ts'
import type { Invocation } from '../command.ts'
import { dropEngineKey, enginesInKeyring, givenKey, keepEngineKey } from '../engine-keys.ts'
import { askSecret } from '../secret.ts'
import { UsageError, unknownOrder } from '../usage.ts'

type Order = (invocation: Invocation) => Promise<0 | 1>

const ORDERS: ReadonlyMap<string, Order> = new Map(Object.entries({ set, list, remove }))

/**
 * Sets, lists or removes keys of engines in this system's keyring. A key is typed or comes from the environment. It is never a
 * command-line argument and is never written to a file (KEY-3).
 */
export async function engineKeys(invocation: Invocation): Promise<0 | 1> {
  const [word = ''] = invocation.operands
  const order = ORDERS.get(word)
  if (!order) throw unknownOrder('engine-keys', word, ORDERS.keys())
  return await order(invocation)
}

async function set({ operands, settings, stdout, stderr }: Invocation): Promise<0 | 1> {
  const name = nameOf(operands)
  const variable = variableOf(name, KEY_SETTING)
  const given = givenKey(settings, name)
  const elsewhere = `Type the key at a terminal, or set ${variable}.`
  const key = given ?? (await askSecret(`Key for ${name}`, process.stdin, stderr, elsewhere)).trim()
  if (key === '') throw new Error('An empty key: nothing was changed.')
  if (!(await keepEngineKey(settings, name, key))) {
    stderr.write(
      `This system has no keyring that stores secrets, or it is locked. A key is never written to a file: set ${variable} instead.\n`,
    )
    return 1
  }
  if (given !== undefined) stderr.write(`The key comes from ${variable}. While that is set, the keyring is not used.\n`)
  if (settings.json) stdout.write(`${JSON.stringify({ kept: name, kept_in: 'keyring' })}\n`)
  else
    stdout.write(
      `The key for ${name} is kept in this system's keyring. A program that runs already uses it after a restart.\n`,
    )
  return 0
}

async function list({ operands, settings, stdout }: Invocation): Promise<0> {
  alone(operands, 1)
  const kept = enginesInKeyring(settings)
  const rows = KEYED_ENGINES.map(engine => {
    const environment = givenKey(settings, engine) !== undefined
    return {
      engine,
      variable: variableOf(engine, KEY_SETTING),
      in_environment: environment,
      in_keyring: kept.includes(engine),
    }
  })
  if (settings.json) stdout.write(`${JSON.stringify({ engine_keys: rows })}\n`)
  else stdout.write(rows.map(lineOf).join(''))
  return 0
}

interface Row {
  readonly engine: string
  readonly variable: string
  readonly in_environment: boolean
  readonly in_keyring: boolean
}

function lineOf({ engine, variable, in_environment, in_keyring }: Row): string {
  const places = [in_environment ? variable : '', in_keyring ? "this system's keyring" : ''].filter(Boolean)
  return `${engine}  ${places.length === 0 ? 'no key' : places.join(', which comes before ')}\n`
}

async function remove({ operands, settings, stdout }: Invocation): Promise<0 | 1> {
  const name = nameOf(operands)
  const outcome = await dropEngineKey(settings, name)
  stdout.write(settings.json ? `${JSON.stringify({ engine: name, outcome })}\n` : `${REMOVED[outcome](name)}\n`)
  return outcome === 'none' ? 1 : 0
}

const REMOVED: Readonly<Record<Awaited<ReturnType<typeof dropEngineKey>>, (name: string) => string>> = {
  none: name => `No key for ${name} was put into the keyring.`,
  removed: name => `The key for ${name} is removed from this system's keyring.`,
  left: name =>
    `The key for ${name} is no longer used. The keyring could not be asked: if that matters, remove the entry there whose name begins with "engine ${name}".`,
}

function nameOf(operands: readonly string[]): string {
  const [order, given] = operands
  alone(operands, 2)
  const name = KEYED_ENGINES.find(one => one === given)
  if (name === undefined) throw new UsageError(`engine-keys ${order} needs NAME, one of ${KEYED_ENGINES.join(', ')}.`)
  return name
}

function alone(operands: readonly string[], most: number): void {
  const extra = operands[most]
  // A surplus argument may be the key itself, so the message does not repeat it.
  const takes = most === 1 ? 'nothing more' : 'a NAME alone; a key is never an argument'
  if (extra !== undefined) throw new UsageError(`engine-keys ${operands[0]} takes ${takes}.`)
}
