import { describe, expect, it } from 'vitest'
import { createDeepl } from '../../../src/service/engine/deepl/deepl.ts'
import { formalityOf } from '../../../src/service/engine/deepl/languages.ts'
import { type Engine, EngineError, type EngineJob, type Segment } from '../../../src/service/engine/engine.ts'
import { serveDeepl } from '../../support/engines/deepl.ts'

const KEY = 'test-key:fx'
const JOB: EngineJob = { source: 'en', target: 'de', tier: 'standard', glossary: [], keep: [], guidance: [] }
const GLOSSARY = [{ source: 'file', target: 'Akte', case_sensitive: false }]

async function all(engine: Engine, batch: readonly Segment[], job: EngineJob = JOB): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { id, text } of engine.translate(batch, job)) found[id] = text
  return found
}

const german = (text: string) => text.replace('Save', 'Sichern').replace('now', 'jetzt')
const one = (text: string, more: Partial<Segment> = {}): Segment[] => [{ id: 'a', text, ...more }]

async function started(glossaryRoom?: number, translate = german) {
  const server = await serveDeepl(translate, glossaryRoom)
  return { server, engine: createDeepl({ api_key: KEY, url: server.origin }) }
}

describe('DeepL', () => {
  it('gets codes and kept terms as XML that it leaves alone, and gives them back', async () => {
    const { server, engine } = await started()
    const batch = one('Save <b>{name}</b> & Acme < now\n\n%d', { syntax: 'printf' })
    expect(await all(engine, batch, { ...JOB, keep: ['Acme'] })).toEqual({
      a: 'Sichern <b>{name}</b> & Acme < jetzt\n\n%d',
    })
    const [form] = server.forms()
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      text: 'Save <g1><x2/></g1> &amp; <k3>Acme</k3> &lt; now',
      ...{ source_lang: 'en', target_lang: 'de', tag_handling: 'xml', outline_detection: '0', ignore_tags: 'k3' },
      ...{ split_sentences: 'nonewlines', preserve_formatting: '1' },
    })
    expect(form?.has('formality')).toBe(false)
  })

  it('is told comments and the texts around as context, without codes, and not where nothing is known [ENG-3, FMT-4]', async () => {
    const { server, engine } = await started()
    const batch = [
      { id: 'a', text: 'Save <b>{name}</b>', note: 'On a button', before: 'The file menu' },
      { id: 'b', text: 'Close', after: 'All <br/><img src="a"/> is <b>saved</b>' },
    ]
    await all(engine, batch)
    await all(engine, one('Save'))
    expect(server.forms().map(form => form.get('context'))).toEqual([
      'On a button\nThe file menu\nSave {name}\nClose\nAll is saved',
      null,
    ])
  })

  it('knows its languages by asking, once, and takes the variant that is wanted', async () => {
    const { server, engine } = await started()
    const wanted = ['en', 'en-GB', 'en-AU', 'pt', 'pt-PT', 'es-MX', 'es-419', 'de-AT', 'zh-Hans', 'zh-Hant-HK']
    for (const target of wanted) await all(engine, one('Hola'), { ...JOB, source: 'fr', target })
    expect(server.forms().map(form => form.get('target_lang'))).toEqual([
      ...['en-US', 'en-GB', 'en-GB', 'pt-BR', 'pt-PT', 'es-419', 'es-419', 'de', 'zh-HANS', 'zh-HANT'],
    ])
    expect(server.calls.filter(({ path }) => path.startsWith('/v2/languages'))).toHaveLength(2)
    const pairs = [
      ['en-GB', 'de'],
      ['pt-BR', 'ru'],
      ['en', 'sr'],
      ['en', 'sr-Latn'],
      ['en', 'ta'],
      ['ta', 'en'],
    ] as const
    const supported = await Promise.all(pairs.map(([source, target]) => engine.supports(source, target)))
    expect(supported).toEqual([true, true, true, false, false, false])
  })

  it('gets no more than 50 texts and 128 KiB in a request', async () => {
    const { server, engine } = await started()
    const many = Array.from({ length: 60 }, (_, at) => ({ id: String(at), text: `One ${at}.\n\nTwo ${at}.` }))
    expect(Object.keys(await all(engine, many))).toHaveLength(60)
    const long = Array.from({ length: 4 }, (_, at) => ({ id: String(at), text: 'д'.repeat(9_000) }))
    expect(Object.keys(await all(engine, [...long, { id: 'far too long', text: 'д'.repeat(40_000) }]))).toHaveLength(4)
    const sizes = server.calls.filter(({ path }) => path === '/v2/translate').map(({ body }) => body.length)
    expect(Math.max(...sizes)).toBeLessThan(128 * 1024)
    expect(server.forms().map(form => form.getAll('text').length)).toEqual([50, 50, 20, 2, 2])
  })

  it('writes as formally as the customer wishes', async () => {
    const { server, engine } = await started()
    await all(engine, one('Save'), { ...JOB, guidance: ['formal', 'informal please'] })
    expect(server.forms()[0]?.get('formality')).toBe('prefer_less')
    expect(formalityOf(['use “du”', 'short sentences'])).toBe('prefer_less')
    expect(formalityOf(['informal', 'use Sie'])).toBe('prefer_more')
    expect(formalityOf(['dans le style du journal', 'formalities aside'])).toBeUndefined()
  })

  it('leaves out a text that comes back without its codes', async () => {
    const { engine } = await started(5, text => text.replace('<x1/>', ''))
    expect(await all(engine, [...one('Save {name}'), { id: 'b', text: 'Save' }])).toEqual({ b: 'Save' })
  })

  it('is named with who pays, and its key never [ENG-1, KEY-3]', async () => {
    const facts = createDeepl({ api_key: KEY, url: undefined }).describe({
      words: 10,
      characters: 60,
      credits: 10,
      usage: 60,
    })
    expect(facts).toMatchObject({ credit_cost: 0, billing: { who: 'you', unit: 'characters', estimate: 60 } })
    expect(facts.text_goes_to).toContain('DeepL')
    expect(JSON.stringify(facts)).not.toContain(KEY)
  })
})

describe('a glossary at DeepL', () => {
  it('is made once, found again by another process, and made anew for other terms [GLO-3]', async () => {
    const { server, engine } = await started()
    const job = { ...JOB, target: 'pt-PT', glossary: GLOSSARY }
    expect(await all(engine, one('Save file'), job)).toEqual({ a: 'Sichern Akte' })
    await all(engine, one('Save file'), job)
    const again = createDeepl({ api_key: KEY, url: server.origin })
    expect(await all(again, one('Save file'), job)).toEqual({ a: 'Sichern Akte' })
    expect(server.glossaries).toMatchObject([
      { dictionaries: [{ source_lang: 'en', target_lang: 'pt', entry_count: 1 }] },
    ])
    expect(new Set(server.forms().map(form => form.get('glossary_id'))).size).toBe(1)
    const other = { ...job, glossary: [{ source: 'file', target: 'Datei', case_sensitive: false }] }
    expect(await all(engine, one('Save file'), other)).toEqual({ a: 'Sichern Datei' })
    expect(server.glossaries).toHaveLength(1)
  })

  it('is made once by rounds that run side by side, all of which have it [GLO-3]', async () => {
    const { server, engine } = await started()
    await engine.supports('en', 'de')
    const job = { ...JOB, glossary: GLOSSARY }
    const rounds = await Promise.all([all(engine, one('Save file'), job), all(engine, one('Save file now'), job)])
    expect(rounds).toEqual([{ a: 'Sichern Akte' }, { a: 'Sichern Akte jetzt' }])
    expect(server.glossaries).toHaveLength(1)
    const ids = server.forms().map(form => form.get('glossary_id'))
    expect(ids).toEqual([server.glossaries[0]?.glossary_id, server.glossaries[0]?.glossary_id])
  })

  it('leaves those alone that somebody else made', async () => {
    const { server, engine } = await started()
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entry_count: 1 }]
    server.glossaries.push({ glossary_id: 'mine', name: 'my own', dictionaries, creation_time: '2026-01-01T00:00:00Z' })
    await all(engine, one('Save file'), { ...JOB, glossary: GLOSSARY })
    expect(server.glossaries.map(({ name }) => name)).toEqual(['my own', expect.stringContaining('translation-mcp')])
  })

  it('is done without where the account has no room: terms are codes then, as for what was refused before', async () => {
    const { server, engine } = await started(0)
    expect(await all(engine, one('Save the File now'), { ...JOB, glossary: GLOSSARY })).toEqual({
      a: 'Sichern the Akte jetzt',
    })
    expect(server.forms()[0]?.get('text')).toBe('Save the <k1>Akte</k1> now')
    const { server: roomy, engine: same } = await started()
    const repair = { translation: 'x', reasons: ['The glossary has “Akte”.'] }
    await all(same, one('Save the File now', { repair }), { ...JOB, glossary: GLOSSARY })
    expect(roomy.forms()[0]?.get('text')).toBe('Save the <k1>Akte</k1> now')
  })

  it('that somebody deleted is made again', async () => {
    const { server, engine } = await started()
    const job = { ...JOB, glossary: GLOSSARY }
    await all(engine, one('Save file'), job)
    server.glossaries.length = 0
    await expect(all(engine, one('Save file'), job)).rejects.toMatchObject({ kind: 'unusable' })
    expect(await all(engine, one('Save file'), job)).toEqual({ a: 'Sichern Akte' })
  })
})

describe('DeepL failing', () => {
  it.each([
    [{ status: 429, json: { message: 'Too many requests' } }, 'passing'],
    [{ status: 500, json: { message: `secret ${KEY}` } }, 'passing'],
    [{ status: 503, json: {} }, 'passing'],
    [{ status: 529, json: {} }, 'passing'],
    [{ status: 456, json: { message: 'Quota Exceeded' } }, 'quota'],
    [{ status: 403, json: { message: `${KEY} is wrong` } }, 'refused'],
    [{ status: 400, json: { message: 'Bad request' } }, 'unusable'],
    [{ status: 413, json: {} }, 'unusable'],
    [{ status: 200, text: '{"translations":[{"te' }, 'unusable'],
    [{ status: 200, json: { translations: [] } }, 'unusable'],
    [{ status: 200, json: { translations: [{ text: 7 }] } }, 'unusable'],
    ['cut', 'passing'],
    ['half', 'passing'],
  ] as const)('with %j is an error of the kind %s', async (fault, kind) => {
    const { server, engine } = await started()
    await engine.supports('en', 'de')
    server.faults.push(fault)
    const error = await all(engine, one('Save')).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(EngineError)
    expect(error).toMatchObject({ kind })
    expect(String(error)).not.toMatch(/test-key|127\.0\.0\.1|Save/)
    expect(await all(engine, one('Save'))).toEqual({ a: 'Sichern' })
  })

  it('to say its languages is asked for them again', async () => {
    const { server, engine } = await started()
    server.faults.push({ status: 500, json: {} }, { status: 500, json: {} })
    await expect(engine.supports('en', 'de')).rejects.toMatchObject({ kind: 'passing' })
    expect(await engine.supports('en', 'de')).toBe(true)
  })

  it('for want of a right key says so at planning already', async () => {
    const { server } = await started()
    const wrong = createDeepl({ api_key: 'wrong', url: server.origin })
    await expect(wrong.supports('en', 'de')).rejects.toMatchObject({ kind: 'refused' })
    await expect(createDeepl({ api_key: undefined, url: undefined }).supports('en', 'de')).rejects.toMatchObject({
      kind: 'refused',
    })
  })
})
