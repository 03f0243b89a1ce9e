import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../src/formats/index.ts'
import { hashOfSource, hashOfText, type LockLine } from '../../src/sync/lock/index.ts'
import { statesOf } from '../../src/sync/states.ts'
import { readSourceTexts, readTargetTexts } from '../../src/sync/texts.ts'

type Texts = Readonly<Record<string, string | readonly string[]>>

interface Case {
  readonly source: Texts
  readonly target: Texts
  /** What the lock knows: the source and the translation of each key, as we wrote it. */
  readonly locked?: Readonly<Record<string, readonly [source: string, written: string]>>
  readonly by?: LockLine['by']
  readonly skip?: readonly string[]
  readonly preserve?: readonly string[]
}

async function states({ source, target, locked = {}, by = { who: 'machine' }, skip = [], preserve = [] }: Case) {
  const format = await loadFormat('a.json')
  if (format === undefined) throw new Error('JSON is not built')
  const languages = { format, source_language: 'en', language: 'de' }
  const [one, other] = [source, target].map(texts => Buffer.from(JSON.stringify(texts)))
  if (one === undefined || other === undefined) throw new Error('no texts')
  const lines = Object.entries(locked).map(([key, [text, written]]): [string, readonly LockLine[]] => {
    const path = `json:/${key}`
    const hashes = { source: hashOfSource({ text }), written: hashOfText(written) }
    return [path, [{ file: 'a.json', key: path, language: 'de', ...hashes, by }]]
  })
  const found = statesOf({
    texts: await readSourceTexts({ ...languages, bytes: one }),
    target: await readTargetTexts({ ...languages, bytes: other }, one),
    lines: new Map(lines),
    skips: key => skip.includes(key),
    preserves: key => preserve.includes(key),
  })
  return found.map(({ key, state, from }) => [key, state, ...(from === undefined ? [] : [from])].join(' '))
}

const OPEN = 'Open the door'
const SHUT = 'Shut the door'

describe('a text of a translation', () => {
  it.each<[string, Case, string[]]>([
    ['that is not there', { source: { a: OPEN }, target: {} }, ['a missing']],
    ['that is empty', { source: { a: OPEN }, target: { a: '' } }, ['a missing']],
    ['that we wrote', { source: { a: OPEN }, target: { a: 'Auf' }, locked: { a: [OPEN, 'Auf'] } }, ['a current']],
    ['whose source changed', { source: { a: SHUT }, target: { a: 'Auf' }, locked: { a: [OPEN, 'Auf'] } }, ['a stale']],
    [
      'that a person changed',
      { source: { a: OPEN }, target: { a: 'Offen' }, locked: { a: [OPEN, 'Auf'] } },
      ['a edited'],
    ],
    [
      'that a person changed before its source changed',
      { source: { a: SHUT }, target: { a: 'Offen' }, locked: { a: [OPEN, 'Auf'] } },
      ['a edited_stale'],
    ],
    [
      'that a person wrote, and whose source changed',
      { source: { a: SHUT }, target: { a: 'Auf' }, locked: { a: [OPEN, 'Auf'] }, by: { who: 'person' } },
      ['a edited_stale'],
    ],
    ['that no lock knows', { source: { a: OPEN }, target: { a: 'Auf' } }, ['a edited']],
    ['without a source', { source: { a: OPEN }, target: { a: 'Auf', b: 'Zu' } }, ['a edited', 'b orphan']],
    [
      'that lost a code of its source',
      { source: { a: 'Open {door}' }, target: { a: 'Auf' }, locked: { a: ['Open {door}', 'Auf'] } },
      ['a invalid'],
    ],
    [
      'whose key has a new name',
      { source: { c: OPEN, b: SHUT }, target: { a: 'Auf', b: 'Zu' }, locked: { a: [OPEN, 'Auf'], b: [SHUT, 'Zu'] } },
      ['c renamed json:/a', 'b current'],
    ],
    [
      'whose list went to another key is there as well',
      {
        source: { c: OPEN, d: SHUT },
        target: { l: ['Auf', 'Zu'] },
        locked: { 'l/0': [OPEN, 'Auf'], 'l/1': [SHUT, 'Zu'] },
      },
      ['c renamed json:/l/0', 'd renamed json:/l/1'],
    ],
    [
      'that was in the middle of a list stays there, since those behind it would get its number',
      { source: { c: OPEN }, target: { l: ['Auf', 'Zu'] }, locked: { 'l/0': [OPEN, 'Auf'], 'l/1': [SHUT, 'Zu'] } },
      ['c missing', 'l.0 orphan', 'l.1 orphan'],
    ],
    [
      'whose key is a number has a new one as any other',
      {
        source: { 410: OPEN, 500: SHUT },
        target: { 404: 'Auf', 500: 'Zu' },
        locked: { 404: [OPEN, 'Auf'], 500: [SHUT, 'Zu'] },
      },
      ['410 renamed json:/404', '500 current'],
    ],
    ['that is skipped', { source: { a: OPEN, b: SHUT }, target: {}, skip: ['a'] }, ['b missing']],
    [
      'that is preserved',
      { source: { a: SHUT, b: SHUT }, target: { a: 'Auf' }, locked: { a: [OPEN, 'Auf'] }, preserve: ['a', 'b'] },
      ['a current', 'b missing'],
    ],
  ])('%s [SYN-1] [SYN-2]', async (_, given, expected) => {
    expect(await states(given)).toEqual(expected)
  })

  it('with a new name is one of those that had its source, by its last name first [SYN-1]', async () => {
    const source = { 'x.ok': 'Fine by me', 'y.no': 'Fine by me' }
    const target = { 'a/no': 'Gut', 'a/ok': 'Passt' }
    const locked = { 'a~1no': ['Fine by me', 'Gut'], 'a~1ok': ['Fine by me', 'Passt'] } as const
    const found = await states({ source, target, locked })
    expect(found).toEqual(['x.ok renamed json:/a~1no', 'y.no renamed json:/a~1ok'])
  })
})
