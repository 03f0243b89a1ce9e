import { describe, expect, it } from 'vitest'
import { readNumbered } from '../../../src/mcp/sync/numbered.ts'

const answersIn = (...lines: string[]) =>
  [...readNumbered(lines).answers].map(([file, own]) => [file, own.map(({ id, text }) => `${id} ${text}`)])

describe('answers to lines of several files', () => {
  it('belong to the file whose number stands before the dot', () => {
    expect(answersIn('2.12 Speichern', '1.3 Auf', '2.13 Zu')).toEqual([
      [2, ['12 Speichern', '13 Zu']],
      [1, ['3 Auf']],
    ])
  })

  it.each([
    ['a label that was repeated', '2.12[menu:save] Speichern', '12 Speichern'],
    ['a mark as of a list', '2.12. Speichern', '12 Speichern'],
    ['blanks before it', '  2.12 Speichern', '12 Speichern'],
    ['a number in the text', '2.12 3.5 Sterne', '12 3.5 Sterne'],
    ['line breaks as signs', '2.12 Auf⏎Zu', '12 Auf\nZu'],
  ])('are read with %s', (_what, line, read) => expect(answersIn(line)).toEqual([[2, [read]]]))

  it.each([
    ['no number of a file', '12 Speichern'],
    ['no number of a line', '2. Speichern'],
    ['another answer behind it', '2.12 Auf\n2.13 Zu'],
    ['words before it', 'Line 2.12 Speichern'],
  ])('are not read with %s', (_what, line) =>
    expect(readNumbered([line])).toEqual({ answers: new Map(), unread: [line] }),
  )
})
