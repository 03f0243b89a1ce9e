import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { OpenEntry } from '../../../src/auth/keyring.ts'
import { readArguments } from '../../../src/cli/arguments.ts'
import { type Environment, readSettings } from '../../../src/cli/config.ts'
import { lookAtEngine, tryTheEngine } from '../../../src/cli/doctor/engine.ts'
import { examinedOf } from '../../../src/cli/doctor/examined.ts'
import { portOf, serveOllama } from '../../support/engines/local.ts'
import { failure, serveOpenAi } from '../../support/engines/openai.ts'
import { temporaryFolder } from '../../support/world.ts'

const SECRET = 'sk-planted-openai-key-1'
const none: OpenEntry = () => Promise.reject(new Error('no keyring'))
const { signal } = new AbortController()

function examined(env: Environment, { line = [], data = temporaryFolder() }: { line?: string[]; data?: string } = {}) {
  // No Apertium of this machine takes a turn.
  const all = { TRANSLATION_DATA_DIR: data, TRANSLATION_APERTIUM_COMMAND: '/nowhere/apertium', ...env }
  const stderr = new PassThrough()
  const settings = readSettings(readArguments(['doctor', ...line]), all)
  return { stderr, given: examinedOf({ settings, env: all, working: '/', stderr, openEntry: none }) }
}

const at = (origin: string, more: Environment = {}) => ({ TRANSLATION_OPENAI_BASE_URL: `${origin}/v1`, ...more })

describe('who translates', () => {
  it('is the assistant where nothing is set, and nobody in a terminal: with every way to get one', async () => {
    const found = await lookAtEngine(examined({}).given)
    expect(found.state).toBe('warning')
    expect(found.remedy).toMatch(/TRANSLATION_DEEPL_API_KEY.*TRANSLATION_OPENAI_API_KEY.*install Apertium/)
  })

  it('names a server of models that runs here and is not set up, and the command that does it', async () => {
    const server = await serveOllama()
    const found = await lookAtEngine(examined({ OLLAMA_HOST: `127.0.0.1:${portOf(server)}` }).given)
    expect(found.said).toContain(`Ollama runs at ${server.origin}/v1 with gemma3:4b, and is not set up.`)
    expect(found.remedy).toContain('engine use ollama; or set TRANSLATION_DEEPL_API_KEY')
  })

  it('cannot be said where the choice cannot be read', async () => {
    const data = temporaryFolder()
    writeFileSync(join(data, 'engine.json'), '{')
    const found = await lookAtEngine(examined({}, { data }).given)
    expect(found).toMatchObject({ state: 'broken', remedy: expect.stringContaining('engine use none') })
    const named = await lookAtEngine(examined({ TRANSLATION_ENGINE: 'pseudo' }, { data }).given)
    expect(named.state).toBe('well')
  })

  it('that is named and lacks its key says both places for it', async () => {
    const found = await lookAtEngine(examined({ TRANSLATION_ENGINE: 'deepl' }).given)
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('needs TRANSLATION_DEEPL_API_KEY') })
    expect(found.remedy).toContain('engine-keys set deepl')
  })

  it('that is named and not installed says how it is installed', async () => {
    const found = await lookAtEngine(examined({ TRANSLATION_ENGINE: 'apertium' }).given)
    expect(found).toMatchObject({ state: 'broken', remedy: expect.stringContaining('apt install apertium') })
  })

  it('whose key is in a keyring that cannot be read is broken', async () => {
    const data = temporaryFolder()
    mkdirSync(join(data, 'engine-keys'))
    writeFileSync(join(data, 'engine-keys', 'deepl'), 'one\n')
    const found = await lookAtEngine(examined({}, { data }).given)
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('The key of deepl') })
  })

  it('at an endpoint of one’s own is asked for its models alone', async () => {
    const server = await serveOpenAi(() => '')
    const env = at(server.origin, { TRANSLATION_OPENAI_MODEL: 'tiny' })
    expect(await lookAtEngine(examined(env).given)).toMatchObject({ state: 'well' })
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models'])
  })

  it('at an endpoint that does not run is broken, and says what starts it', async () => {
    const found = await lookAtEngine(examined(at('http://127.0.0.1:1')).given)
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('http://127.0.0.1:1.') })
    expect(found.remedy).toContain('Start the server there')
  })

  it('at an endpoint without the model, or with several of which none is chosen, lists those it has', async () => {
    const server = await serveOpenAi(() => '', { models: ['gemma3:latest', 'qwen3'] })
    const missing = await lookAtEngine(examined(at(server.origin, { TRANSLATION_OPENAI_MODEL: 'llama' })).given)
    expect(missing.said).toContain('does not have the model llama')
    expect(missing.remedy).toContain('gemma3:latest, qwen3')
    expect((await lookAtEngine(examined(at(server.origin)).given)).remedy).toContain('one of: gemma3:latest, qwen3')
    const named = at(server.origin, { TRANSLATION_OPENAI_MODEL: 'gemma3' })
    expect((await lookAtEngine(examined(named).given)).state).toBe('well')
  })

  it('is not looked at where the service is hosted', async () => {
    const { given } = examined({ TRANSLATION_API_URL: 'https://api.example' })
    expect((await lookAtEngine(given)).state).toBe('skipped')
    expect((await tryTheEngine(given, signal)).state).toBe('skipped')
  })
})

describe('the tiny call', () => {
  it('is not made unless it is asked for', async () => {
    const server = await serveOpenAi(() => 'Guten Morgen')
    const found = await tryTheEngine(examined(at(server.origin, { TRANSLATION_OPENAI_API_KEY: SECRET })).given, signal)
    expect(found).toMatchObject({ state: 'skipped', said: expect.stringContaining('--try-engine') })
    expect(server.calls).toEqual([])
  })

  it('says before what it may cost, is one call, and says what it was charged', async () => {
    const server = await serveOpenAi(() => 'Guten Morgen')
    const env = at(server.origin, { TRANSLATION_OPENAI_API_KEY: SECRET, TRANSLATION_OPENAI_MODEL: 'tiny' })
    const { given, stderr } = examined(env, { line: ['--try-engine'] })
    const found = await tryTheEngine(given, signal)
    expect(found.said).toMatch(/^openai answered in \d\.\d s with «Guten Morgen» \(de\), charged 20 tokens\.$/)
    expect(String(stderr.read())).toMatch(/one call to openai \(tiny\): about \d+ tokens on your account with it/)
    expect(server.calls.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
  })

  it('is not made above a cap', async () => {
    const server = await serveOpenAi(() => 'Guten Morgen')
    const env = at(server.origin, { TRANSLATION_OPENAI_API_KEY: SECRET, TRANSLATION_MAX_TOKENS: '10' })
    const found = await tryTheEngine(examined(env, { line: ['--try-engine'] }).given, signal)
    expect(found).toMatchObject({ state: 'skipped', said: expect.stringContaining('--max-tokens 10') })
    expect(server.calls).toEqual([])
  })

  it('that is refused says whose key it is, and shows none', async () => {
    const server = await serveOpenAi(() => '')
    server.faults.push(failure(401, 'invalid_api_key', `Incorrect API key provided: ${SECRET}`))
    const env = at(server.origin, { TRANSLATION_OPENAI_API_KEY: SECRET, TRANSLATION_OPENAI_MODEL: 'tiny' })
    const found = await tryTheEngine(examined(env, { line: ['--try-engine'] }).given, signal)
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining('does not accept the key') })
    expect(found.remedy).toContain('engine-keys set openai')
    expect(JSON.stringify(found)).not.toContain(SECRET)
  })
})
