import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Engine, EngineError, type EngineJob, type Segment } from '../../../src/service/engine/engine.ts'
import { pseudo } from '../../../src/service/engine/pseudo/pseudo.ts'
import type { Kept } from '../../../src/service/store/translations.ts'
import { Stopped } from '../../../src/service/translation/stopped.ts'
import { askRound } from '../../../src/service/worker/asking.ts'
import { createPatience, type Patience } from '../../../src/service/worker/patience.ts'
import { pause } from '../../../src/service/worker/pause.ts'

/** From here on time is told by timers alone: where everything waits, the next timer is due at once. */
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.setTimerTickMode('nextTimerAsync')
})
afterAll(() => void vi.useRealTimers())

const JOB: EngineJob = { source: 'en', target: 'de', tier: 'standard', glossary: [], keep: [], guidance: [] }
const SEGMENTS: readonly Segment[] = [
  { id: 'a', text: 'Open the {name} file' },
  { id: 'b', text: 'Read the manual' },
  { id: 'c', text: 'Close the box' },
  { id: 'd', text: 'Keep the box' },
]
const GERMAN: Record<string, string> = {
  a: 'Öffne die Datei {name}',
  b: 'Lies das Handbuch',
  c: 'Schließ die Kiste',
  d: 'Behalte die Kiste',
}

type Answer = Record<string, string> | EngineError

/** An engine that does for each call what its script says, and well after its end. `calls` has the segments it was asked for. */
function scripted(...script: ((ids: readonly string[]) => Answer)[]) {
  const calls: (readonly Segment[])[] = []
  const engine: Engine = {
    ...pseudo,
    id: 'scripted',
    async *translate(batch) {
      const step = script[calls.length]
      calls.push(batch)
      const ids = batch.map(({ id }) => id)
      const answer = step === undefined ? Object.fromEntries(ids.map(id => [id, GERMAN[id] ?? ''])) : step(ids)
      if (answer instanceof EngineError) throw answer
      for (const [id, text] of Object.entries(answer)) yield { id, text }
    },
  }
  return { engine, calls, asked: () => calls.map(batch => batch.map(({ id }) => id).join('')) }
}

async function run(
  engine: Engine,
  stop = new AbortController().signal,
  segments = SEGMENTS,
  deadline_ms = 120_000,
  patience?: Patience,
) {
  const kept: Kept[] = []
  const keep = (row: Kept) => void kept.push(row)
  const asking = { engine, job: JOB, conditions: JOB, stop, deadline_ms, patience, keep }
  const failure = await askRound(segments, asking).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { kept: Object.fromEntries(kept.map(row => [row.source_hash, row])), failure, rows: kept.length }
}

const fails = (kind: EngineError['kind'], retry_after_ms?: number) => () => new EngineError(kind, 'no', retry_after_ms)
const good = (ids: readonly string[]) => Object.fromEntries(ids.map(id => [id, GERMAN[id] ?? '']))

describe('a round', () => {
  it('is asked for once where all is well [ENG-2]', async () => {
    const { engine, asked } = scripted()
    const { kept, failure } = await run(engine)
    expect(failure).toBeUndefined()
    expect(asked()).toEqual(['abcd'])
    expect(kept.a).toMatchObject({ text: GERMAN.a, finding: null, repaired: 0, note: null })
  })

  it('asks once more for what is missing or wrong, saying what was wrong, and keeps what is right then [ENG-2]', async () => {
    const { engine, asked, calls } = scripted(ids => ({ ...good(ids.slice(0, 3)), a: 'Öffne die Datei' }))
    const { kept } = await run(engine)
    expect(asked()).toEqual(['abcd', 'ad'])
    expect(calls[1]?.[0]?.repair).toEqual({
      translation: 'Öffne die Datei',
      reasons: [expect.stringContaining('{name}')],
    })
    expect(calls[1]?.[1]?.repair).toBeUndefined()
    expect(kept.a).toMatchObject({ text: GERMAN.a, finding: null, repaired: 1 })
    expect(kept.d).toMatchObject({ text: GERMAN.d, finding: null, repaired: 0 })
  })

  it('keeps the source where a second answer is wrong too, or there is none, and says why [ENG-2]', async () => {
    const wrong = (ids: readonly string[]) => ({ ...good(ids.filter(id => id !== 'd')), a: 'Öffne {nombre}' })
    const { engine, asked } = scripted(wrong, wrong)
    const { kept, rows } = await run(engine)
    expect(asked()).toEqual(['abcd', 'ad'])
    expect(kept.a?.finding).toMatch(/\{name\}.*The source was kept\./)
    expect(kept.d?.finding).toMatch(/no translation/)
    expect(rows).toBe(4)
  })

  it('asks once more for what the engine doubts itself, and takes what it says then', async () => {
    const { engine, asked, calls } = scripted()
    const translate: Engine['translate'] = async function* (batch, job) {
      const doubt = calls.length === 0 ? { doubt: 'It may be another one.' } : {}
      for await (const { id, text } of engine.translate(batch, job)) yield { id, text, ...(id === 'b' && doubt) }
    }
    const { kept } = await run({ ...engine, translate })
    expect(asked()).toEqual(['abcd', 'b'])
    expect(calls[1]?.[0]?.repair).toEqual({ translation: GERMAN.b, reasons: ['It may be another one.'] })
    expect(kept.b).toMatchObject({ text: GERMAN.b, finding: null, note: null, repaired: 1 })
  })

  it('takes only what was asked for, each once: ids that are made up or come twice change nothing', async () => {
    const { engine, asked } = scripted(ids => ({ zzz: 'Unsinn', ...good(ids) }))
    const { kept, rows } = await run(engine)
    expect(asked()).toEqual(['abcd'])
    expect(rows).toBe(4)
    expect(kept.zzz).toBeUndefined()
  })
})

describe('an engine that is not available', () => {
  it('is asked again, not before it says, and only for what it has not given yet', async () => {
    async function* half(batch: readonly Segment[]) {
      for (const { id } of batch.slice(0, 2)) yield { id, text: GERMAN[id] ?? '' }
      throw new EngineError('passing', 'cut', 400)
    }
    const { engine, asked, calls } = scripted()
    const translate: Engine['translate'] = (batch, job) => {
      if (calls.length > 0) return engine.translate(batch, job)
      calls.push(batch)
      return half(batch)
    }
    const started = performance.now()
    const { kept, failure } = await run({ ...engine, translate })
    expect(performance.now() - started).toBe(400)
    expect(failure).toBeUndefined()
    expect(asked()).toEqual(['abcd', 'cd'])
    expect(Object.keys(kept)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('for longer than there is time is told to whoever can wait longer, with what it said', async () => {
    const { engine, asked } = scripted(fails('passing', 3_600_000))
    const { failure } = await run(engine)
    expect(failure).toMatchObject({ kind: 'passing', retry_after_ms: 3_600_000 })
    expect(asked()).toEqual(['abcd'])
  })

  it('is waited for longer each time, and all its tries end by one deadline', async () => {
    const at: number[] = []
    const started = performance.now()
    const down: Engine['translate'] = () => {
      at.push(performance.now() - started)
      throw new EngineError('passing', 'down')
    }
    const { failure, rows } = await run({ ...pseudo, translate: down }, undefined, SEGMENTS, 1500)
    expect(failure).toMatchObject({ kind: 'passing', message: 'down' })
    expect(rows).toBe(0)
    expect(at).toEqual([0, 250, 750])
    expect(performance.now() - started).toBe(750)
  })

  it('in the middle of an answer is broken off at the deadline, and what came stays', async () => {
    const slow: Engine['translate'] = async function* (batch, { signal }) {
      yield { id: 'a', text: GERMAN.a ?? '' }
      await new Promise<void>(done => signal?.addEventListener('abort', () => done()))
      if (signal?.aborted !== true) yield* batch
    }
    const { failure, kept } = await run({ ...pseudo, translate: slow }, undefined, SEGMENTS, 100)
    expect(failure).toMatchObject({ kind: 'passing', message: 'The engine did not answer in time.' })
    expect(Object.keys(kept)).toEqual(['a'])
  })

  it('is not asked again in less time than it took to fail: what is broken off is paid for', async () => {
    let calls = 0
    const slow: Engine['translate'] = async function* () {
      calls += 1
      await pause(500, new AbortController().signal)
      yield* []
      throw new EngineError('passing', 'late')
    }
    const { failure } = await run({ ...pseudo, translate: slow }, undefined, SEGMENTS, 1200)
    expect(failure).toMatchObject({ message: 'late' })
    expect(calls).toBe(1)
  })

  it('that hangs and takes no notice of anything is left at the deadline, and when the work is stopped', async () => {
    const hangs: Engine['translate'] = async function* () {
      yield { id: 'a', text: GERMAN.a ?? '' }
      await new Promise(() => undefined)
    }
    const late = await run({ ...pseudo, translate: hangs }, undefined, SEGMENTS, 100)
    expect(late.failure).toMatchObject({ kind: 'passing', message: 'The engine did not answer in time.' })
    expect(Object.keys(late.kept)).toEqual(['a'])
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 10)
    expect((await run({ ...pseudo, translate: hangs }, stop.signal)).failure).toBeInstanceOf(Stopped)
  })

  it('at the deadline is told of as late, whatever the break made of the last try', async () => {
    const silent: Engine['translate'] = async function* (_, { signal }) {
      await new Promise<void>(done => signal?.addEventListener('abort', () => done()))
      yield* []
      throw new EngineError('passing', 'The server could not be reached.')
    }
    const { failure } = await run({ ...pseudo, translate: silent }, undefined, SEGMENTS, 100)
    expect(failure).toMatchObject({ message: 'The engine did not answer in time.' })
  })

  it.each(['quota', 'refused'] as const)('for good (%s) is asked no more', async kind => {
    const { engine, asked } = scripted(fails(kind))
    const { failure } = await run(engine)
    expect(failure).toMatchObject({ kind })
    expect(asked()).toEqual(['abcd'])
  })

  it('while the work is stopped is not waited for', async () => {
    const stop = new AbortController()
    const { engine } = scripted(() => {
      setTimeout(() => stop.abort(), 10)
      return new EngineError('passing', 'no', 60_000)
    })
    const started = performance.now()
    const { failure } = await run(engine, stop.signal)
    expect(failure).toBeInstanceOf(Stopped)
    expect(performance.now() - started).toBe(10)
  })
})

describe('an engine that says it is asked too often', () => {
  const limit = (retry_after_ms?: number) => () =>
    new EngineError('passing', 'Too often.', retry_after_ms, { said: 'slow down' })
  const always = (step: () => Answer) => scripted(...Array.from({ length: 200 }, () => step))

  it('for ever is given up after a minute, with its own words [ENG-1]', async () => {
    const { engine, calls } = always(limit())
    const started = performance.now()
    const { failure, rows } = await run(engine)
    expect(failure).toMatchObject({ message: 'Too often. It said so for a minute.', limit: { said: 'slow down' } })
    expect(performance.now() - started).toBe(60_000)
    expect(rows).toBe(0)
    expect(calls.length).toBeLessThan(15)
  })

  it('for ever in several rounds at a time is given up after the same minute', async () => {
    const { engine } = always(limit())
    const [started, patience] = [performance.now(), createPatience()]
    const rounds = SEGMENTS.map(segment => run(engine, undefined, [segment], undefined, patience))
    for (const { failure } of await Promise.all(rounds)) expect(failure).toMatchObject({ kind: 'passing' })
    expect(performance.now() - started).toBe(60_000)
  })

  it('is asked again when it says, for a minute, and one translation makes the minute begin anew', async () => {
    const { engine, asked } = scripted(limit(60_000), good, limit(40_000), limit(20_000))
    const patience = createPatience()
    const first = await run(engine, undefined, SEGMENTS.slice(0, 1), undefined, patience)
    const second = await run(engine, undefined, SEGMENTS.slice(1, 2), undefined, patience)
    expect([first.failure, second.failure]).toEqual([undefined, undefined])
    expect(asked()).toEqual(['a', 'a', 'b', 'b', 'b'])
  })

  it('and asks for hours is not waited for: the person is told at once', async () => {
    const { engine, asked } = always(limit(3 * 3_600_000))
    const { failure } = await run(engine)
    expect(failure).toMatchObject({ message: 'Too often. It asks to wait 3 hours.', limit: { said: 'slow down' } })
    expect(asked()).toEqual(['abcd'])
  })
})

describe('an answer of no use', () => {
  it('is asked for once more', async () => {
    const { engine, asked } = scripted(fails('unusable'))
    const { kept } = await run(engine)
    expect(asked()).toEqual(['abcd', 'abcd'])
    expect(Object.keys(kept).length).toBe(4)
  })

  it('to one text does not spoil the others: halves are asked for, down to that text [ENG-2]', async () => {
    const poisoned = (ids: readonly string[]) => (ids.includes('c') ? new EngineError('unusable', 'no') : good(ids))
    const { engine, asked } = scripted(...Array.from({ length: 30 }, () => poisoned))
    const { kept, failure } = await run(engine)
    expect(failure).toBeUndefined()
    expect(asked().slice(0, 4)).toEqual(['abcd', 'abcd', 'ab', 'cd'])
    expect(kept.c?.finding).toMatch(/no translation/)
    for (const id of ['a', 'b', 'd']) expect(kept[id]).toMatchObject({ text: GERMAN[id], finding: null })
  })

  it('to everything is no fault of the texts: the engine is given up', async () => {
    const many = Array.from({ length: 64 }, (_, at) => ({ id: `s${at}`, text: `Text number ${at}` }))
    const { engine, calls } = scripted(...Array.from({ length: 200 }, () => fails('unusable')))
    const { failure, rows } = await run(engine, new AbortController().signal, many)
    expect(failure).toMatchObject({ kind: 'unusable', message: 'no 10 answers in a row could not be used.' })
    expect(calls.length).toBeLessThanOrEqual(10)
    expect(rows).toBe(0)
  })

  it('to everything in several rounds at a time is counted over all of them', async () => {
    const { engine, calls } = scripted(...Array.from({ length: 200 }, () => fails('unusable')))
    const many = Array.from({ length: 64 }, (_, at) => ({ id: `s${at}`, text: `Text number ${at}` }))
    const patience = createPatience()
    await Promise.all([0, 16, 32, 48].map(at => run(engine, undefined, many.slice(at, at + 16), undefined, patience)))
    expect(calls.length).toBeLessThanOrEqual(13)
  })
})
