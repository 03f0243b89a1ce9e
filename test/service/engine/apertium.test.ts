import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApertium } from '../../../src/service/engine/apertium/apertium.ts'
import { type Engine, EngineError, type EngineJob, type Segment } from '../../../src/service/engine/engine.ts'
import { serveApy } from '../../support/engines/apy.ts'

const JOB: EngineJob = { source: 'en', target: 'es', tier: 'standard', glossary: [], keep: [], guidance: [] }

async function all(engine: Engine, batch: readonly Segment[], job: EngineJob = JOB): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { id, text } of engine.translate(batch, job)) found[id] = text
  return found
}

const shout = (text: string) => text.replace(/(?<![&\w])(?!Xq)\w+/g, word => `*${word.toUpperCase()}`)

async function started(translate: (text: string) => string = shout) {
  const server = await serveApy(translate)
  return { server, engine: createApertium({ command: 'none', url: `${server.origin}/apy` }) }
}

describe('an Apertium server', () => {
  it('is asked once for its pairs, which it names in its own way', async () => {
    const { server, engine } = await started()
    const pairs = [
      ['en', 'es'],
      ['en-GB', 'es-MX'],
      ['es', 'ca'],
      ['es', 'ca-valencia'],
      ['es', 'en-US'],
      ['sr-Latn', 'sl'],
      ['sr', 'sl'],
      ['en', 'de'],
    ] as const
    const supported = await Promise.all(pairs.map(([source, target]) => engine.supports(source, target)))
    expect(supported).toEqual([true, true, false, true, true, true, false, false])
    expect(server.calls).toHaveLength(1)
  })

  it('gets a batch in one call, codes and terms as words it does not know, and gives it back unmarked [GLO-3]', async () => {
    const { server, engine } = await started()
    const job = { ...JOB, glossary: [{ source: 'file', target: 'fichero', case_sensitive: false }], keep: ['Git'] }
    const batch = [
      { id: 'a', text: 'Open the file {name} & <b>Git</b>' },
      { id: 'b', text: '12' },
      { id: 'c', text: 'One.\n\n2*3 {n}' },
    ]
    expect(await all(engine, batch, job)).toEqual({
      a: 'OPEN THE fichero {name} & <b>Git</b>',
      b: '12',
      c: 'ONE.\n\n2*3 {n}',
    })
    expect(server.calls.map(({ path }) => path)).toEqual(['/apy/listPairs', '/apy/translate'])
    const form = new URLSearchParams(server.calls[1]?.body)
    expect(Object.fromEntries(form)).toMatchObject({ langpair: 'eng|spa', markUnknown: 'no', deformat: 'html' })
    expect(form.get('q')).toBe('<p id="0">Open the Xqbz Xqcz &amp; <g3>Xqez</g3></p>\n<p id="1">One.</p>\n')
  })

  it('keeps small letters at the beginning of what is no sentence', async () => {
    const { engine } = await started(text => text.replace(/^\w/, letter => `*${letter.toUpperCase()}`))
    expect(
      await all(engine, [
        { id: 'a', text: 'house' },
        { id: 'b', text: 'House' },
      ]),
    ).toEqual({ a: 'house', b: 'House' })
  })

  it('leaves no tag empty when it moves words', async () => {
    const { engine } = await started(text => text.replace('big', ''))
    const batch = [
      { id: 'a', text: 'a <b>big</b> house' },
      { id: 'b', text: 'so <b>big</b>' },
      { id: 'c', text: 'a <b></b> house' },
    ]
    expect(await all(engine, batch)).toEqual({
      a: 'a  <b>house</b>',
      b: '<b>so</b> ',
      c: 'a <b></b> house',
    })
  })

  it('is asked again with blanks where it lost a word, and gives nothing where it loses those', async () => {
    const { server, engine } = await started(text => text.replace(/Xq\w+z/g, 'gone'))
    expect(
      await all(engine, [
        { id: 'a', text: 'Hello {name}' },
        { id: 'b', text: 'Hello' },
      ]),
    ).toEqual({
      a: 'Hello {name}',
      b: 'Hello',
    })
    expect(server.calls.map(({ body }) => new URLSearchParams(body).get('q'))).toEqual([
      null,
      '<p id="0">Hello Xqbz</p>\n<p id="1">Hello</p>\n',
      '<p id="0">Hello <x1/></p>\n',
    ])
  })

  it('is asked with blanks at once for what was refused before', async () => {
    const { server, engine } = await started()
    const repair = { translation: 'x', reasons: ['It lost {name}.'] }
    await all(engine, [{ id: 'a', text: 'Hello {name}', repair }])
    expect(new URLSearchParams(server.calls.at(-1)?.body).get('q')).toBe('<p id="0">Hello <x1/></p>\n')
  })

  it.each([
    [{ status: 503 }, 'passing'],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'passing'],
    ['cut', 'passing'],
    ['half', 'passing'],
    [{ status: 400, json: {} }, 'unusable'],
    [{ status: 404, json: {} }, 'refused'],
    [{ status: 200, text: '<html>' }, 'unusable'],
    [{ status: 200, json: { responseData: {} } }, 'unusable'],
    [{ status: 200, json: { responseData: { translatedText: '' } } }, 'refused'],
  ] as const)('that fails with %j is an error of the kind %s', async (fault, kind) => {
    const { server, engine } = await started()
    await engine.supports('en', 'es')
    server.faults.push(fault)
    const failure = await all(engine, [{ id: 'a', text: 'House' }]).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EngineError)
    expect(failure).toMatchObject({ kind })
    expect(String(failure)).not.toContain(server.origin)
    if (typeof fault === 'object' && 'headers' in fault) expect(failure).toMatchObject({ retry_after_ms: 7000 })
    expect(await all(engine, [{ id: 'a', text: 'House' }])).toEqual({ a: 'HOUSE' })
  })

  it('that could not say its pairs is asked for them again', async () => {
    const { server, engine } = await started()
    server.faults.push({ status: 500 })
    await expect(engine.supports('en', 'es')).rejects.toMatchObject({ kind: 'passing' })
    expect(await engine.supports('en', 'es')).toBe(true)
  })

  it('ends when it is told to', async () => {
    const { server, engine } = await started()
    await engine.supports('en', 'es')
    server.faults.push('silence')
    const controller = new AbortController()
    const asked = all(engine, [{ id: 'a', text: 'House' }], { ...JOB, signal: controller.signal })
    const failed = expect(asked).rejects.toMatchObject({ kind: 'passing' })
    controller.abort()
    await failed
  })
})

describe('a machine without Apertium', () => {
  it('has no pairs, and says so when it is asked all the same', async () => {
    const engine = createApertium({ command: 'no-such-apertium', url: undefined })
    expect(await engine.supports('en', 'es')).toBe(false)
    await expect(all(engine, [{ id: 'a', text: 'House' }])).rejects.toMatchObject({ kind: 'refused' })
  })

  it('has none either where there is no shell', async () => {
    vi.stubEnv('PATH', '/nowhere')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    expect(await createApertium({ command: 'apertium', url: undefined }).supports('en', 'es')).toBe(false)
  })

  it('costs nothing and sends nothing anywhere [ENG-1]', () => {
    const work = { words: 10, characters: 60, credits: 10, usage: 60 }
    expect(createApertium({ command: 'apertium', url: undefined }).describe(work)).toMatchObject({
      engine: 'apertium',
      credit_cost: 0,
      text_goes_to: expect.stringContaining('this machine'),
      billing: { who: 'nobody', unit: 'none', estimate: 0 },
    })
    expect(createApertium({ command: '', url: 'https://apy.example/apy' }).describe(work).text_goes_to).toBe(
      'the Apertium server apy.example',
    )
  })
})
