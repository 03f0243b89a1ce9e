import { describe, expect, it } from 'vitest'
import { makePlace, runProgram } from '../support/program.ts'
import { TERMINAL, typed } from '../support/terminal.ts'

const ESCAPE = '\x1b['

describe('what the program prints', () => {
  it.each([['--help'], ['sync'], ['trnslate'], ['check', '--json']])('is plain in a pipe: %s', async (...args) => {
    const { stdout, stderr } = await runProgram(args, { place: makePlace(), env: { TERM: 'xterm-256color' } })
    expect(stdout + stderr).not.toBe('')
    expect(stdout + stderr).not.toContain(ESCAPE)
  })
})

describe.skipIf(!TERMINAL)('what the program prints at a terminal', () => {
  const screen = async (args: readonly string[], env: Record<string, string> = {}) =>
    (await typed(args, { place: makePlace(), env, questions: [], keys: [] })).screen

  it('has headings and errors that stand out', async () => {
    expect(await screen(['--help'])).toContain('\x1b[1mFor people who translate\x1b[22m')
    expect(await screen(['trnslate'])).toContain('\x1b[31mtranslation-mcp:\x1b[39m There is no command "trnslate".')
  })

  it.each([
    [['--help'], { NO_COLOR: '1' }],
    [['trnslate'], { NO_COLOR: '1' }],
    [['trnslate'], { TERM: 'dumb' }],
    [['trnslate', '--json'], {}],
  ])('is plain for %j with %j', async (args, env) => {
    expect(await screen(args, env)).not.toContain(ESCAPE)
  })

  it('is plain on the one stream that goes into a pipe', async () => {
    // The pipe is inside: `script` gives its terminal to the shell.
    const told = await screen(['--help', '|', 'cat'])
    expect(told).toContain('For people who translate')
    expect(told).not.toContain(ESCAPE)
  })
})
