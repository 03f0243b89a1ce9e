import { describe, expect, it } from 'vitest'
import { type DoctorCheck, type NamedDiagnosis, well } from '../../../src/cli/doctor/diagnosis.ts'
import { runChecks } from '../../../src/cli/doctor/run-checks.ts'

function check(name: string, look: DoctorCheck<string>['look'], patience_ms = 5000): DoctorCheck<string> {
  return { name, looks_at: name, patience_ms, look }
}

/** What a run tells, and in which order. */
async function ran(checks: readonly DoctorCheck<string>[]) {
  const found: NamedDiagnosis[] = []
  const waited: (readonly string[])[] = []
  const outcome = await runChecks(checks, 'given', {
    found: finding => void found.push(finding),
    waitingFor: names => void waited.push(names),
  })
  return { found, waited, outcome }
}

describe('a run of checks', () => {
  it('looks at all at once, and tells in their own order', async () => {
    let second = () => undefined
    const begun = new Promise<void>(resolve => {
      second = () => void resolve()
    })
    const { found, waited, outcome } = await ran([
      // It ends only after the second has begun.
      check('one', async () => begun.then(() => well('1'))),
      check('two', async given => {
        second()
        return well(given)
      }),
    ])
    expect(found).toEqual([
      { name: 'one', state: 'well', said: '1' },
      { name: 'two', state: 'well', said: 'given' },
    ])
    expect(outcome).toEqual({ findings: found, hung: false })
    expect(waited[0]).toEqual(['one', 'two'])
    expect(waited.at(-1)).toEqual([])
  })

  it('gives up a look that hangs, says after how long, and ends what it began', async () => {
    const ended: unknown[] = []
    const { outcome } = await ran([
      check(
        'slow',
        (_, signal) => {
          signal.addEventListener('abort', () => ended.push('slow'))
          return new Promise(() => undefined)
        },
        40,
      ),
      check('quick', async () => well('yes')),
    ])
    expect(outcome.hung).toBe(true)
    expect(outcome.findings).toMatchObject([
      { name: 'slow', state: 'broken', said: 'This gave no answer within 0.04 seconds.' },
      { name: 'quick', state: 'well' },
    ])
    expect(outcome.findings[0]?.remedy).toContain('translation-mcp doctor slow')
    expect(ended).toEqual(['slow'])
  })

  it('takes a look that fails for broken, with the code of the system, and goes on', async () => {
    const { outcome } = await ran([
      check('fails', async () => {
        throw Object.assign(new Error('the disk says no'), { code: 'EIO' })
      }),
      check('works', async () => well('yes')),
    ])
    expect(outcome.findings).toMatchObject([
      { state: 'broken', said: 'This could not be looked at: the disk says no (EIO)' },
      { state: 'well' },
    ])
  })

  it('tells a finding as soon as all before it are told, and who is still waited for', async () => {
    const { found, waited } = await ran([
      check('late', () => new Promise(resolve => setTimeout(() => resolve(well('late')), 20))),
      check('early', async () => well('early')),
    ])
    expect(found.map(({ name }) => name)).toEqual(['late', 'early'])
    expect(waited).toEqual([['late', 'early'], ['late'], []])
  })

  it('aborts each look once it has ended, and none before', async () => {
    const signals: AbortSignal[] = []
    const before: boolean[] = []
    const look: DoctorCheck<string>['look'] = async (_, signal) => {
      signals.push(signal)
      before.push(signal.aborted)
      return well('yes')
    }
    const fails: DoctorCheck<string>['look'] = async (given, signal) => {
      await look(given, signal)
      throw new Error('no')
    }
    await ran([check('one', look), check('two', fails)])
    expect(before).toEqual([false, false])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(new Set(signals).size).toBe(2)
  })

  it('gives a look up for good: what it finds later is not told', async () => {
    let end = () => undefined
    const ended = new Promise<void>(resolve => {
      end = () => void resolve()
    })
    const { found, outcome } = await ran([
      check('hangs', () => ended.then(() => well('too late')), 10),
      check('done', async () => well('yes')),
    ])
    end()
    await ended
    expect(found.map(({ state }) => state)).toEqual(['broken', 'well'])
    expect(outcome).toEqual({ findings: found, hung: true })
  })

  it('says why a look failed as far as that is known, and a code once', async () => {
    const said = async (thrown: unknown) =>
      (await ran([check('one', () => Promise.reject(thrown))])).outcome.findings[0]?.said
    const failing = (message: string, code: string) => Object.assign(new Error(message), { code })
    expect(await said(new Error('no'))).toBe('This could not be looked at: no')
    expect(await said('text')).toBe('This could not be looked at: the reason is not known')
    expect(await said(failing('EIO: no', 'EIO'))).toBe('This could not be looked at: EIO: no')
    expect(await said(failing('no', 'EIO'))).toBe('This could not be looked at: no (EIO)')
  })

  it('of nothing finds nothing', async () => {
    expect((await ran([])).outcome).toEqual({ findings: [], hung: false })
  })
})
