import { describe, expect, it } from 'vitest'
import { COLUMNS, indented, rows, wrapped } from '../../../src/cli/help/layout.ts'
import { COMMAND_HELP } from '../../../src/cli/help/readers.ts'
import { USAGES } from '../../../src/cli/help/usages.ts'
import { COMMAND_NAMES, SETTINGS } from '../../../src/cli/settings.ts'

const TEXT = 'The whole translation service is inside the program; a hosted one is used where an address is given.'

describe('a text in lines', () => {
  it.each([1, 7, 10, 20, 40, 99, 100, 101])(
    'of %i columns has each of its words, in lines as full as they can be',
    columns => {
      const lines = wrapped(TEXT, columns)
      expect(lines.join(' ')).toBe(TEXT)
      for (const [at, line] of lines.entries()) {
        expect(line.length <= columns || !line.includes(' '), line).toBe(true)
        const [next = ''] = lines[at + 1]?.split(' ') ?? []
        if (next !== '') expect(`${line} ${next}`.length, line).toBeGreaterThan(columns)
      }
    },
  )

  it('keeps a word that is longer than a line whole, on a line of its own', () => {
    expect(wrapped('see https://translate.example.com for it', 8)).toEqual([
      'see',
      'https://translate.example.com',
      'for it',
    ])
  })

  it('of no words is one empty line, and one that fits is left as it is', () => {
    expect(wrapped('', 10)).toEqual([''])
    expect(wrapped('two  gaps', 10)).toEqual(['two  gaps'])
  })

  it('is indented in all its lines, within the 80 columns of a terminal', () => {
    const lines = indented(TEXT.repeat(3), 24)
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(line).toMatch(/^ {24}\S.{0,55}$/)
    expect(indented('x'.repeat(COLUMNS - 6), 6)).toEqual([`      ${'x'.repeat(74)}`])
  })
})

describe('rows of names', () => {
  it('have their words in one column, and what goes on below it', () => {
    const [first = '', second = '', ...others] = rows([['keys', TEXT]], 10)
    expect(first.slice(0, 30)).toBe('  keys        The whole transl')
    expect(second).toMatch(/^ {14}\S/)
    expect([first, second, ...others].map(line => line.slice(14)).join(' ')).toBe(TEXT)
  })

  it('give a name a line to itself where it does not fit, and not where it just does', () => {
    expect(
      rows(
        [
          ['0123456789', 'words'],
          ['0123456789a', 'words'],
        ],
        10,
      ),
    ).toEqual(['  0123456789  words', '  0123456789a', `${' '.repeat(14)}words`])
  })

  it('without words have the name alone', () => {
    expect(rows([['keys', '']], 10).map(line => line.trimEnd())).toEqual(['  keys'])
  })
})

it('every text of the help has letters that are one column wide, so that what is counted is what is seen', () => {
  const texts = [
    ...SETTINGS.flatMap(({ help, help_in = {}, unset = '', fallback = '' }) => [
      help,
      ...Object.values(help_in),
      unset,
      fallback,
    ]),
    ...COMMAND_NAMES.flatMap(name => {
      const { row, examples } = COMMAND_HELP[name]
      return [typeof row === 'string' ? row : '', USAGES[name].summary, ...USAGES[name].usage, ...examples.flat()]
    }),
  ]
  expect(texts.length).toBeGreaterThan(300)
  for (const text of texts)
    expect(text).not.toMatch(/[^\x20-\x7e\u00a0-\u02ff\u2010-\u2027\u2190-\u2193\u2264\u2265]|\u00ad/)
})
