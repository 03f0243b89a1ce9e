import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Overview, overviewOf, type Work } from '../../src/cli/overview.ts'
import { overviewLines } from '../../src/cli/overview-words.ts'
import { hides } from '../../src/contract/hidden.ts'
import type { BatchRow } from '../../src/service/store/schema.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'
import { plantBatch } from '../support/plant.ts'

const START = Date.parse('2026-03-01T00:00:00Z')

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})
afterEach(async () => void (await world.db.deleteFrom('batches').execute()))

/** Puts batches there, a second after each other, named by their numbers. */
async function plant(count: number, facts: Partial<BatchRow>, from = 0): Promise<void> {
  for (let number = from; number < from + count; number += 1)
    await plantBatch(world, { file_name: `${number}.json`, created_at: START + number * 1000, ...facts })
}

/** The overview of a hosted service: nobody else is asked. */
const seen = () =>
  overviewOf(
    { client: world.parts.client, written: world.parts.written, limits: undefined },
    { connect: () => Promise.reject(new Error('not asked')), follow: () => undefined, close: async () => undefined },
  )
const names = (works: readonly Work[]) => works.map(({ name }) => name)

describe('the overview', () => {
  it('has the newest four plans, samples left out, however many of those wait too', async () => {
    await plant(5, {})
    await plant(5, { is_sample: 1 }, 5)
    expect(names((await seen()).to_approve)).toEqual(['4.json', '3.json', '2.json', '1.json'])
  })

  it('has what runs in the order of how far it is', async () => {
    await plant(1, { status: 'queued' })
    await plant(1, { status: 'analyzing' }, 1)
    await plant(1, { status: 'translating', percent: 41 }, 2)
    const { running, to_approve } = await seen()
    expect(running.map(({ status }) => status)).toEqual(['translating', 'analyzing', 'queued'])
    expect(to_approve).toEqual([])
  })

  it('has what was finished last, whichever was begun last, and nothing that failed', async () => {
    const done = { status: 'completed', word_count: 1 } as const
    await plant(1, { ...done, completed_at: START + 9000 })
    await plant(1, { ...done, completed_at: START + 5000 }, 1)
    await plant(1, { status: 'failed', completed_at: START + 20_000 }, 2)
    expect((await seen()).last_finished).toMatchObject({ name: '0.json', at: '2026-03-01T00:00:09.000Z' })
  })

  it('calls a translation by its name before its file, and leaves out the archived', async () => {
    await plant(1, { name: 'Menu' })
    await plant(1, { archived: 1 }, 1)
    expect(names((await seen()).to_approve)).toEqual(['Menu'])
  })

  it('has no questions and no limits of a hosted service, which tells neither', async () => {
    expect(await seen()).toEqual({
      ...{ questions: [], to_approve: [], running: [], last_finished: null, last_written: null, limits: null },
    })
  })
})

describe('the words of the overview', () => {
  const WORK: Work = { id: 'b', name: 'a.json', status: 'queued', percent: null, credit_cost: null, at: null }
  const told = (changes: Partial<Overview>) => {
    const none = { questions: [], to_approve: [], running: [], last_finished: null, last_written: null, limits: null }
    return Object.fromEntries(overviewLines({ ...none, ...changes }, { data_dir: undefined }))
  }
  const limit = { of: 'member', unit: 'credits', period: 'month', currency: null, ends_at: '' } as const

  it('count credits and questions as people do, and leave out a cost that nobody knows', () => {
    const plans = [1, 2, null].map(credit_cost => ({ ...WORK, credit_cost }))
    const question = { id: 'q', asks: 'Spend?', expires_at: '' }
    expect(told({ to_approve: plans })['waits for a yes']).toBe(
      'planned and not approved: «a.json» (1 credit), «a.json» (2 credits), «a.json»',
    )
    expect(told({ questions: [question, { ...question, asks: 'No?' }] })['waits for a yes']).toMatch(
      /^2 questions \(Spend\?\): \S.* approve$/,
    )
  })

  it('say that there is more after three, and not at three', () => {
    const three = told({ running: [WORK, WORK, WORK], to_approve: [WORK, WORK, WORK, WORK] })
    expect(three.runs).toBe('«a.json» (queued), «a.json» (queued), «a.json» (queued)')
    expect(three['waits for a yes']).toMatch(/(?:«a\.json»(?:, )?){3} and more$/)
  })

  it('never say that more is done or left than is', () => {
    expect(told({ running: [{ ...WORK, percent: 99.99 }] }).runs).toBe('«a.json» (queued, 99 %)')
    expect(told({ limits: [{ ...limit, amount: 10, left: 0.9 }] }).limits).toBe(
      '0 credits of 10 credits left this month',
    )
    expect(told({ limits: [] })).not.toHaveProperty('limits')
  })

  it('are on one line each and in quotes that a name cannot end, however long it is', () => {
    const name = `»\n\x1b[2J${'x'.repeat(500)}`
    for (const line of Object.values(told({ running: [{ ...WORK, name }], last_written: `/a\n${'b'.repeat(900)}` }))) {
      expect(hides(line)).toBe(false)
      expect(line.length).toBeLessThan(320)
    }
    expect(told({ last_finished: { ...WORK, name } })['came out last']).toMatch(/^«›⏎‹U\+001B›\[2Jx+…»$/)
  })
})
