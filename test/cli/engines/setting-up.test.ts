import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OpenEntry } from '../../../src/auth/keyring.ts'
import { readArguments } from '../../../src/cli/arguments.ts'
import { type Environment, readSettings } from '../../../src/cli/config.ts'
import { readEngineKeys } from '../../../src/cli/engine-keys.ts'
import { findLocalServers } from '../../../src/cli/engines/find-local.ts'
import { engineOffers, offerLines, offersJson } from '../../../src/cli/engines/offers.ts'
import type { Person } from '../../../src/cli/engines/person.ts'
import { setUp, setUpOne } from '../../../src/cli/engines/setting-up.ts'
import { keptEngine } from '../../../src/cli/kept-engine.ts'
import { ownCommand } from '../../../src/cli/own-command.ts'
import { portOf, serveOllama, tag } from '../../support/engines/local.ts'
import { failure, serveOpenAi } from '../../support/engines/openai.ts'
import { memoryKeyring } from '../../support/keyring.ts'
import { temporaryFolder } from '../../support/world.ts'

const SECRET = 'sk-planted-in-set-up-1'
const PORTS = { ollama: 1, 'llama.cpp': 1, lmstudio: 1 }
const noKeyring: OpenEntry = () => Promise.reject(new Error('no keyring'))

/** A person who gives these answers in turn, and stops after the last. */
function person(...answers: readonly string[]) {
  const left = [...answers]
  const asked: string[] = []
  const next = (question: string) => {
    asked.push(question)
    return left.shift()
  }
  const one: Person = {
    line: async question => next(question),
    yes: async question => next(question) === 'y',
    secret: async question => next(question) ?? '',
  }
  return { asked, one }
}

interface Scene {
  readonly line?: readonly string[]
  readonly env?: Environment
  readonly answers?: readonly string[] | undefined
  readonly openEntry?: OpenEntry
  readonly port?: number
  readonly data?: string
}

/** A command that sets up an engine, with all it says and asks. */
async function scene({ line = [], env = {}, answers, openEntry = noKeyring, port = 1, data }: Scene) {
  const folder = data ?? join(temporaryFolder(), 'data')
  const settings = readSettings(readArguments(['engine', 'use', ...line]), { TRANSLATION_DATA_DIR: folder, ...env })
  const told: string[] = []
  const { asked, one } = person(...(answers ?? []))
  const ports = { ...PORTS, ollama: port }
  const found = await findLocalServers(ports)
  const choosing = {
    ...{ settings, found, ports, openEntry, person: answers === undefined ? undefined : one },
    tell: (words: string) => void told.push(words),
  }
  const { signal } = new AbortController()
  return {
    ...{ asked, told, settings, folder, offers: engineOffers(found) },
    setUp: (name: string) => setUp(name, choosing, signal),
    setUpOne: () => setUpOne(engineOffers(found), choosing, signal),
    written: () => {
      try {
        return readdirSync(folder)
      } catch {
        return []
      }
    },
  }
}

describe('a server of models on this machine', () => {
  it('is tried by one call that costs nothing, and kept with its model', async () => {
    const server = await serveOllama()
    const { told, settings, setUp } = await scene({ port: portOf(server) })
    const done = await setUp('ollama')
    const own = { base_url: `${server.origin}/v1`, model: 'gemma3:4b' }
    expect(keptEngine(settings)).toEqual({ engine: 'openai', settings: own, key: false })
    expect(done?.settings).toMatchObject({ engine: 'openai', engines: { openai: own } })
    expect(told[0]).toMatch(/^One call to try Ollama with gemma3:4b: nobody is charged\. .* 127\.0\.0\.1/)
    expect(told[1]).toContain('«Guten Morgen»')
    expect(told[2]).toMatch(/^Ollama with gemma3:4b translates from now on.*engine use none/)
    expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('asks which of several models, and takes the proposed one for an empty answer', async () => {
    const server = await serveOllama([tag('gemma3:4b'), tag('qwen3:latest')])
    for (const [answer, model] of [
      ['', 'gemma3:4b'],
      ['qwen3', 'qwen3:latest'],
    ] as const) {
      const { asked, setUp } = await scene({ port: portOf(server), answers: [answer] })
      expect((await setUp('ollama'))?.choice.values.model).toBe(model)
      expect(asked).toEqual(['Model (Enter for gemma3:4b; there are gemma3:4b, qwen3:latest):'])
    }
  })

  it('that is not there, or has no such model, says what to do, and nothing is written', async () => {
    const away = await scene({})
    await expect(away.setUp('ollama')).rejects.toThrow(
      'does not answer at http://127.0.0.1:1. Nothing was changed. Start it (`ollama serve`)',
    )
    expect(away.written()).toEqual([])
    const port = portOf(await serveOllama())
    const other = await scene({ port, line: ['--openai-model', 'llama3'] })
    await expect(other.setUp('ollama')).rejects.toThrow(
      'has no model llama3 of its own. Nothing was changed. It has gemma3:4b.',
    )
    const cloud = await scene({ port: portOf(await serveOllama([tag('big:cloud')])) })
    await expect(cloud.setUp('ollama')).rejects.toThrow('no model of its own for texts')
    expect([...other.written(), ...cloud.written()]).toEqual([])
  })

  it('whose call fails is not kept', async () => {
    const server = await serveOllama()
    const { setUp, written } = await scene({ port: portOf(server) })
    server.faults.push(failure(404, 'model_not_found', 'no such model'))
    await expect(setUp('ollama')).rejects.toThrow(/does not have the model.*Nothing was kept/)
    expect(written()).toEqual([])
  })

  it('gets no key that lies in the keyring for another endpoint', async () => {
    const keyring = memoryKeyring()
    const server = await serveOllama()
    const far = await serveOpenAi(() => 'Guten Morgen')
    const line = ['--openai-base-url', `${far.origin}/v1`]
    const first = await scene({
      line,
      env: { TRANSLATION_OPENAI_API_KEY: SECRET },
      answers: ['y'],
      openEntry: keyring.openEntry,
    })
    await first.setUp('openai')
    expect([...keyring.kept.values()]).toEqual([SECRET])
    const second = await scene({ port: portOf(server), openEntry: keyring.openEntry, data: first.folder })
    const done = await second.setUp('ollama')
    expect(await readEngineKeys(done?.settings ?? second.settings, keyring.openEntry)).toEqual({
      found: {},
      unread: [],
    })
    expect(server.calls.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([])
  })
})

describe('an engine with a key', () => {
  const endpoint = async (translate = () => 'Guten Morgen') => {
    const server = await serveOpenAi(translate)
    return { server, line: ['--openai-base-url', `${server.origin}/v1`, '--openai-model', 'tiny'] }
  }

  it('says what the call costs and makes it on a yes; then the key is in the keyring, and in no file', async () => {
    const keyring = memoryKeyring()
    const { server, line } = await endpoint()
    const env = { TRANSLATION_OPENAI_API_KEY: SECRET }
    const { told, asked, settings, setUp } = await scene({ line, env, answers: ['y'], openEntry: keyring.openEntry })
    expect(await setUp('openai')).toMatchObject({ kept: 'kept' })
    expect(asked).toEqual(['Make it?'])
    expect(told[0]).toMatch(/about \d+ tokens on your account/)
    expect(told[1]).toContain('charged 20 tokens')
    expect([...keyring.kept.values()]).toEqual([SECRET])
    expect(keptEngine(settings)).toMatchObject({ engine: 'openai', key: true })
    expect(JSON.stringify([told, keptEngine(settings)])).not.toContain(SECRET)
    expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('is neither called nor kept after a no, without anybody to ask, or above a cap', async () => {
    const keyring = memoryKeyring()
    const { server, line } = await endpoint()
    const env = { TRANSLATION_OPENAI_API_KEY: SECRET }
    const no = await scene({ line, env, answers: ['n'], openEntry: keyring.openEntry })
    expect(await no.setUp('openai')).toBeUndefined()
    const nobody = await scene({ line, env, openEntry: keyring.openEntry })
    await expect(nobody.setUp('openai')).rejects.toThrow('--yes makes it without a question')
    expect([...no.written(), ...nobody.written(), ...keyring.kept.keys()]).toEqual([])
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([])
    const agreed = await scene({ line: [...line, '--yes'], env, openEntry: keyring.openEntry })
    expect(await agreed.setUp('openai')).toMatchObject({ kept: 'kept' })
  })

  it('whose key is refused is not kept', async () => {
    const keyring = memoryKeyring()
    const { server, line } = await endpoint()
    const { setUp, written } = await scene({
      ...{ line, env: { TRANSLATION_OPENAI_API_KEY: SECRET }, answers: ['y'], openEntry: keyring.openEntry },
    })
    server.faults.push(failure(401, 'invalid_api_key', `Incorrect API key: ${SECRET}`))
    const refused = await setUp('openai').catch(String)
    expect(refused).toContain('does not accept the key. Nothing was kept.')
    expect(refused).not.toContain(SECRET)
    expect([...written(), ...keyring.kept.keys()]).toEqual([])
  })

  it('translates this once where no keyring keeps it, and says what to set', async () => {
    const { line } = await endpoint()
    const { told, setUp, written } = await scene({ line, env: { TRANSLATION_OPENAI_API_KEY: SECRET }, answers: ['y'] })
    const done = await setUp('openai')
    expect(done).toMatchObject({ kept: 'run_only', settings: { engines: { openai: { api_key: SECRET } } } })
    expect(told.at(-1)).toMatch(
      /never written to a file, so nothing is kept: set TRANSLATION_OPENAI_API_KEY, .*MODEL=tiny/,
    )
    expect(written()).toEqual([])
  })

  it('is asked for its address, its model and its key, and an address in clear is refused', async () => {
    const { asked, setUp, written } = await scene({ answers: ['http://example.com/v1'] })
    await expect(setUp('openai')).rejects.toThrow('The address must be an https:// address')
    expect(asked).toEqual(["Address of the endpoint (Enter for OpenAI's own):"])
    const stops = await scene({ answers: ['https://openrouter.ai/api/v1', 'x/y'] })
    expect(await stops.setUp('openai')).toBeUndefined()
    expect(stops.asked[2]).toContain('Key for openrouter.ai (Enter twice where it takes none)')
    expect([...written(), ...stops.written()]).toEqual([])
  })
})

describe('the offer', () => {
  it('is six lines, each with what it costs, who sees the text and a command', async () => {
    const { offers } = await scene({})
    const lines = offerLines(offers)
    expect(lines).toHaveLength(6)
    for (const line of lines) expect(line).toMatch(/^ {2}\S.* {2}\S.*: .+; .+ sees? the text$/)
    expect(lines.map(line => line.trim().split(/ {2,}/)[0])).toEqual([
      ...['ollama', 'openai', 'deepl'].map(name => `${ownCommand()} engine use ${name}`),
      ...['apt install apertium', `${ownCommand()} setup`, `${ownCommand()} login --api-url URL`],
    ])
    expect(offersJson(offers).map(({ found }) => found)).not.toContain(true)
  })

  it('begins with the server that was found, and its model', async () => {
    const { offers } = await scene({ port: portOf(await serveOllama()) })
    expect(offerLines(offers)[0]).toContain('engine use ollama')
    expect(offerLines(offers)[0]).toContain('Ollama, found here with gemma3:4b: free; nobody else sees the text')
    expect(offersJson(offers)[0]).toMatchObject({ name: 'ollama', found: true })
  })

  it('asks for a number until one is set up', async () => {
    const { asked, told, setUpOne } = await scene({ port: portOf(await serveOllama()), answers: ['9', '1'] })
    expect(await setUpOne()).toMatchObject({ kept: 'kept', choice: { engine: 'openai' } })
    expect(asked).toHaveLength(2)
    expect(told).toContain('1, 2, 3 or Enter.')
  })

  it.each([[['']], [[]]])('changes nothing for no answer: %j', async answers => {
    const { setUpOne, written, told } = await scene({ answers })
    expect(await setUpOne()).toBeUndefined()
    expect(written()).toEqual([])
    // Without a server on this machine there is nothing to choose there.
    expect(told.filter(line => /^ {2}\d/.test(line))).toHaveLength(2)
  })

  it('asks again after what could not be had', async () => {
    const server = await serveOllama()
    const { asked, told, setUpOne } = await scene({ port: portOf(server), answers: ['1', '1'] })
    server.faults.push(failure(500, null, 'out of memory'))
    expect(await setUpOne()).toMatchObject({ kept: 'kept' })
    expect(asked).toHaveLength(2)
    expect(told.some(line => line.includes('Nothing was kept.'))).toBe(true)
  })
})
