import { describe, expect, it } from 'vitest'
import { linesAfter, type PairPlan, translationName } from '../../../src/sync/pair-plan.ts'
import { planReturned } from '../../../src/sync/review/returned.ts'
import { takingOf } from '../../../src/sync/review/taking.ts'
import { writeTarget } from '../../../src/sync/writing.ts'
import { ANA, type Edit, pairOf, returnedRows } from './support.ts'

const taking = async (pair: PairPlan, edits: Readonly<Record<string, Edit>>) =>
  await takingOf(planReturned([pair], returnedRows(pair, edits), { all: false, reviewer: 'Ana' }).taken, ANA)

/** The file and the lines of the lock after rows were taken. */
async function becomes(pair: PairPlan, edits: Readonly<Record<string, Edit>>) {
  const { pairs, put } = await taking(pair, edits)
  const [plan] = pairs
  if (plan === undefined) throw new Error('nothing was taken')
  const own = put.get(translationName(plan)) ?? new Map<string, string>()
  const { bytes, texts } = await writeTarget({ ...plan, put: own })
  const lines = linesAfter(plan, texts, new Set(own.keys())).map(({ key, by }) => [key, by])
  return { text: Buffer.from(bytes).toString(), lines: Object.fromEntries(lines) }
}

const PO = (one: string, many: string) =>
  `msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "%d file here"\nmsgid_plural "%d files here"\nmsgstr[0] "${one}"\nmsgstr[1] "${many}"\n`

describe('rows that are taken', () => {
  it('change their texts alone, byte for byte, and are recorded with reviewer and date [SYN-5]', async () => {
    const pair = await pairOf({ a: 'Open it', b: 'Shut it', c: 'Take it' }, '{ "a":"\\u00d6ffne",\r\n  "b": "Zu"  }', {
      b: { who: 'machine' },
    })
    expect(await becomes(pair, { a: { mark: 'yes' }, b: { text: 'Schließ es' } })).toEqual({
      text: '{ "a":"\\u00d6ffne",\r\n  "b": "Schlie\\u00df es"  }',
      lines: { 'json:/a': ANA, 'json:/b': ANA },
    })
  })

  it('leave the record of what nobody reviewed as it is, and make none [SYN-5]', async () => {
    const source = { a: 'Open it', b: 'Shut it', c: 'Take it' }
    const pair = await pairOf(source, { a: 'Auf', b: 'Zu', c: 'Nimm' }, { b: { who: 'machine' } })
    const { lines } = await becomes(pair, { a: { mark: 'yes' } })
    expect(lines).toEqual({ 'json:/a': ANA, 'json:/b': { who: 'machine' } })
  })

  it('write a form of a message with its others, which stay nobody’s review [SYN-5]', async () => {
    const pair = await pairOf(PO('', ''), PO('%d Datei', '%d Dateien'), {}, 'en.po')
    const rows = returnedRows(pair).map((row, at) => (at === 1 ? { ...row, textFor: () => '%d Akten hier' } : row))
    const { taken } = planReturned([pair], rows, { all: false, reviewer: 'Ana' })
    const { pairs, put, left } = await takingOf(taken, ANA)
    expect(left).toEqual([])
    const [plan] = pairs
    if (plan === undefined) throw new Error('nothing was taken')
    const own = put.get(translationName(plan)) ?? new Map<string, string>()
    const { bytes, texts } = await writeTarget({ ...plan, put: own })
    expect(Buffer.from(bytes).toString()).toBe(PO('%d Datei', '%d Akten hier'))
    expect(linesAfter(plan, texts, new Set(own.keys())).map(({ by }) => by.who)).toEqual(['reviewer'])
  })

  it('of a message without its other forms have no place, and that is said [SYN-5]', async () => {
    const pair = await pairOf(PO('', ''), PO('', ''), {}, 'en.po')
    const rows = returnedRows(pair).map((row, at) => (at === 1 ? { ...row, textFor: () => '%d Akten' } : row))
    const { taken } = planReturned([pair], rows, { all: false, reviewer: 'Ana' })
    expect(taken).toHaveLength(1)
    const { pairs, left } = await takingOf(taken, ANA)
    expect(pairs).toEqual([])
    expect(left).toMatchObject([{ why: expect.stringContaining('has no place in its translation') }])
  })

  it('make the file where there is none yet', async () => {
    const pair = await pairOf({ a: 'Open it', b: 'Shut it' }, undefined)
    const { text, lines } = await becomes(pair, { a: { text: 'Auf' } })
    expect(JSON.parse(text)).toEqual({ a: 'Auf' })
    expect(lines).toEqual({ 'json:/a': ANA })
  })

  it('move, copy, translate and remove nothing', async () => {
    const source = { a: 'Open it', b: 'Shut it', n: '12', link: 'https://example.com' }
    const { pairs } = await taking(await pairOf(source, { a: 'Auf', old: 'Alt' }), { a: { mark: 'yes' } })
    expect(pairs).toMatchObject([{ asked: new Set(), moved: new Map(), copy: new Set(), remove: new Set() }])
  })

  it('are recorded for the text that the reviewer saw, and for no other', async () => {
    const pair = await pairOf({ a: 'Open it' }, { a: 'Auf' })
    const { pairs } = await taking(pair, { a: { mark: 'yes' } })
    const other = await pairOf({ a: 'Open it' }, { a: 'Anders' })
    const [plan] = pairs
    if (plan === undefined) throw new Error('nothing was taken')
    expect(linesAfter(plan, other.target, new Set())).toEqual([])
  })
})
