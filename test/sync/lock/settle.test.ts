import { describe, expect, it } from 'vitest'
import { hashOfText, type LockLine, settleLine } from '../../../src/sync/lock/index.ts'
import { lineFor } from './support.ts'

const now = (source: string | undefined, written: string | undefined) => ({
  source: source === undefined ? undefined : hashOfText(source),
  written: written === undefined ? undefined : hashOfText(written),
})
const line = (source: string, written: string, by: LockLine['by'] = { who: 'machine' }) =>
  lineFor('/a', source, written, { by })

describe('of several lines about one place', () => {
  const both = line('S2', 'T2')
  const written = line('S1', 'T2')
  const source = line('S2', 'T1')
  const neither = line('S1', 'T1')

  it('the one holds that matches the files by both hashes, wherever it stands', () => {
    for (const lines of [
      [both, written, source, neither],
      [neither, source, written, both],
    ])
      expect(settleLine(lines, now('S2', 'T2'))).toBe(both)
  })

  it('else the one whose text stands in the target', () => {
    for (const lines of [
      [written, source, neither],
      [source, written, neither],
    ])
      expect(settleLine(lines, now('S2', 'T2'))).toBe(written)
  })

  it('else the one whose source is the present one', () => {
    expect(settleLine([source, neither], now('S2', 'T2'))).toBe(source)
    expect(settleLine([source, neither], now('S2', undefined))).toBe(source)
  })

  it('else the last', () => {
    const last = line('S3', 'T3')
    expect(settleLine([neither, last], now('S2', 'T2'))).toBe(last)
    expect(settleLine([neither, last], now(undefined, undefined))).toBe(last)
  })

  it('no merge takes a review away: of lines that match alike the reviewer holds, whichever side it comes from', () => {
    const person = line('S2', 'T2', { who: 'person' })
    const earlier = line('S2', 'T2', { who: 'reviewer', name: 'Ada', date: '2026-10-01' })
    const later = line('S2', 'T2', { who: 'reviewer', name: 'Bo', date: '2026-11-01' })
    for (const lines of [
      [both, person, earlier, later],
      [later, earlier, person, both],
      [earlier, later, both, person],
    ])
      expect(settleLine(lines, now('S2', 'T2'))).toBe(later)
    expect(settleLine([person, both], now('S2', 'T2'))).toBe(person)
    expect(settleLine([both, person], now('S2', 'T2'))).toBe(person)
  })

  it('a review of another text does not hold', () => {
    const reviewed = line('S1', 'T1', { who: 'reviewer', name: 'Ada', date: '2026-11-01' })
    expect(settleLine([reviewed, both], now('S2', 'T2'))).toBe(both)
    expect(settleLine([both, reviewed], now('S2', 'T2'))).toBe(both)
  })

  it('one alone holds whatever the files say, and none is none', () => {
    expect(settleLine([neither], now('S2', 'T2'))).toBe(neither)
    expect(settleLine([], now('S2', 'T2'))).toBeUndefined()
  })
})
