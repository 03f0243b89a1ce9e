import { describe, expect, it } from 'vitest'
import { lockLinesIn, lockTakenBack } from '../../../src/sync/disk/taken-back.ts'
import { type LockLine, writeLock } from '../../../src/sync/lock/index.ts'

const line = (language: string, written: string): LockLine => ({
  ...{ file: 'en.json', key: 'json:/a', language, source: 'S'.repeat(16) },
  ...{ written: written.repeat(16), by: { who: 'machine' } },
})
const writtenIn = (text: string) => lockLinesIn(text).map(({ language, written }) => language + written.at(0))

describe('a lock that is taken back', () => {
  const before = writeLock([line('de', 'a'), line('fr', 'a'), line('it', 'a')])
  const now = writeLock([line('de', 'b'), line('fr', 'b'), line('it', 'a')])

  it('keeps the lines of a file that stays', () => {
    const of_run = { before, now, is_runs: true, stays: [line('fr', 'b')], undone: [line('de', 'b')] }
    expect(writtenIn(lockTakenBack(of_run))).toEqual(['dea', 'frb', 'ita'])
  })

  it('loses the lines of files that went back alone, where somebody wrote it since', () => {
    const since = writeLock([line('de', 'b'), line('fr', 'b'), line('it', 'c')])
    const of_run = { before, now: since, is_runs: false, stays: [line('fr', 'b')], undone: [line('de', 'b')] }
    expect(writtenIn(lockTakenBack(of_run))).toEqual(['dea', 'frb', 'itc'])
  })

  it('has no line for a file that the run made and that went back', () => {
    const of_run = { before: '', now, is_runs: false, stays: [], undone: [line('de', 'b'), line('fr', 'b')] }
    expect(writtenIn(lockTakenBack(of_run))).toEqual(['ita'])
  })
})
