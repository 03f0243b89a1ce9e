import { describe, expect, it } from 'vitest'
import { tellingsFor } from '../../../src/cli/sync/telling.ts'
import { hashOfSource, hashOfText } from '../../../src/sync/lock/index.ts'
import { planPair } from '../../../src/sync/pair-plan.ts'
import { readTexts, wishesOf } from '../../sync/support.ts'

const NAMED = { project: 'shop-1', named: new Set<string>() }

async function told(
  source: object,
  there: object,
  { machine = {}, named = NAMED.named }: { machine?: object; named?: Set<string> } = {},
) {
  const lines = Object.entries(machine).map(([key, [text, written]]) => ({
    ...{ file: 'en.json', key: `json:/${key}`, language: 'de' },
    ...{ source: hashOfSource({ text }), written: hashOfText(written), by: { who: 'machine' as const } },
  }))
  const pair = await readTexts({ source: JSON.stringify(source), there: JSON.stringify(there), lines })
  const plan = planPair(pair, () => undefined, wishesOf({ keys: [...named] }))
  return tellingsFor({ pairs: [plan], problems: [] }, { project: 'shop-1', named })
}

describe('what the memory is told of a project', () => {
  it('are texts that fit: those of persons, and those that were made for the present source', async () => {
    const source = {
      mine: 'Good day',
      made: 'Open it',
      stale: 'Shut it now',
      lost: 'For {name}',
      same: 'Only here',
      none: 'New',
    }
    const there = { mine: 'Guten Tag', made: 'Öffnen', stale: 'Zu', lost: 'Für dich', same: 'Only here' }
    const machine = { made: ['Open it', 'Öffnen'], stale: ['Shut it', 'Zu'] }
    const pairs = [
      { source: 'Good day', text: 'Guten Tag', of_person: true },
      { source: 'Open it', text: 'Öffnen', of_person: false },
    ]
    expect(await told(source, there, { machine })).toEqual([
      {
        ...{ project: 'shop-1', source_language: 'en', target_language: 'de' },
        pairs: [expect.objectContaining(pairs[0]), expect.objectContaining(pairs[1])],
      },
    ])
  })

  it('is nothing where nothing is asked for', async () => {
    expect(await told({ a: 'Good day' }, { a: 'Guten Tag' })).toEqual([])
  })

  it('is not the translation of a text that is translated anew, under whatever key', async () => {
    const source = { a: 'Good day', b: 'Good day', c: 'Open it' }
    const found = await told(source, { a: 'Guten Tag', b: 'Tach', c: 'Auf' }, { named: new Set(['a']) })
    expect(found[0]?.pairs.map(({ part }) => part)).toEqual(['c'])
  })

  it('are a thousand at most: those nearest to what is asked for, a person’s first', async () => {
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`k${at}`, `Text of number ${at}`]))
    const there = Object.fromEntries(Object.keys(many).map(key => [key, `Das ist ${key}`]))
    const found = await told({ ...many, near: 'A cellar', asked: 'Shut the cellar' }, { ...there, near: 'Ein Keller' })
    expect(found[0]?.pairs).toHaveLength(1000)
    expect(found[0]?.pairs[0]?.part).toBe('near')
  })
})
