import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../src/cli/config.ts'
import { canRedraw, paintFor } from '../../src/cli/paint.ts'

const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })
const RED = '\x1b[31mbroken\x1b[39m'
const XTERM = { TERM: 'xterm' }

it.each<[boolean, Environment, boolean]>([
  [true, XTERM, true],
  [true, {}, true],
  [true, { TERM: 'dumb' }, false],
  [true, { TERM: 'dumb', FORCE_COLOR: '1' }, false],
  [false, XTERM, false],
])('a line is drawn again only at a terminal that can (a terminal: %s, %j): %s', (isTTY, env, redraws) => {
  expect(canRedraw(stream(isTTY), env)).toBe(redraws)
})

describe('colours', () => {
  it.each<[string, boolean, Environment, string]>([
    ['stand at a terminal', true, XTERM, RED],
    ['stand at a terminal that says nothing of itself', true, {}, RED],
    ['stand in no pipe and no file', false, XTERM, 'broken'],
    ['are left out where NO_COLOR asks for none', true, { ...XTERM, NO_COLOR: '1' }, 'broken'],
    ['stand where NO_COLOR is empty', true, { ...XTERM, NO_COLOR: '' }, RED],
    ['are left out at a terminal that shows none', true, { TERM: 'dumb' }, 'broken'],
    ['stand in a pipe where FORCE_COLOR asks for them', false, { FORCE_COLOR: '1' }, RED],
    ['stand where FORCE_COLOR and NO_COLOR disagree', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, RED],
    ['are left out where FORCE_COLOR is false', true, { FORCE_COLOR: 'false' }, 'broken'],
    ['stand in a pipe where FORCE_COLOR is empty, as with Node', false, { FORCE_COLOR: '' }, RED],
    [
      'stand at a terminal that shows none where FORCE_COLOR asks for them',
      true,
      { TERM: 'dumb', FORCE_COLOR: '3' },
      RED,
    ],
    ['are left out where FORCE_COLOR is 0', true, { ...XTERM, FORCE_COLOR: '0' }, 'broken'],
  ])('%s', (_, isTTY, env, painted) => {
    expect(paintFor(stream(isTTY), env)('bad', 'broken')).toBe(painted)
  })

  it('differ for what is good, bad and open, and headings are bold: each ends where it began', () => {
    const paint = paintFor(stream(false), { FORCE_COLOR: '1' })
    expect([paint('heading', 'a'), paint('good', 'a'), paint('bad', 'a'), paint('open', 'a')]).toEqual([
      '\x1b[1ma\x1b[22m',
      '\x1b[32ma\x1b[39m',
      '\x1b[31ma\x1b[39m',
      '\x1b[33ma\x1b[39m',
    ])
  })

  it('stand in no stream that does not say what it is', () => {
    expect(paintFor(new PassThrough(), XTERM)('bad', 'broken')).toBe('broken')
  })

  it('never stand beside JSON, and leave nothing around no text', () => {
    expect(paintFor(stream(true), { FORCE_COLOR: '1' }, true)('bad', 'broken')).toBe('broken')
    expect(paintFor(stream(true), XTERM)('heading', '')).toBe('')
  })
})
