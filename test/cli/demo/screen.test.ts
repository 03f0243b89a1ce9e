import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createDictionary } from '../../../src/cli/demo/assistant.ts'
import { changedLines } from '../../../src/cli/demo/changed-lines.ts'
import { createScreen, shownLines } from '../../../src/cli/demo/screen.ts'

function shown(stream: { readonly isTTY?: boolean; readonly columns?: number } = {}, env = {}) {
  const stdout = Object.assign(new PassThrough(), stream)
  return { screen: createScreen(stdout, env), text: () => String(stdout.read()) }
}

const LONG = 'word '.repeat(60).trim()

describe('what the demo shows', () => {
  it.each([
    [{}, 100],
    [{ isTTY: true, columns: 300 }, 100],
    [{ isTTY: true, columns: 0 }, 100],
    [{ isTTY: true, columns: 60 }, 59],
    [{ isTTY: true, columns: 7 }, 40],
  ])('is broken at spaces to fit %j', (stream, most) => {
    const { screen, text } = shown(stream)
    screen.say(LONG)
    screen.answer({ lines: [LONG], data: {} })
    screen.words('the person is asked', [LONG])
    const widths = stripVTControlCharacters(text())
      .split('\n')
      .map(line => line.length)
    expect(Math.max(...widths)).toBeLessThanOrEqual(most)
    expect(Math.max(...widths)).toBeGreaterThan(most - 10)
  })

  it('has colours at a terminal alone, and none where NO_COLOR asks for none', () => {
    const act = (stream: object, env = {}) => {
      const { screen, text } = shown(stream, env)
      screen.act('1. Now')
      screen.changes('de.json', changedLines('a', 'b'))
      return text()
    }
    const plain = '\n1. Now\n  de.json\n  1 - a\n  1 + b\n'
    expect(act({})).toBe(plain)
    expect(act({ isTTY: true }, { NO_COLOR: '1' })).toBe(plain)
    expect(act({ isTTY: true })).toContain('\x1b[32m  1 + b\x1b[39m')
  })

  it('says in codes what would not show, so that no text steers the terminal', () => {
    const { screen, text } = shown()
    screen.answer({ lines: ['a\x1b[2Jb'], data: {} })
    expect(text()).toBe('  a‹U+001B›[2Jb\n')
  })

  it('never breaks a line that is to be copied', () => {
    const { screen, text } = shown({ isTTY: true, columns: 40 })
    screen.command(LONG)
    expect(text()).toBe(`  ${LONG}\n`)
  })

  it('sets a call apart from what came of it, and says whose words stand below', () => {
    const { screen, text } = shown()
    screen.call('plan_sync', { path: '/shop' })
    screen.answer({ lines: ['1 translation', '«de.json»: 1 stale'], data: {} })
    screen.words('the person is asked', ['Translate?', 'Cost: 17 credits'])
    screen.changes('de.json', changedLines('  a\n', '  a\n  b\n'))
    expect(text()).toBe(`> plan_sync {"path":"/shop"}
  1 translation
  «de.json»: 1 stale
  the person is asked
  | Translate?
  | Cost: 17 credits
  de.json
  2 - 
  2 + b
  3 + 
`)
  })

  it('leaves out of an answer what is the same each time, and the call that is shown next', () => {
    const data = {
      rules: ['Answer so.'],
      begin: 'begins',
      end: 'ends',
      files: ['1. is «a»'],
      next_step: 'get_result {}',
    }
    const lines = [
      '1 line',
      'Answer so.',
      'begins',
      '1. is «a»',
      '1 Hello',
      'ends',
      'Preview «a»: «b»',
      'Next: get_result {}',
    ]
    expect(shownLines({ lines, data })).toEqual(['1 line', '1 Hello'])
  })
})

describe('lines that changed', () => {
  it('stand beside each other by their numbers', () => {
    expect(changedLines('a\nb\nc\n', 'a\nB\nc\n')).toEqual([{ number: 2, gone: 'b', come: 'B' }])
    expect(changedLines('a', 'a')).toEqual([])
    expect(changedLines('a', 'a\nb')).toEqual([{ number: 2, gone: undefined, come: 'b' }])
  })
})

describe('the assistant of the demo', () => {
  it('loses the placeholder first, keeps it then, and has no third answer', () => {
    const answersTo = createDictionary()
    const lines = ['1.1[order:deleted] Order {name} was moved to the bin']
    expect(answersTo(lines)).toEqual(['1.1 Die Bestellung liegt im Papierkorb'])
    expect(answersTo(lines)).toEqual(['1.1 Bestellung {name} wurde in den Papierkorb verschoben'])
    expect(() => answersTo(lines)).toThrow('The demo has no answer to: 1.1')
  })
})
