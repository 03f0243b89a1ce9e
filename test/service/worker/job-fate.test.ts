import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/service/domain/errors.ts'
import { EngineError } from '../../../src/service/engine/engine.ts'
import { MAX_ATTEMPTS, MAX_STARTS } from '../../../src/service/store/leases.ts'
import { Stopped } from '../../../src/service/translation/stopped.ts'
import { fateOf, GivenUp, type JobEnd } from '../../../src/service/worker/job-fate.ts'

const LEASE_MS = 1000
const fate = (error: unknown, facts: Partial<JobEnd> = {}) =>
  fateOf({ error, stopped: false, attempt: 1, lease_ms: LEASE_MS, overdue: false, ...facts })
const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
const down = new EngineError('passing', 'The engine does not answer.')

describe('a job that did not succeed', () => {
  it('is given back where it was told to stop, whatever error that caused [CRD-2]', () => {
    expect(fate(new Stopped())).toEqual({ becomes: 'given back' })
    for (const error of [busy, down, new Error('anything'), new GivenUp()]) {
      expect(fate(error, { stopped: true })).toEqual({ becomes: 'given back' })
    }
  })

  it.each([busy, full])('is put off for what passes by itself, twice as long each time: $message [BAT-5]', error => {
    const delays = [1, 2, 3, MAX_ATTEMPTS].map(attempt => fate(error, { attempt }))
    expect(delays).toEqual([1, 2, 4, 16].map(times => ({ becomes: 'put off', delay_ms: times * LEASE_MS })))
  })

  it('is never given up for that before the retention time of its file is over, and then says why [CRD-2, LIM-5]', () => {
    expect(fate(full, { attempt: 1000 })).toMatchObject({ becomes: 'put off' })
    expect(fate(full, { overdue: true })).toMatchObject({
      ...{ becomes: 'failed', unforeseen: false },
      refusal: { code: 'file_retention_expired', message: expect.stringContaining('No credits were charged.') },
    })
    expect(fate(down, { overdue: true })).toMatchObject({ becomes: 'waiting for its engine' })
  })

  it('waits for an engine that may recover, at least as long as the engine asks for [ENG-1]', () => {
    const waiting = 'waiting for its engine'
    expect(fate(down)).toEqual({ becomes: waiting, delay_ms: LEASE_MS, failure: down })
    const later = new EngineError('passing', 'Busy.', 90_000)
    expect(fate(later, { attempt: 3 })).toEqual({ becomes: waiting, delay_ms: 90_000, failure: later })
    const soon = new EngineError('passing', 'Busy.', 10)
    expect(fate(soon, { attempt: 3 })).toEqual({ becomes: waiting, delay_ms: 4 * LEASE_MS, failure: soon })
  })

  it('fails where the engine was waited for to the last attempt, or needs somebody to act [ENG-1]', () => {
    const last = fate(down, { attempt: MAX_ATTEMPTS })
    expect(last).toMatchObject({ becomes: 'failed', unforeseen: false, refusal: { code: 'service_unavailable' } })
    for (const kind of ['quota', 'refused'] as const) {
      const message = expect.stringContaining('Its key is not accepted.')
      expect(fate(new EngineError(kind, 'Its key is not accepted.'))).toMatchObject({
        ...{ becomes: 'failed', unforeseen: false, refusal: { code: 'service_unavailable', message } },
      })
    }
  })

  it('fails at once where the engine was borne with already: unusable answers, and a limit, in its own words [ENG-1]', () => {
    const limit = new EngineError('passing', 'Too often.', 10, { said: 'slow down' })
    for (const [failure, words] of [
      [new EngineError('unusable', 'Not understood.'), 'Not understood. No credits were charged.'],
      [limit, 'Too often. It says: “slow down” No credits were charged.'],
    ] as const) {
      const message = expect.stringContaining(words)
      expect(fate(failure)).toMatchObject({ becomes: 'failed', unforeseen: false, refusal: { message } })
    }
  })

  it('fails by the refusal that its error is, which the operator is not told of [ERR-2]', () => {
    const refusal = { code: 'file_expired', message: 'The file is gone.' } as const
    expect(fate(new ServiceError(refusal.code, refusal.message))).toEqual({
      ...{ becomes: 'failed', refusal, unforeseen: false },
    })
  })

  it('is given up when it was started too often without any progress [CRD-2]', () => {
    expect(fate(new GivenUp(), { attempt: MAX_STARTS + 1 })).toMatchObject({
      ...{ becomes: 'failed', unforeseen: false },
      refusal: { code: 'internal_error', message: expect.stringContaining(`${MAX_STARTS} times`) },
    })
  })

  it('fails for a reason nobody foresaw without a word of it, and the operator is told [ERR-2, BAT-5]', () => {
    for (const error of [new Error('/home/someone/secret'), 'secret', undefined]) {
      const failed = fate(error)
      expect(failed).toMatchObject({ becomes: 'failed', unforeseen: true, refusal: { code: 'internal_error' } })
      expect(JSON.stringify(failed)).not.toContain('secret')
    }
  })
})
