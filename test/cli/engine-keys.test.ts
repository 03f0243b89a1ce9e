import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { OpenEntry } from '../../src/auth/keyring.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { composeServer } from '../../src/cli/compose.ts'
import { type Environment, readSettings } from '../../src/cli/config.ts'
import { dropEngineKey, enginesInKeyring, keepEngineKey, readEngineKeys } from '../../src/cli/engine-keys.ts'
import { keyPlaces, keyWords } from '../../src/cli/engine-words.ts'
import { memoryKeyring } from '../support/keyring.ts'
import { expectMode } from '../support/mode.ts'
import { ran } from '../support/ran.ts'
import { refusal } from '../support/refusal.ts'
import { temporaryFolder } from '../support/world.ts'

const KEY = 'planted-deepl-key:fx'
const none: OpenEntry = () => Promise.reject(new Error(`no keyring for ${KEY}`))

function settings(env: Environment = {}, folder = temporaryFolder()) {
  return readSettings(readArguments(['status']), { TRANSLATION_DATA_DIR: folder, ...env })
}

/** A data folder that says that the key of DeepL is in the keyring. */
function marked(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'engine-keys'))
  writeFileSync(join(folder, 'engine-keys', 'deepl'), 'one\n')
  return folder
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => statSync(name).isFile())

describe('the key of an engine in the keyring', () => {
  it('is read from there, and no file has it [KEY-3]', async () => {
    const [keyring, given] = [memoryKeyring(), settings()]
    expect(await keepEngineKey(given, 'deepl', KEY, keyring.openEntry)).toBe(true)
    expect(await readEngineKeys(given, keyring.openEntry)).toEqual({ found: { deepl: KEY }, unread: [] })
    const files = filesBelow(given.data_dir ?? '')
    expect(files).toHaveLength(1)
    for (const name of files) expectMode(name, 0o600)
    expect(files.map(name => readFileSync(name, 'utf8')).join()).not.toContain('planted')
  })

  it('gives way to the environment, without being looked for', async () => {
    const [keyring, given] = [memoryKeyring(), settings()]
    await keepEngineKey(given, 'deepl', KEY, keyring.openEntry)
    const before = keyring.asked
    const both = { ...given, engines: { deepl: { api_key: 'another' } } }
    expect(await readEngineKeys(both, keyring.openEntry)).toEqual({ found: {}, unread: [] })
    expect(keyring.asked).toBe(before)
  })

  it('is of one data folder: another has its own', async () => {
    const [keyring, one, other] = [memoryKeyring(), settings(), settings()]
    await keepEngineKey(one, 'deepl', 'first', keyring.openEntry)
    await keepEngineKey(other, 'deepl', 'second', keyring.openEntry)
    expect((await readEngineKeys(one, keyring.openEntry)).found).toEqual({ deepl: 'first' })
    await dropEngineKey(other, 'deepl', keyring.openEntry)
    expect((await readEngineKeys(one, keyring.openEntry)).found).toEqual({ deepl: 'first' })
    expect(await readEngineKeys(other, keyring.openEntry)).toEqual({ found: {}, unread: [] })
  })

  it('takes the place of the one before, and leaves nothing when it is removed', async () => {
    const [keyring, given] = [memoryKeyring(), settings()]
    for (const key of ['first', 'second']) await keepEngineKey(given, 'openai', key, keyring.openEntry)
    expect([...keyring.kept.values()]).toEqual(['second'])
    expect(await dropEngineKey(given, 'openai', keyring.openEntry)).toBe('removed')
    expect([keyring.kept.size, enginesInKeyring(given)]).toEqual([0, []])
    expect(await dropEngineKey(given, 'openai', keyring.openEntry)).toBe('none')
  })

  it.each<[string, OpenEntry]>([
    ['there is no keyring', none],
    ['it is locked', memoryKeyring(() => true).openEntry],
    ['it takes the probe alone', memoryKeyring(name => name !== 'probe').openEntry],
  ])('is refused where %s, and nothing is written [KEY-3]', async (_, openEntry) => {
    const given = settings()
    expect(await keepEngineKey(given, 'deepl', KEY, openEntry)).toBe(false)
    expect(enginesInKeyring(given)).toEqual([])
    expect(filesBelow(given.data_dir ?? '')).toEqual([])
  })

  it.each<[string, OpenEntry]>([
    ['does not open', none],
    ['has lost it', memoryKeyring().openEntry],
  ])('is told by name where the keyring %s, and can be given up all the same', async (_, openEntry) => {
    const given = settings({}, marked())
    expect(await readEngineKeys(given, openEntry)).toEqual({ found: {}, unread: ['deepl'] })
    expect(await dropEngineKey(given, 'deepl', openEntry)).toBe(openEntry === none ? 'left' : 'removed')
    expect(enginesInKeyring(given)).toEqual([])
  })

  it('is not looked for where none was put there', async () => {
    const keyring = memoryKeyring()
    expect(await readEngineKeys(settings(), keyring.openEntry)).toEqual({ found: {}, unread: [] })
    expect(keyring.asked).toBe(0)
  })

  it.each([
    [{}, true],
    [{ TRANSLATION_ENGINE: 'agent' }, true],
    [{ TRANSLATION_DATA_DIR: marked() }, false],
    [{ TRANSLATION_DATA_DIR: marked(), TRANSLATION_ENGINE: 'agent' }, true],
  ])('counts before any service starts: with %j the assistant translates: %s [ENG-1]', async (env, agent) => {
    const stderr = new PassThrough()
    const { parts, close } = composeServer(settings(env), { env: {}, stderr, named: [], assistants: true })
    expect(parts.settings.agent).toBe(agent)
    await close()
  })
})

describe('translation-mcp engine-keys', () => {
  const env = (more: Environment = {}) => ({ TRANSLATION_DATA_DIR: temporaryFolder(), ...more })

  it.each([
    [['engine-keys'], 'engine-keys takes one of set, list, remove.'],
    [['engine-keys', 'set'], 'engine-keys set needs NAME, one of openai, deepl.'],
    [['engine-keys', 'remove', 'agent'], 'engine-keys remove needs NAME, one of openai, deepl.'],
    [['engine-keys', 'set', 'deepl', KEY], 'engine-keys set takes a NAME alone; a key is never an argument.'],
    [['engine-keys', 'list', 'deepl'], 'engine-keys list takes nothing more.'],
    [['engine-keys', 'set', 'deepl'], 'Type the key at a terminal, or set TRANSLATION_DEEPL_API_KEY.'],
  ])('refuses %j, and says no key again [KEY-3]', async (argv, message) => {
    const { code, stdout, stderr } = await ran(argv, env())
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: refusal(message, 'engine-keys') })
  })

  it('puts a key into no file where there is no keyring, and says where it can stand [KEY-3]', async () => {
    const given = env({ TRANSLATION_DEEPL_API_KEY: KEY })
    const { code, stdout, stderr } = await ran(['engine-keys', 'set', 'deepl'], given)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('A key is never written to a file: set TRANSLATION_DEEPL_API_KEY instead.')
    expect(stderr).not.toContain(KEY)
    // On PostgreSQL the test itself has put the address there.
    expect(filesBelow(given.TRANSLATION_DATA_DIR).filter(name => !name.endsWith('database-url'))).toEqual([])
  })

  it('lists where keys stand, without opening anything', async () => {
    const given = { TRANSLATION_DATA_DIR: marked(), TRANSLATION_OPENAI_API_KEY: 'sk-planted' }
    const both = { ...given, TRANSLATION_DEEPL_API_KEY: KEY }
    expect((await ran(['engine-keys', 'list'], given)).stdout).toBe(
      "openai  TRANSLATION_OPENAI_API_KEY\ndeepl  this system's keyring\n",
    )
    expect((await ran(['engine-keys', 'list'], both)).stdout).toContain(
      "deepl  TRANSLATION_DEEPL_API_KEY, which comes before this system's keyring",
    )
    expect((await ran(['engine-keys', 'list'], env())).stdout).toBe('openai  no key\ndeepl  no key\n')
    expect(JSON.parse((await ran(['engine-keys', 'list', '--json'], given)).stdout).engine_keys[1]).toEqual({
      ...{ engine: 'deepl', variable: 'TRANSLATION_DEEPL_API_KEY', in_environment: false, in_keyring: true },
    })
  })

  it('forgets a key whose keyring is gone, and says what may be left', async () => {
    const given = { TRANSLATION_DATA_DIR: marked() }
    const { code, stdout } = await ran(['engine-keys', 'remove', 'deepl'], given)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('is no longer used') })
    const again = await ran(['engine-keys', 'remove', 'deepl', '--json'], given)
    expect([again.code, JSON.parse(again.stdout)]).toEqual([1, { engine: 'deepl', outcome: 'none' }])
  })
})

describe('status', () => {
  it('says where the key of an engine comes from', () => {
    const given = settings({ TRANSLATION_OPENAI_API_KEY: 'sk-planted' })
    expect(keyPlaces(given, { found: {}, unread: [] })).toEqual({ openai: 'environment' })
    const places = keyPlaces(given, { found: { deepl: KEY }, unread: [] })
    expect(keyWords(places)).toBe("openai from TRANSLATION_OPENAI_API_KEY; deepl from this system's keyring")
    expect(keyWords({})).toBe('')
  })
})
