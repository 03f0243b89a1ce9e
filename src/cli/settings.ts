import * as z from 'zod'
import { adminSettings } from './admin-settings.ts'
import { allowanceSettings } from './allowance-settings.ts'
import { capacitySettings } from './capacity-settings.ts'
import { engineSettings } from './engine-settings.ts'
import { glossarySettings } from './glossary-settings.ts'
import { address, choice, languageTag, money, onOff, someText, whole } from './kinds.ts'
import { limitSettings } from './limit-settings.ts'
import { priceTable } from './prices.ts'
import { servingSettings } from './serving-settings.ts'
import {
  AGENTS,
  ALL,
  about,
  both,
  ENGINE_USERS,
  environment,
  flag,
  HOSTS,
  OWNERS,
  type SettingFacts,
  SIGNED_IN,
} from './setting-facts.ts'
import { setupSettings } from './setup-settings.ts'
import { stateSettings } from './state-settings.ts'
import { syncSettings } from './sync-settings.ts'
import { telemetrySettings } from './telemetry-settings.ts'
import { toolSettings } from './tool-settings.ts'
import { wishSettings } from './wish-settings.ts'
import { workSettings } from './work-settings.ts'

export { COMMAND_NAMES, type CommandName } from './setting-facts.ts'

const list = () => z.array(someText()).default([])
const toggle = () => z.boolean().default(false)

/**
 * Every setting, once. `a_name` has the flag `--a-name` and the variable TRANSLATION_A_NAME. The schemas read texts as a person
 * writes them, so the defaults of numbers and of on/off are texts too.
 */
export const SettingsSchema = z.strictObject({
  api_url: address()
    .optional()
    .register(about, {
      ...both,
      value: 'URL',
      commands: [...SIGNED_IN, 'setup'],
      help: 'hosted Translation Service to use',
      unset: 'the service inside this program',
    }),
  api_key: someText()
    .optional()
    .register(about, {
      ...environment,
      value: 'KEY',
      commands: [...AGENTS, 'glossary', 'verify', 'login'],
      help: 'workspace key for the hosted service of --api-url, and sent to no other; without --api-url it is not used',
      unset: 'what translation-mcp login stored for that address',
    }),
  second_api_key: someText()
    .optional()
    .register(about, {
      ...environment,
      value: 'KEY',
      commands: ['verify'],
      help: 'key of another workspace at the same service: tries that neither workspace sees the other',
      unset: 'that is not tried',
    }),
  login_store: choice(['auto', 'file'])
    .default('auto')
    .register(about, {
      ...both,
      value: 'auto|file',
      commands: SIGNED_IN,
      help: "where a sign-in is kept; auto: in the system's keyring where there is one, else in a private file of the data folder",
    }),
  data_dir: someText()
    .optional()
    .register(about, {
      ...both,
      value: 'DIR',
      commands: ALL,
      help: 'folder of the service inside this program',
      unset: "the platform's data folder",
    }),
  ...stateSettings,
  allow: list().register(about, {
    ...both,
    value: 'DIR',
    commands: ['stdio', 'status', 'doctor', 'setup'],
    help: 'folder whose files may be read and written; repeatable, in the environment separated like PATH',
    unset: 'the project folder or the working folder, else Documents, Downloads and Desktop',
  }),
  consent: choice(['ask', 'required', 'code'])
    .default('ask')
    .register(about, {
      ...both,
      value: 'ask|required|code',
      commands: [...AGENTS, 'setup'],
      help: "who agrees to spend; ask: a person, in the host's dialog, on a page or in a terminal; required: in the dialog only; code: without a dialog, through a code that the assistant passes on (stdio only)",
    }),
  ...toolSettings,
  ask_above_tokens: whole(0, 1_000_000_000_000)
    .prefault('100000')
    .register(about, {
      ...both,
      value: 'N',
      commands: ['stdio', 'http'],
      help: "tokens of the assistant's own plan above which a person is asked before the assistant translates",
    }),
  max_credits: whole(0, 1_000_000_000)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: [...AGENTS, 'verify'],
      help: 'most credits that one question, or a whole watch, may be about',
      unset: 'no limit',
      unset_in: { verify: '100' },
    }),
  max_characters: whole(0, 1_000_000_000_000)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: AGENTS,
      help: 'most characters of an account with an engine that one question, or a whole watch, may be about',
      unset: 'no limit',
    }),
  max_tokens: whole(0, 1_000_000_000_000)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: AGENTS,
      help: 'most tokens of an account with an engine that one question, or a whole watch, may be about',
      unset: 'no limit',
    }),
  max_money: money()
    .optional()
    .register(about, {
      ...both,
      value: '"N CURRENCY"',
      commands: AGENTS,
      help: 'most money that one question, or a whole watch, may be about, where a price is set',
      unset: 'no limit',
    }),
  log_level: choice(['silent', 'error', 'warn', 'debug'])
    .default('warn')
    .register(about, {
      ...both,
      value: 'silent|error|warn|debug',
      commands: ALL,
      help: 'how much is logged to standard error',
    }),
  ...engineSettings,
  prices: priceTable()
    .prefault('')
    .register(about, {
      ...both,
      value: 'TABLE',
      commands: ENGINE_USERS,
      help: 'what engines charge for a million of their unit, so that plans name money: "ENGINE characters 20 EUR; ENGINE/MODEL tokens 1.10 USD"',
      unset: 'no money is named',
    }),
  source_language: languageTag()
    .default('en')
    .register(about, {
      ...both,
      value: 'TAG',
      commands: HOSTS,
      help: 'source language, if neither the person nor the file says one',
    }),
  requests_per_minute: whole(1, 1_000_000)
    .prefault('600')
    .register(about, {
      ...both,
      value: 'N',
      commands: HOSTS,
      help: 'requests one credential may make in a minute, and how many unknown credentials of one address are answered as such; beyond, 429',
    }),
  link_minutes: whole(1, 1440)
    .prefault('15')
    .register(about, { ...both, value: 'N', commands: HOSTS, help: 'how long a link to a result works' }),
  upload_minutes: whole(1, 1440)
    .prefault('60')
    .register(about, { ...both, value: 'N', commands: HOSTS, help: 'how long an upload stays open' }),
  segment_minutes: whole(1, 1440)
    .prefault('10')
    .register(about, {
      ...both,
      value: 'N',
      commands: HOSTS,
      help: 'how long segments stay reserved for the assistant that got them',
    }),
  file_days: whole(1, 3650)
    .prefault('30')
    .register(about, { ...both, value: 'N', commands: HOSTS, help: 'how long files are kept' }),
  idempotency_days: whole(1, 365)
    .prefault('1')
    .register(about, {
      ...both,
      value: 'N',
      commands: HOSTS,
      help: 'how long a repeated creation finds the first translation',
    }),
  seed_credits: whole(0, 1_000_000_000)
    .prefault('100000')
    .register(about, {
      ...both,
      value: 'N',
      commands: OWNERS,
      help: 'credits granted once to a new data folder, in addition to the monthly ones',
    }),
  monthly_credits: whole(0, 1_000_000_000)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: OWNERS.filter(name => name !== 'members'),
      help: 'credits granted each month; 0 for none',
      unset: 'as set in the data folder; 100000 in a new one',
    }),
  batch_creation: onOff()
    .prefault('on')
    .register(about, {
      ...both,
      value: 'on|off',
      commands: HOSTS,
      help: 'off: the service inside this program creates no translations',
    }),
  ...capacitySettings,
  ...servingSettings,
  ...telemetrySettings,
  ...workSettings,
  ...wishSettings,
  ...syncSettings,
  ...setupSettings,
  out: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'PATH',
      commands: ['translate', 'review'],
      help: 'where results go, a folder where it ends in a slash, one zip of several languages where it ends in .zip; {dir}, {name}, {ext} of the source and {lang} are filled in',
      help_in: { review: 'export: the file or folder to write, with {lang}' },
      unset:
        'beside the source: de.json for en.json, else name.de.ext; of a folder: as its translations lie already, else the tree FOLDER.de',
      unset_in: { review: 'review.{lang}.csv in the working folder' },
    }),
  overwrite: toggle().register(about, {
    ...flag,
    commands: ['translate', 'review'],
    help: 'replace earlier results and other translations of the source; copies are kept',
    help_in: { review: 'export: replace a file that is there' },
  }),
  yes: toggle().register(about, {
    ...flag,
    short: 'y',
    commands: ['translate', 'sync', 'init', 'review', 'memory', 'setup', 'engine'],
    help: 'spend without asking; paid work needs a cap: --max-credits, --max-characters, --max-tokens or --max-money',
    help_in: {
      init: 'write what is proposed, without asking',
      setup: 'write what is proposed, without asking',
      engine: 'use: make the call that tries it without asking, also where it costs something',
      review: 'import: do not ask at a terminal',
      memory: 'import: do not ask at a terminal',
    },
  }),
  lenient: toggle().register(about, {
    ...flag,
    commands: ['translate'],
    help: 'end with status 0, not 3, where lines kept their source text',
  }),
  ...adminSettings,
  ...glossarySettings,
  ...limitSettings,
  ...allowanceSettings,
  spend: toggle().register(about, {
    ...flag,
    commands: ['verify'],
    help: 'try approvals and results too, which spends credits: at most --max-credits, 100 where that is not given',
  }),
  exceed_rate: toggle().register(about, {
    ...flag,
    commands: ['verify'],
    help: 'send up to 5,000 requests at the end, to be refused for the rate: others who use the same credential are refused too then',
  }),
  try_engine: toggle().register(about, {
    ...flag,
    commands: ['doctor'],
    help: 'make one tiny call to the engine, too, which its account is charged for: before it is made, its price is said',
  }),
  device: toggle().register(about, {
    ...flag,
    commands: ['login'],
    help: 'sign in by a code on any device, without a browser on this machine',
  }),
  json: toggle().register(about, {
    ...flag,
    commands: ALL.filter(name => name !== 'stdio'),
    help: 'print the result as JSON',
  }),
})

export type Settings = z.output<typeof SettingsSchema>

/** One setting as the command line, the environment and the help see it. */
export interface Setting extends Omit<SettingFacts, 'flag'> {
  /** The name that flag and variable are made from. For a setting of an engine it begins with the engine's name. */
  readonly name: string
  /** The path of its value in Settings: `['consent']`, or `['engines', ENGINE, SETTING]`. */
  readonly path: readonly string[]
  readonly flag: string | undefined
  readonly variable: string | undefined
  readonly kind: 'switch' | 'list' | 'value'
  /** The words of which its value is one; empty where it may be any. */
  readonly choices: readonly string[]
  /** The default as a person would write it; undefined where there is none. */
  readonly fallback: string | undefined
}

/** All settings, in the order of the help. */
export const SETTINGS: readonly Setting[] = settingsIn(SettingsSchema.shape, [])

function settingsIn(shape: z.core.$ZodShape, above: readonly string[]): Setting[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const path = [...above, key]
    const inner = shapeOf(schema)
    return inner === undefined ? [settingAt(path, schema)] : settingsIn(inner, path)
  })
}

function settingAt(path: readonly string[], schema: z.core.$ZodType): Setting {
  const name = path.length === 1 ? path.join() : path.slice(1).join('_')
  const facts = about.get(schema)
  if (!facts) throw new TypeError(`the setting ${name} is not described`)
  const kind = facts.value === undefined ? 'switch' : isList(schema) ? 'list' : 'value'
  return {
    ...facts,
    name,
    path,
    kind,
    flag: facts.from === 'environment' ? undefined : (facts.flag ?? name.replaceAll('_', '-')),
    variable: facts.from === 'flag' ? undefined : `TRANSLATION_${name.toUpperCase()}`,
    choices: choicesOf(schema),
    fallback: fallbackOf(schema),
  }
}

/** The schemas in a group of settings; undefined where the schema is a single setting. */
function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape | undefined {
  const inner = schema instanceof z.ZodPrefault ? schema.def.innerType : schema
  return inner instanceof z.ZodObject ? inner.shape : undefined
}

function fallbackOf(schema: z.core.$ZodType): string | undefined {
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)) return undefined
  const { defaultValue } = schema.def
  return typeof defaultValue === 'string' ? defaultValue : undefined
}

function choicesOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return choicesOf(schema.def.innerType)
  if (schema instanceof z.ZodPipe) return choicesOf(schema.def.in)
  return schema instanceof z.ZodEnum ? schema.options.map(String) : []
}

function isList(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodDefault && schema.def.innerType instanceof z.ZodArray
}
