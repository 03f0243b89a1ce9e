import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createProgress } from '../../src/cli/translate/progress.ts'
import { askYesNo } from '../../src/cli/translate/question.ts'

function ask(signal = new AbortController().signal) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  return { input, output, answer: askYesNo('Spend it?', input, output, { signal }) }
}

describe('the question before spending', () => {
  it.each([
    ['y', true],
    ['Y', true],
    [' yes ', true],
    ['n', false],
    ['', false],
    ['yesterday', false],
    ['ok', false],
  ])('takes %j for %s', async (line, agreed) => {
    const { input, output, answer } = ask()
    input.write(`${line}\n`)
    expect(await answer).toBe(agreed)
    expect(String(output.read())).toContain('Spend it? [y/N]')
  })

  it.each([
    ['s', 'sample'],
    [' Sample ', 'sample'],
    ['y', true],
    ['', false],
    ['so', false],
  ])('takes %j for %s where there can be a sample', async (line, agreed) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const answer = askYesNo('Spend it?', input, output, { signal: new AbortController().signal, sample: true })
    input.write(`${line}\n`)
    expect(await answer).toBe(agreed)
    expect(String(output.read())).toContain('Spend it? [y/N, s = a sample first]')
  })

  it('takes an s for a no where there can be none', async () => {
    const { input, answer } = ask()
    input.write('s\n')
    expect(await answer).toBe(false)
  })

  it('takes the end of input for a no', async () => {
    const { input, answer } = ask()
    input.end()
    expect(await answer).toBe(false)
  })

  it('takes an interruption for a no, before and after it is asked', async () => {
    const stopping = new AbortController()
    const { answer } = ask(stopping.signal)
    stopping.abort()
    expect(await answer).toBe(false)
    expect(await ask(AbortSignal.abort()).answer).toBe(false)
  })
})

describe('progress', () => {
  const shown = (isTTY: boolean) => {
    const stderr = Object.assign(new PassThrough(), { isTTY })
    const progress = createProgress(stderr, 'en.json', isTTY)
    for (const percent of [0, 4, 9, 50, 120]) progress.show(percent, `being translated, ${percent} % done`)
    progress.clear()
    return String(stderr.read())
  }

  it('is a line for each tenth where there is no terminal', () => {
    const lines = ['0', '50', '100'].map(percent => `en.json: ${percent} % being translated\n`)
    expect(shown(false)).toBe(lines.join(''))
  })

  it.each([true, false])('shows what a name hides, and obeys none of it (a terminal: %s)', isTTY => {
    const stderr = Object.assign(new PassThrough(), { isTTY })
    createProgress(stderr, 'a\x1b]0;b\x07\n.txt', isTTY).show(0, 'sent')
    const shown = String(stderr.read()).replace('\r\x1b[2K', '').trimEnd()
    expect(shown).toContain('a‹U+001B›]0;b‹U+0007›⏎.txt')
    expect(shown).not.toMatch(/\p{Cc}/u)
  })

  it('moves in place on a terminal, and goes away', () => {
    const lines = shown(true).split('\r\x1b[2K')
    expect(lines).toHaveLength(7)
    expect(lines.at(-1)).toBe('')
    expect(lines[4]).toBe('[████████████░░░░░░░░░░░░]  50 % en.json being translated')
  })

  it.each([
    [20, 'en.json', '[████████████░░░░░░'],
    [50, 'sources/of/the/whole/house.json', '[████████████░░░░░░░░░░░░]  50 % sources/of/the/w'],
    [44, '日本語の名前.json', '[████████████░░░░░░░░░░░░]  50 % 日本語の名'],
  ])(
    'stays within the one line of a terminal of %d columns, which is all that it can take away again',
    (columns, name, line) => {
      const stderr = Object.assign(new PassThrough(), { isTTY: true, columns })
      createProgress(stderr, name, true).show(50, 'being translated')
      expect(String(stderr.read())).toBe(`\r\x1b[2K${line}`)
    },
  )
})
