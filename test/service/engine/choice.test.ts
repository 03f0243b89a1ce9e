import { describe, expect, it } from 'vitest'
import { createEngines } from '../../../src/service/engine/choice.ts'
import { candidatesOf, lackingEngines } from '../../../src/service/engine/configured.ts'
import { type Engine, EngineError } from '../../../src/service/engine/engine.ts'
import { type MadeEngine, makeEngines } from '../../../src/service/engine/made.ts'
import { pseudo } from '../../../src/service/engine/pseudo/pseudo.ts'
import type { EngineSettings } from '../../../src/service/engine/settings.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'

/** An engine that has the pairs from English into these languages. */
function engine(id: string, ...targets: string[]): MadeEngine {
  const made: Engine = { ...pseudo, id, supports: (source, target) => source === 'en' && targets.includes(target) }
  return { engine: made }
}

function engines(settings: Partial<EngineSettings>, made: Record<string, MadeEngine>) {
  return createEngines(
    { ...DEFAULT_SETTINGS, ...settings },
    new Map(Object.entries({ pseudo: { engine: pseudo }, ...made })),
  )
}

const all = {
  openai: engine('openai', 'de', 'fr', 'hi'),
  deepl: engine('deepl', 'de', 'fr'),
  agent: engine('agent', 'de', 'fr', 'hi', 'yo'),
  apertium: engine('apertium', 'es'),
}

describe('the choice of an engine', () => {
  it('takes the one that is named, even pseudo, and no other [ENG-1]', async () => {
    expect((await engines({ engine: 'pseudo' }, all).choose('en', ['de'])).id).toBe('pseudo')
    expect((await engines({ engine: 'agent' }, all).choose('en', ['de'])).id).toBe('agent')
    await expect(engines({ engine: 'apertium' }, all).choose('en', ['es', 'de'])).rejects.toMatchObject({
      code: 'plan_invalid',
      message: expect.stringMatching(/“apertium” does not translate English \(en\) into German \(de\)/),
    })
  })

  it.each([
    [['de'], true, all, 'deepl'],
    [['de', 'hi'], true, all, 'openai'],
    [['yo'], true, all, 'agent'],
    [['es'], true, all, 'apertium'],
    [['de'], true, { agent: all.agent, apertium: all.apertium }, 'agent'],
    [['es'], false, { agent: all.agent, apertium: all.apertium }, 'apertium'],
    [['de'], false, { ...all, deepl: { lacks: 'a key' } }, 'openai'],
  ])(
    'tries for %j where assistants call is %s those with a key, then the assistant, then Apertium [ENG-1]',
    async (targets, agent, made, id) => {
      expect((await engines({ agent }, made).choose('en', targets)).id).toBe(id)
    },
  )

  it.each([
    [{ unread_keys: ['deepl'] }, 'deepl'],
    [{ unread_keys: ['openai'], engine: 'openai' }, 'openai'],
    [{ unread_keys: ['openai'] }, undefined],
    [{ unread_keys: ['deepl'], engine: 'agent' }, undefined],
  ] as const)(
    'takes no other where the keyring does not give its key: with %j it refuses for %s [ENG-1]',
    async (settings, name) => {
      const choosing = engines(
        { agent: true, ...settings },
        { ...all, ...(name && { [name]: { lacks: 'its key' } }) },
      ).choose('en', ['de'])
      if (name === undefined) return expect((await choosing).id).toBe('engine' in settings ? 'agent' : 'deepl')
      await expect(choosing).rejects.toMatchObject({
        code: 'plan_invalid',
        message: expect.stringMatching(
          `“${name}” is in this system's keyring, which cannot be read now.*TRANSLATION_${name.toUpperCase()}_API_KEY`,
        ),
      })
    },
  )

  it('uses no engine whose key cannot be read, where its address alone would do, too', async () => {
    const settings = { ...DEFAULT_SETTINGS, engines: { openai: { base_url: 'http://127.0.0.1:1/v1' } } }
    expect((await makeEngines(settings)).get('openai')).toHaveProperty('engine')
    expect((await makeEngines({ ...settings, unread_keys: ['openai'] })).get('openai')).toHaveProperty('lacks')
  })

  it('never takes the assistant where nobody can answer, unless it is named [ENG-1]', async () => {
    await expect(engines({ agent: false }, { agent: all.agent }).choose('en', ['de'])).rejects.toMatchObject({
      code: 'plan_invalid',
      message: expect.stringContaining('TRANSLATION_OPENAI_API_KEY'),
    })
  })

  it('chooses for whoever asks, where that is another than its own callers [ENG-1]', async () => {
    const asked = (own: boolean, by: boolean) => engines({ agent: own }, all).askedBy(by).choose('en', ['yo'])
    expect((await asked(false, true)).id).toBe('agent')
    await expect(asked(true, false)).rejects.toMatchObject({ code: 'plan_invalid' })
  })

  it('takes pseudo by itself for en-XA alone [ENG-1]', async () => {
    expect((await engines({ agent: true }, all).choose('en', ['en-XA'])).id).toBe('pseudo')
    await expect(engines({ agent: true }, all).choose('en', ['en-XA', 'de'])).rejects.toMatchObject({
      message: expect.stringMatching(/en-XA.*make a separate translation for it/),
    })
    await expect(engines({ engine: 'agent' }, all).choose('en', ['en-XA'])).rejects.toMatchObject({
      code: 'plan_invalid',
    })
  })

  it('refuses a pair that nobody has by its name and says how to get an engine [ENG-1]', async () => {
    await expect(engines({ agent: true }, all).choose('en', ['de', 'xh', 'zu'])).rejects.toMatchObject({
      code: 'plan_invalid',
      message: expect.stringMatching(
        /English \(en\) into Xhosa \(xh\) and Zulu \(zu\)\. .*apt install apertium.*TRANSLATION_ENGINE=pseudo/,
      ),
    })
  })

  it('says who has what where nobody has all [ENG-1]', async () => {
    await expect(engines({ agent: false }, all).choose('en', ['es', 'hi'])).rejects.toMatchObject({
      message: expect.stringMatching(/for each engine: openai: Hindi \(hi\); apertium: Spanish \(es\)\./),
    })
  })

  it('says in plain words what is not configured or unknown', async () => {
    const lacking = engines({ engine: 'deepl' }, { deepl: { lacks: 'TRANSLATION_DEEPL_API_KEY' } })
    await expect(lacking.choose('en', ['de'])).rejects.toMatchObject({
      code: 'plan_invalid',
      message: expect.stringMatching(/“deepl”, which needs TRANSLATION_DEEPL_API_KEY/),
    })
    await expect(engines({ engine: 'babel' }, all).choose('en', ['de'])).rejects.toMatchObject({
      code: 'plan_invalid',
      message: expect.stringContaining('apertium, pseudo'),
    })
    expect(lacking.byId('deepl')).toBeUndefined()
    expect(lacking.byId('babel')).toBeUndefined()
    expect(lacking.usable).toEqual(['pseudo'])
  })

  it.each([
    ['passing', 'service_unavailable'],
    ['unusable', 'service_unavailable'],
    ['refused', 'plan_invalid'],
    ['quota', 'plan_invalid'],
  ] as const)('that an engine cannot answer now (%s) is said, not taken for a missing pair', async (kind, code) => {
    const supports = () => Promise.reject(new EngineError(kind, 'DeepL does not answer.'))
    const made = { deepl: { engine: { ...pseudo, id: 'deepl', supports } } }
    await expect(engines({}, made).choose('en', ['de'])).rejects.toMatchObject({
      code,
      message: expect.stringContaining('DeepL does not answer.'),
    })
  })
})

describe('the engines of this build', () => {
  it('have their turn in this order, and pseudo none [ENG-1]', () => {
    const keyed = { openai: { api_key: 'a' }, deepl: { api_key: 'b' } }
    expect(candidatesOf({ ...DEFAULT_SETTINGS, agent: true, engines: keyed })).toEqual([
      ...['deepl', 'openai', 'agent', 'apertium'],
    ])
    expect(candidatesOf({ ...DEFAULT_SETTINGS, agent: true })).toEqual(['agent', 'apertium'])
    expect(candidatesOf(DEFAULT_SETTINGS)).toEqual(['apertium'])
  })

  it('lack a key, or a key and an address, in the words that a refusal takes', async () => {
    const made = await makeEngines(DEFAULT_SETTINGS)
    expect([...made].flatMap(([name, each]) => ('lacks' in each ? [[name, each.lacks]] : []))).toEqual([
      ['openai', 'TRANSLATION_OPENAI_API_KEY, or TRANSLATION_OPENAI_BASE_URL for a server of your own'],
      ['deepl', 'TRANSLATION_DEEPL_API_KEY'],
    ])
    expect(lackingEngines(DEFAULT_SETTINGS)).toEqual(['openai', 'deepl'])
  })
})
