import { describe, expect, it } from 'vitest'
import { CHECK_NAMES } from '../../../src/cli/doctor/checks.ts'
import type { Health, NamedDiagnosis } from '../../../src/cli/doctor/diagnosis.ts'
import { findingLines, summary } from '../../../src/cli/doctor/report.ts'

const STATES: readonly Health[] = ['well', 'warning', 'broken', 'skipped']
const finding = (state: Health, name = 'clock'): NamedDiagnosis => ({ name, state, said: 'It is so.' })

describe('a line of the report', () => {
  it('begins what it says in the same column, for every check and every state', () => {
    const lines = CHECK_NAMES.flatMap(name => STATES.map(state => findingLines(finding(state, name), false)))
    for (const line of lines) expect(line.indexOf('It is so.'), line).toBe(20)
    for (const line of lines) expect(line.slice(0, 20)).toMatch(/^\S+ +\S+ +$/)
  })

  it('has what to do in that column too, on one line, whatever is in it', () => {
    const said = 'a\nBROKEN  \x1b[2Jb\u202e'
    const shown = findingLines({ ...finding('warning'), said, remedy: 'c\r\nd' }, false)
    expect(shown.split('\n')).toEqual([
      'warning clock       a‹U+000A›BROKEN  ‹U+001B›[2Jb‹U+202E›',
      `${' '.repeat(20)}→ c‹U+000D›‹U+000A›d`,
      '',
    ])
  })

  it('colours how it stands alone, each state in its own, and keeps the width', () => {
    const lines = STATES.map(state => findingLines(finding(state), true))
    expect(lines).toEqual([
      '\x1b[32mwell    \x1b[0mclock       It is so.\n',
      '\x1b[33mwarning \x1b[0mclock       It is so.\n',
      '\x1b[31mBROKEN  \x1b[0mclock       It is so.\n',
      '\x1b[2m-       \x1b[0mclock       It is so.\n',
    ])
  })
})

it('the last line counts each state once, in a fixed order, and leaves out what there is none of', () => {
  expect(
    summary(
      ['skipped', 'broken', 'warning', 'well', 'broken']
        .flatMap(state => STATES.filter(one => one === state))
        .map(state => finding(state)),
    ),
  ).toBe('1 well, 1 to look at, 2 broken, 1 not looked at.')
  expect(summary([finding('warning')])).toBe('1 to look at.')
})
