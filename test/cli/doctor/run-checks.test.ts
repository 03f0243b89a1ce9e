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
})
