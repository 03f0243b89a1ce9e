import { describe, expect, it } from 'vitest'
import type { LockLine } from '../../src/sync/lock/index.ts'
import { hashOfSource } from '../../src/sync/lock/index.ts'
import { outdatedIn, type PairBefore } from '../../src/sync/outdated.ts'
import { linesAfter, planPair } from '../../src/sync/pair-plan.ts'
import { readTexts, wishesOf } from './support.ts'

const SOURCE = '{"a": "Open the door", "b": "Shut it"}'
const THERE = '{"a": "Auf", "b": "Zu"}'

function moment(source: string, target: string): PairBefore {
  return { source: Buffer.from(source), target: Buffer.from(target) }
}

/** The states that a pair has, given how its files were. */
async function statesSince(
  moments: readonly PairBefore[],
  {
    lines = [],
    preserve = false,
    accept = [],
  }: { lines?: readonly LockLine[]; preserve?: boolean; accept?: string[] } = {},
) {
  const pair = await readTexts({ source: SOURCE, there: THERE, lines })
  const outdated = await outdatedIn(pair, async () => moments)
  const plan = planPair({ ...pair, outdated }, () => (preserve ? 'preserve' : undefined), wishesOf({ accept }))
  return { plan, said: plan.states.map(({ key, state }) => `${key} ${state}`) }
}

describe('a translation that the lock does not know', () => {
  it('is edited and stale where its source has other words than before and it has the same', async () => {
    const { plan, said } = await statesSince([moment('{"a": "Open it", "b": "Shut it"}', THERE)])
    expect(said).toEqual(['a edited_stale', 'b edited'])
    expect([...plan.asked]).toEqual([])
  })

  it('is taken as fitting where it changed with its source, or has its source since', async () => {
    const changed = moment('{"a": "Open it", "b": "Shut it"}', '{"a": "Öffne es", "b": "Zu"}')
    expect((await statesSince([changed])).said).toEqual(['a edited', 'b edited'])
    expect((await statesSince([moment('{"b": "Shut it"}', '{"b": "Zu"}')])).said).toEqual(['a edited', 'b edited'])
  })

  it('is stale where any of the moments says so', async () => {
    const moments = [moment(SOURCE, THERE), moment('{"b": "Close it"}', THERE), moment('{"a": "Open it"}', THERE)]
    expect((await statesSince(moments)).said).toEqual(['a edited_stale', 'b edited_stale'])
  })

  it('is taken as fitting where its files could not be read before', async () => {
    expect((await statesSince([moment('{"a": ', THERE)])).said).toEqual(['a edited', 'b edited'])
  })

  it('stays edited and stale in the lock that is written then, until somebody says that it fits', async () => {
    const moments = [moment('{"a": "Open it", "b": "Shut it"}', THERE)]
    const { plan } = await statesSince(moments)
    const lines = linesAfter(plan, plan.target, new Set())
    expect(lines.map(({ source }) => source)).toEqual([
      hashOfSource({ text: 'Open it' }),
      hashOfSource({ text: 'Shut it' }),
    ])
    expect((await statesSince([], { lines })).said).toEqual(['a edited_stale', 'b edited'])
    const accepted = await statesSince(moments, { accept: ['a'] })
    expect(linesAfter(accepted.plan, plan.target, new Set())[0]?.source).toBe(hashOfSource({ text: 'Open the door' }))
  })

  it('is no concern where its key is to be preserved', async () => {
    const moments = [moment('{"a": "Open it"}', THERE)]
    expect((await statesSince(moments, { preserve: true })).said).toEqual(['a edited', 'b edited'])
  })
})

it('nothing is asked about the past where the lock knows all, or nothing is translated yet', async () => {
  const asked: string[] = []
  const ask = async ({ path }: { readonly path: string }) => {
    asked.push(path)
    return []
  }
  const pair = await readTexts({ source: SOURCE, there: THERE })
  const lines = linesAfter(
    planPair(pair, () => undefined, wishesOf({})),
    pair.target,
    new Set(),
  )
  await outdatedIn(await readTexts({ source: SOURCE, there: THERE, lines }), ask)
  await outdatedIn(await readTexts({ source: SOURCE }), ask)
  await outdatedIn(await readTexts({ source: SOURCE, there: '{"c": "Mein"}' }), ask)
  expect(asked).toEqual([])
  await outdatedIn(pair, ask)
  expect(asked).toEqual(['en.json.de'])
})
