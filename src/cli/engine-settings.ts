import * as z from 'zod'
import { type EngineAbout, type EngineSetting, KEY_SETTING } from '../service/engine/about.ts'
import { ENGINE_NAMES } from '../service/engine/configured.ts'
import { ENGINES } from '../service/engine/engines.ts'
import { takenInTurn, trials } from '../service/engine/words.ts'
import { address, checkNames, choice, nearbyAddress, onOff, someText, whole } from './kinds.ts'
import { about, both, ENGINE_USERS, environment, HOSTS } from './setting-facts.ts'

const KINDS: Readonly<Record<EngineSetting['kind'], () => z.ZodString>> = {
  text: someText,
  address,
  nearby_address: nearbyAddress,
}

type ValueSchema = z.ZodOptional<z.ZodString> | z.ZodDefault<z.ZodString>

function keySchema({ help }: NonNullable<EngineAbout['key']>): ValueSchema {
  return someText()
    .optional()
    .register(about, {
      ...environment,
      value: 'KEY',
      commands: [...ENGINE_USERS, 'engine-keys'],
      help,
      unset: "what translation-mcp engine-keys set put into the system's keyring",
    })
}

function valueSchema({ kind, value, help, unset, fallback }: EngineSetting): ValueSchema {
  const facts = { ...both, value, commands: ENGINE_USERS, help, ...(unset !== undefined && { unset }) }
  const schema = KINDS[kind]()
  return fallback === undefined
    ? schema.optional().register(about, facts)
    : schema.default(fallback).register(about, facts)
}

/** The settings of one engine, its key first. */
function schemaOf({ key, settings }: EngineAbout) {
  const values = Object.entries(settings).map(([name, setting]) => [name, valueSchema(setting)] as const)
  const all = key === undefined ? values : [[KEY_SETTING, keySchema(key)] as const, ...values]
  return z.strictObject(Object.fromEntries(all)).prefault({})
}

/** Settings of the engines: who translates, with what, and what is remembered. Keys come from the environment or the keyring (KEY-3). */
export const engineSettings = {
  engine: choice(ENGINE_NAMES)
    .optional()
    .register(about, {
      ...both,
      value: 'NAME',
      commands: [...ENGINE_USERS, 'setup'],
      help: `engine of the service inside this program: ${[ENGINE_NAMES.join(', '), ...trials()].join('; ')}`,
      unset: takenInTurn(),
    }),
  /** By engine and by the name of its setting. Each is `--ENGINE-SETTING` and TRANSLATION_ENGINE_SETTING, like any other. */
  engines: z.strictObject(Object.fromEntries(ENGINES.map(engine => [engine.name, schemaOf(engine)]))).prefault({}),
  unchecked: checkNames()
    .prefault('')
    .register(about, {
      ...both,
      value: 'CHECKS',
      commands: HOSTS,
      help: 'checks of translations that are switched off, for all languages or for a pair: brackets,en-de:end_punctuation',
      unset: 'every check is made',
    }),
  memory: onOff()
    .prefault('on')
    .register(about, {
      ...both,
      value: 'on|off',
      commands: HOSTS,
      help: 'off: no translation is remembered or used again',
    }),
  memory_shared: onOff()
    .prefault('off')
    .register(about, {
      ...both,
      value: 'on|off',
      commands: HOSTS,
      help: 'on: a project uses what was translated for the other projects of its workspace',
    }),
  memory_days: whole(1, 3650)
    .prefault('180')
    .register(about, {
      ...both,
      value: 'N',
      commands: HOSTS,
      help: 'how long a translation that nobody used is remembered',
    }),
}
