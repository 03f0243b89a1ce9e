import { describe, expect, it } from 'vitest'
import { hashOfSource, hashOfText } from '../../../src/sync/lock/index.ts'
import { readRowId } from '../../../src/sync/review/row.ts'
import { reviewRows } from '../../../src/sync/review/rows.ts'
import { ANA, pairOf } from './support.ts'

const MACHINE = { who: 'machine' } as const
const STALE = { source: hashOfSource({ text: 'Something else' }) }

describe('what a reviewer gets', () => {
  it('says of each text who wrote it, and what became of its source [SYN-5]', async () => {
    const texts = { a: 'Open it', b: 'Shut it', c: 'Take it', d: 'Lift it', e: 'Drop it', f: 'Keep {it}', g: 'Lose it' }
    const { a, ...there } = { a: '', b: 'Zu', c: 'Nimm', d: 'Heb', e: 'Lass', f: 'Behalt', g: 'Verlier' }
    const pair = await pairOf(texts, there, {
      b: MACHINE,
      c: { ...MACHINE, ...STALE },
      d: { who: 'person' },
      e: { ...ANA, ...STALE },
      f: MACHINE,
    })
    expect(a).toBe('')
    expect(reviewRows(pair, { all: false }).map(({ key, state }) => [key, state])).toEqual([
      ['a', 'missing'],
      ['b', 'machine'],
      ['c', 'machine; the source changed since'],
      ['d', 'person'],
      ['e', 'reviewed by Ana, 2026-01-02; the source changed since'],
      ['f', 'machine; broken'],
      ['g', 'person'],
    ])
  })

  it('has what is reviewed only where all is asked for [SYN-5]', async () => {
    const pair = await pairOf({ a: 'Open it', b: 'Shut it' }, { a: 'Auf', b: 'Zu' }, { a: ANA, b: MACHINE })
    expect(reviewRows(pair, { all: false }).map(({ key }) => key)).toEqual(['b'])
    expect(reviewRows(pair, { all: true })).toMatchObject([
      { key: 'a', state: 'reviewed by Ana, 2026-01-02' },
      { key: 'b' },
    ])
  })

  it('has hashes of the source and of what it says, in the id of each row [SYN-5]', async () => {
    const pair = await pairOf({ a: 'Open it', b: 'Shut it' }, { a: 'Auf' })
    const ids = reviewRows(pair, { all: false }).map(({ id }) => readRowId(id))
    expect(ids).toMatchObject([
      { source: hashOfSource({ text: 'Open it' }), written: hashOfText('Auf') },
      { source: hashOfSource({ text: 'Shut it' }), written: hashOfText('') },
    ])
    expect(ids[0]?.place).not.toBe(ids[1]?.place)
  })

  it('tells the doubts of the checks in words, and one source with two translations [SYN-5]', async () => {
    const source = { a: 'Open the door now', b: 'Open the door now', c: 'Take {name} with you' }
    const pair = await pairOf(source, { a: 'Öffne jetzt die Tür', b: 'Mach jetzt die Tür auf', c: 'Nimm mit' })
    expect(reviewRows(pair, { all: false }).map(({ doubts }) => doubts)).toEqual([
      '',
      'The same source has another translation at a.',
      expect.stringContaining('{name}'),
    ])
  })

  it('shows what the file says of a text: its note, the context, its limit', async () => {
    const source =
      'msgid ""\nmsgstr ""\n"Language: en\\n"\n\n#. A button\nmsgctxt "menu"\nmsgid "Open it"\nmsgstr ""\n\nmsgid "%d file here"\nmsgid_plural "%d files here"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    const pair = await pairOf(source, undefined, {}, 'en.po')
    expect(reviewRows(pair, { all: false }).map(({ key, context }) => [key, context])).toEqual([
      ['menu|Open it', 'A button · menu'],
      ['%d file here', expect.stringMatching(/^Plural form for 1$/)],
      ['%d file here', expect.stringMatching(/^Plural form for 0, 2/)],
    ])
    const arb = await pairOf('{"a":"Open it","@a":{"description":"Menu"}}', '{"a":"Auf"}', {}, 'en.arb')
    expect(reviewRows(arb, { all: false })).toMatchObject([{ context: 'Menu', max_length: undefined }])
  })

  it('leaves out what has no words, no source, or another key for now', async () => {
    const moved = await pairOf({ z: 'Open it', empty: '', link: 'https://example.com' }, { a: 'Auf', old: 'Alt' }, {})
    expect(reviewRows(moved, { all: true }).map(({ key }) => key)).toEqual(['z'])
    const line = { ...MACHINE, source: hashOfSource({ text: 'Open it' }) }
    const renamed = await pairOf({ z: 'Open it' }, { a: 'Auf' }, { a: line })
    expect(renamed.states).toMatchObject([{ state: 'renamed' }])
    expect(reviewRows(renamed, { all: true })).toEqual([])
  })
})
