import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { type Environment, readSettings, unknownVariables } from '../../src/cli/config.ts'
import { commandHelp, settingsHelp } from '../../src/cli/help.ts'
import { serviceSettings } from '../../src/cli/service-settings.ts'
import { COMMAND_NAMES, SETTINGS } from '../../src/cli/settings.ts'
import { ENGINE_NAMES } from '../../src/service/engine/configured.ts'
import { DEFAULT_SETTINGS } from '../../src/service/settings.ts'

const settings = (argv: readonly string[], env: Environment = {}) => readSettings(readArguments(argv), env)

/** Settings whose flag means another setting elsewhere: --monthly-credits says what is granted, --format the format of a file. */
const SAID: Readonly<Record<string, string>> = {
  most_monthly_credits: 'monthly_credits',
  findings_format: 'format',
  review_format: 'format',
  move_from: 'from',
  move_to: 'to',
  move_files: 'files',
}

describe('every setting', () => {
  it.each(SETTINGS.map(setting => [setting.name, setting] as const))(
    '%s has its names, its help and its commands',
    (name, setting) => {
      const { flag, variable, help, from, commands } = setting
      expect(help).toMatch(/^\S.{10,}/)
      expect(commands.length).toBeGreaterThan(0)
      const said = SAID[name] ?? name
      expect(flag).toBe(from === 'environment' ? undefined : said.replaceAll('_', '-'))
      expect(variable).toBe(from === 'flag' ? undefined : `TRANSLATION_${name.toUpperCase()}`)
      for (const command of commands)
        expect(commandHelp(command)).toContain(flag === undefined ? variable : `--${flag}`)
      if (variable !== undefined) expect(settingsHelp()).toContain(variable)
    },
  )

  it('that is a secret comes from the environment alone [KEY-3]', () => {
    const secrets = SETTINGS.filter(
      ({ name, kind }) => kind !== 'switch' && /key(?!s)|secret|token(?!s)|password/.test(name),
    )
    expect(secrets.map(({ name, from }) => [name, from])).toEqual([
      ['api_key', 'environment'],
      ['second_api_key', 'environment'],
      ['state_secret', 'environment'],
      ['state_secret_previous', 'environment'],
      ['openai_api_key', 'environment'],
      ['deepl_api_key', 'environment'],
      ['oauth_client_secret', 'environment'],
      ['metrics_token', 'environment'],
      ['member_password', 'environment'],
    ])
  })

  it('has a default of its own kind', () => {
    for (const command of COMMAND_NAMES) expect(() => settings([command])).not.toThrow()
  })
})

describe('a value', () => {
  it('of a switch is on or off in the environment', () => {
    const readOnly = (env: Environment, argv: readonly string[] = []) => settings(argv, env).read_only
    expect(readOnly({})).toBe(false)
    expect(readOnly({ TRANSLATION_READ_ONLY: 'on' })).toBe(true)
    expect(readOnly({ TRANSLATION_READ_ONLY: 'off' })).toBe(false)
    expect(readOnly({ TRANSLATION_READ_ONLY: 'off' }, ['--read-only'])).toBe(true)
    expect(() => readOnly({ TRANSLATION_READ_ONLY: 'yes' })).toThrow(
      'TRANSLATION_READ_ONLY must be on or off, not "yes".',
    )
  })

  it('comes from the flag, else the environment, else the default', () => {
    expect(settings([]).source_language).toBe('en')
    expect(settings([], { TRANSLATION_SOURCE_LANGUAGE: 'fr' }).source_language).toBe('fr')
    expect(settings(['--source-language', 'de'], { TRANSLATION_SOURCE_LANGUAGE: 'fr' }).source_language).toBe('de')
  })

  it('that is empty in the environment counts as unset', () => {
    expect(settings([], { TRANSLATION_MAX_CREDITS: '', TRANSLATION_ENGINE: '' })).toMatchObject({ consent: 'ask' })
    expect(settings([], { TRANSLATION_MAX_CREDITS: '' }).max_credits).toBeUndefined()
  })

  it('of a list is separated like PATH in the environment', () => {
    expect(settings([], { TRANSLATION_ALLOW: ['/a', '', '/b'].join(path.delimiter) }).allow).toEqual(['/a', '/b'])
    expect(settings(['--allow', '/c'], { TRANSLATION_ALLOW: '/a' }).allow).toEqual(['/c'])
  })

  it('given twice for one thing is the last one', () => {
    expect(settings(['--source-language', 'de', '--source-language', 'fr']).source_language).toBe('fr')
  })

  it('of another command is not looked at', () => {
    expect(settings(['status'], { TRANSLATION_PORT: 'many' }).port).toBeUndefined()
    expect(() => settings(['service'], { TRANSLATION_PORT: 'many' })).toThrow('TRANSLATION_PORT must be')
  })

  it.each<[string[], Environment, string]>([
    [['--max-credits', 'ten'], {}, '--max-credits must be a whole number from 0 to 1000000000, not "ten".'],
    [['--max-credits=-1'], {}, '--max-credits must be a whole number'],
    [[], { TRANSLATION_MAX_CREDITS: '1.5' }, 'TRANSLATION_MAX_CREDITS must be a whole number'],
    [['--consent', 'never'], {}, '--consent must be one of ask, required, code, not "never".'],
    [[], { TRANSLATION_BATCH_CREATION: 'maybe' }, 'TRANSLATION_BATCH_CREATION must be one of on, off, not "maybe".'],
    [['--engine', 'foo'], {}, '--engine must be one of agent, openai, deepl, apertium, pseudo, not "foo".'],
    [
      ['translate'],
      { TRANSLATION_ENGINE: 'Pseudo' },
      'TRANSLATION_ENGINE must be one of agent, openai, deepl, apertium, pseudo, not "Pseudo".',
    ],
    [['--max-glossaries', '-1'], {}, '--max-glossaries must be a whole number from 0 to 100000, or none'],
    [['--max-glossaries', 'No'], {}, '--max-glossaries must be a whole number from 0 to 100000, or none, not "No".'],
    [['--max-terms', '0'], {}, '--max-terms must be a whole number from 1 to 1000000, or none, not "0".'],
    [[], { TRANSLATION_MAX_TERMS: '1e3' }, 'TRANSLATION_MAX_TERMS must be a whole number from 1 to 1000000, or none'],
    [['--max-upload-bytes', '60MB'], {}, '--max-upload-bytes must be a whole number from 1 to 62914560, not "60MB".'],
    [['--max-result-bytes', '0'], {}, '--max-result-bytes must be a whole number from 1 to 1073741824, not "0".'],
    [['--max-request-bytes', '10'], {}, '--max-request-bytes must be a whole number from 1000 to 67108864, not "10".'],
    [['--source-language', 'e'], {}, '--source-language must be a BCP 47 language tag'],
    [['service', '--port', '70000'], {}, '--port must be a whole number from 0 to 65535, not "70000".'],
    [['service', '--public-url', 'https://x.example/v1'], {}, '--public-url must be an address without a path'],
    [['--api-url', 'ftp://x.example'], {}, '--api-url must be an https:// address'],
    [['keys', 'create', '--expires', 'soon'], {}, '--expires must be a date such as 2027-01-31, not "soon".'],
  ])('that is wrong is refused by name: %j %j', (argv, env, message) => {
    expect(() => settings(argv, env)).toThrow(message)
  })

  it('that is a secret is never repeated [KEY-3]', () => {
    expect(() => settings([], { TRANSLATION_STATE_SECRET: 'too short' })).toThrow(
      'TRANSLATION_STATE_SECRET must be at least 32 characters.',
    )
    expect(() => settings(['--api-url', 'https://user:hush@x.example'])).not.toThrow('hush')
    expect(() => settings(['--api-url', 'https://user:hush@x.example'])).toThrow('--api-url must be')
  })
})

describe('the address of the API', () => {
  it.each([
    'https://api.example',
    'https://api.example/base?x=1',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:1',
  ])('may be %s', url => {
    expect(settings(['--api-url', url]).api_url).toBe(url)
  })

  it.each(['http://api.example', 'http://127.0.0.1.example', 'http://10.0.0.1', 'localhost:8080'])(
    'may not be %s, where a key would travel in clear or nowhere [KEY-3]',
    url => {
      expect(() => settings(['--api-url', url])).toThrow('the key would travel in clear')
    },
  )
})

describe('the service inside this program', () => {
  it.each(ENGINE_NAMES)('has the engine %s that the settings take', name => {
    expect(serviceSettings(settings(['service', '--engine', name])).engine).toBe(name)
  })

  it('is set as its own defaults say where nothing is set', () => {
    const set = serviceSettings(settings(['service']))
    expect({ ...DEFAULT_SETTINGS, ...set }).toEqual(DEFAULT_SETTINGS)
  })

  it.each([
    ['--source-language', 'fr', { source_language: 'fr' }],
    ['--requests-per-minute', '7', { requests_per_minute: 7 }],
    ['--link-minutes', '7', { link_minutes: 7 }],
    ['--upload-minutes', '7', { upload_minutes: 7 }],
    ['--segment-minutes', '7', { segment_minutes: 7 }],
    ['--file-days', '7', { file_days: 7 }],
    ['--idempotency-days', '7', { idempotency_days: 7 }],
    ['--seed-credits', '7', { seed_credits: 7 }],
    ['--monthly-credits', '7', { monthly_credits: 7 }],
    ['--batch-creation', 'off', { batch_creation: false }],
    ['--memory', 'off', { memory: false }],
    ['--memory-days', '7', { memory_days: 7 }],
    ['--max-glossaries', '7', { max_glossaries: 7 }],
    ['--max-terms', 'none', { max_terms_per_glossary: null }],
    ['--max-upload-bytes', '7', { max_upload_bytes: 7 }],
    ['--max-result-bytes', '7', { max_result_bytes: 7 }],
    ['--max-request-bytes', '7000', { json_body_bytes: 7000 }],
  ])('hears of %s %s', (flag, value, heard) => {
    const [before, set] = [[], [flag, value]].map(given => serviceSettings(settings(['service', ...given])))
    expect(set).toEqual({ ...before, ...heard })
    expect(set).not.toEqual(before)
  })

  it('grants nothing anew where monthly credits are 0', () => {
    expect(serviceSettings(settings(['service', '--monthly-credits', '0'])).monthly_credits).toBeNull()
  })
})

describe('a variable with our prefix that is no setting', () => {
  it('is named, with the setting it was meant to be', () => {
    expect(
      unknownVariables({ TRANSLATION_ENGNE: 'x', TRANSLATION_ENGINE: 'x', PATH: '', TRANSLATION_OLD: '' }),
    ).toEqual(['TRANSLATION_ENGNE is not a setting of this program; did you mean TRANSLATION_ENGINE?'])
  })
})
