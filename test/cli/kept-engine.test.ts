import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { type Environment, readSettings } from '../../src/cli/config.ts'
import { enginesInKeyring } from '../../src/cli/engine-keys.ts'
import {
  dropKeptEngine,
  type KeptEngine,
  keepEngine,
  keptEngine,
  keptFile,
  overruledBy,
  withChosenEngine,
  withKeptEngine,
} from '../../src/cli/kept-engine.ts'
import { expectMode } from '../support/mode.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

const OLLAMA: KeptEngine = {
  engine: 'openai',
  settings: { base_url: 'http://127.0.0.1:11434/v1', model: 'gemma3:4b' },
  key: false,
}
const REFUSES = { refuses: true }

function settings(
  env: Environment = {},
  { line = [], folder = temporaryFolder() }: { line?: string[]; folder?: string } = {},
) {
  return readSettings(readArguments(['translate', ...line]), { TRANSLATION_DATA_DIR: folder, ...env })
}

describe('the engine that was chosen', () => {
  it('lies in the data folder for its owner alone, is read again as it was, and is gone when it is dropped', async () => {
    const given = settings({}, { folder: join(temporaryFolder(), 'data') })
    expect(keptEngine(given)).toBeUndefined()
    await keepEngine(given, OLLAMA)
    expectMode(keptFile(given), 0o600)
    expect(keptEngine(given)).toEqual(OLLAMA)
    expect(readdirSync(given.data_dir ?? '')).toEqual(['engine.json'])
    expect(await dropKeptEngine(given)).toBe(true)
    expect(await dropKeptEngine(given)).toBe(false)
    expect(keptEngine(given)).toBeUndefined()
  })

  it('translates where nothing else is said', async () => {
    const given = settings()
    await keepEngine(given, OLLAMA)
    const { engine, engines } = withChosenEngine(given, REFUSES)
    expect({ engine, own: engines.openai }).toEqual({ engine: 'openai', own: OLLAMA.settings })
    expect(engines.deepl).toEqual(given.engines.deepl)
  })

  it.each<[string, Environment, string[]]>([
    ['another engine', { TRANSLATION_ENGINE: 'pseudo' }, []],
    ['another engine by a flag', {}, ['--engine', 'apertium']],
    ['a key of another engine', { TRANSLATION_DEEPL_API_KEY: 'k' }, []],
    ['a key of the same engine, which is of another account', { TRANSLATION_OPENAI_API_KEY: 'k' }, []],
    ['another address', { TRANSLATION_OPENAI_BASE_URL: 'https://openrouter.ai/api/v1' }, []],
    ['another address by a flag', {}, ['--openai-base-url', 'http://127.0.0.1:1/v1']],
    ['a hosted service', { TRANSLATION_API_URL: 'https://api.example.com' }, []],
  ])('gives way, as a whole, to %s', (_, env, line) => {
    const given = settings(env, { line })
    expect(overruledBy(given, OLLAMA)).toMatch(/^TRANSLATION_/)
    expect(withKeptEngine(given, OLLAMA)).toBe(given)
  })

  it.each<[string, Environment, string[], string]>([
    ['a flag', {}, ['--openai-model', 'qwen3'], 'qwen3'],
    ['a variable', { TRANSLATION_OPENAI_MODEL: 'qwen3' }, [], 'qwen3'],
    ['its own name', { TRANSLATION_ENGINE: 'openai' }, [], 'gemma3:4b'],
    ['the command of an engine that is not named', { TRANSLATION_APERTIUM_COMMAND: '/opt/apertium' }, [], 'gemma3:4b'],
    [
      'its own name beside the key of another',
      { TRANSLATION_ENGINE: 'openai', TRANSLATION_DEEPL_API_KEY: 'k' },
      [],
      'gemma3:4b',
    ],
  ])('keeps its address beside %s', (_, env, line, model) => {
    const { engine, engines } = withKeptEngine(settings(env, { line }), OLLAMA)
    expect({ engine, own: engines.openai }).toEqual({ engine: 'openai', own: { ...OLLAMA.settings, model } })
  })

  it('that takes no key gets none from the keyring, which is for another endpoint', async () => {
    const given = settings()
    const folder = given.data_dir ?? ''
    mkdirSync(join(folder, 'engine-keys'))
    writeFileSync(join(folder, 'engine-keys', 'openai'), 'one\n')
    expect(enginesInKeyring(given)).toEqual(['openai'])
    await keepEngine(given, OLLAMA)
    expect(enginesInKeyring(withChosenEngine(given, REFUSES))).toEqual([])
    // Elsewhere the key counts as ever.
    expect(enginesInKeyring(given)).toEqual(['openai'])
    await keepEngine(given, { ...OLLAMA, key: true })
    expect(enginesInKeyring(withChosenEngine(given, REFUSES))).toEqual(['openai'])
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['another engine than there are', { ...OLLAMA, engine: 'constructor' }],
    ['the model of an assistant', { engine: 'agent', settings: {}, key: false }],
    ['a setting that the engine does not have', { ...OLLAMA, settings: { toString: 'x' } }],
    ['a key', { ...OLLAMA, settings: { api_key: 'x' } }],
    ['an address in clear on the internet', { ...OLLAMA, settings: { base_url: 'http://example.com/v1' } }],
    ['more than was written', { ...OLLAMA, more: 1 }],
  ])('that cannot be read lets no other engine take its place: %s', (_, text) => {
    const given = settings()
    writeFileSync(keptFile(given), typeof text === 'string' ? text : JSON.stringify(text))
    expect(keptEngine(given)).toBe('unreadable')
    expect(() => withChosenEngine(given, REFUSES)).toThrow('engine use none removes it')
    expect(withChosenEngine(given, { refuses: false })).toBe(given)
    const named = settings({ TRANSLATION_ENGINE: 'pseudo' }, { folder: given.data_dir ?? '' })
    expect(withChosenEngine(named, REFUSES)).toBe(named)
  })
})

describe('engine use none', () => {
  it('takes the choice back, also one that cannot be read, and says so for programs', async () => {
    const folder = temporaryFolder()
    const env = { TRANSLATION_DATA_DIR: folder }
    writeFileSync(join(folder, 'engine.json'), 'broken')
    const refused = await ran(['translate', 'package.json', '--to', 'de'], env)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') })
    expect(await ran(['engine', 'use', 'none'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('taken back'),
    })
    const again = await ran(['engine', 'use', 'none', '--json'], env)
    expect(again).toMatchObject({ code: 0, stdout: '{"engine":null,"dropped":false}\n' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves the key in the keyring, and says how that goes', async () => {
    const given = settings()
    await keepEngine(given, { engine: 'deepl', settings: {}, key: true })
    expect(readFileSync(keptFile(given), 'utf8')).not.toContain('api_key')
    const { stdout } = await ran(['engine', 'use', 'none'], { TRANSLATION_DATA_DIR: given.data_dir })
    expect(stdout).toContain('engine-keys remove deepl')
  })
})

describe('engine use', () => {
  it.each([
    [['engine', 'list'], 'engine takes one of use'],
    [['engine', 'use', 'olama'], 'Did you mean ollama?'],
    [['engine', 'use', 'pseudo'], 'engine use takes one of ollama, llama.cpp, lmstudio'],
    [['engine', 'use', 'agent'], 'engine use takes one of'],
    [['engine', 'use', 'deepl', 'sk-secret'], 'a key is never an argument'],
    [['engine', 'use', 'deepl'], 'needs a key: do this at a terminal'],
    [['engine', 'use'], 'engine use needs a name'],
  ])('%j is refused, and nothing is changed', async (argv, words) => {
    const folder = temporaryFolder()
    const ended = await ran(argv, { TRANSLATION_DATA_DIR: folder })
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
    expect(ended.stderr).not.toContain('sk-secret')
    expect(readdirSync(folder)).toEqual([])
  })
})
