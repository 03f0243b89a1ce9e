import { describe, expect, it } from 'vitest'
import { qt } from '../../../src/formats/qt/qt.ts'
import { opened, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'
import { context, message, ts } from './files.ts'

const UNFINISHED = '<translation type="unfinished"></translation>'
const [OPEN, CLOSE, COUNT] = [
  message('Open', UNFINISHED, ['<location filename="a.cpp" line="1"/>', '<comment>menu</comment>']),
  message('Close', UNFINISHED),
  message('%n file(s)', UNFINISHED, [], true),
]
const source = ts(context('Window', OPEN, CLOSE, COUNT), context('Dialog', message('Yes', UNFINISHED)))
const texts = { 'qt:Window|menu\u0004Open': 'Öffnen' }
const opens = message('Open', '<translation>Öffnen</translation>', [
  '<location filename="a.cpp" line="1"/>',
  '<comment>menu</comment>',
])

describe('a translation file of Qt', () => {
  it('gains a message with its places and comments, in its place', async () => {
    expect(await merged(qt, ts(context('Window', CLOSE)), { source, texts })).toBe(ts(context('Window', opens, CLOSE)))
  })

  it('gains the context of a message', async () => {
    const there = ts(context('Window', CLOSE))
    expect(await merged(qt, there, { source, texts: { 'qt:Dialog\u0004Yes': 'Ja' } })).toBe(
      ts(context('Window', CLOSE), context('Dialog', message('Yes', '<translation>Ja</translation>'))),
    )
  })

  it('gets a translation, and keeps its own places and what is gone', async () => {
    const own = OPEN.replace('a.cpp" line="1"', 'b.cpp" line="7"')
    const gone = message('Open', '<translation type="vanished">Auf</translation>', ['<comment>menu</comment>'])
    expect(await merged(qt, ts(gone, own, CLOSE), { source, texts })).toBe(
      ts(gone, opens.replace('a.cpp" line="1"', 'b.cpp" line="7"'), CLOSE),
    )
    const without = own.replace(`\n        ${UNFINISHED}`, '')
    expect(await merged(qt, ts(without), { source, texts })).toBe(
      ts(opens.replace('a.cpp" line="1"', 'b.cpp" line="7"')),
    )
    expect(await merged(qt, ts(own), { source, take: Object.keys(texts) })).toBe(ts(own))
  })

  it('gains and loses all forms of a message at once', async () => {
    const forms = { 'qt:Window\u0004%n file(s)[0]': '%n Datei', 'qt:Window\u0004%n file(s)[1]': '%n Dateien' }
    const result = await merged(qt, ts(context('Window', CLOSE)), { source, texts: forms })
    expect((await unitsOf(qt, opened(result), { target: { language: 'de' } })).map(({ target }) => target)).toEqual([
      ...[undefined, '', '%n Datei', '%n Dateien'],
    ])
    expect(await merged(qt, result, { source, remove: Object.keys(forms) })).toBe(ts(context('Window', CLOSE)))
  })

  it('gets the source of a message with an id, where that has changed', async () => {
    const withId = (text: string, translation: string) =>
      ts(message(text, translation).replace('<message', '<message id="greet"'))
    const change = { source: withId('Hello', UNFINISHED), texts: { 'qt:greet': 'Hallo' } }
    expect(await merged(qt, withId('Hi', '<translation>Servus</translation>'), change)).toBe(
      withId('Hello', '<translation>Hallo</translation>'),
    )
  })

  it('is as before when it gets back what it lost', async () => {
    const togetherOf = ({ path, group }: { path: string; group?: string | undefined }) =>
      path === 'qt:' ? undefined : (group ?? path)
    await keepsTheLaws(qt, Buffer.from(source), { togetherOf })
  })

  it('gets remarks for translators', async () => {
    const file = ts(OPEN, message('Close', UNFINISHED, ['<extracomment>Button</extracomment>']))
    const units = await unitsOf(qt, opened(file))
    const notes = new Map(units.slice(1).map(({ path }) => [path, 'Say <it> short']))
    const edits = qt.noting?.(Buffer.from(file).toString('latin1'), units, notes) ?? []
    let noted = file
    for (const { start, bytes } of [...edits].reverse())
      noted = noted.slice(0, start) + String(bytes) + noted.slice(start)
    expect((await unitsOf(qt, opened(noted))).slice(1).map(({ note }) => note)).toEqual([
      'menu\nSay <it> short',
      'Button Say <it> short',
    ])
  })
})
