import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { costWords, engineCost } from '../../src/cli/engine-cost.ts'
import type { Overview, Work } from '../../src/cli/overview.ts'
import { overviewLines } from '../../src/cli/overview-words.ts'
import { questionDesk } from '../../src/service/consent/questions.ts'
import { jumpingClock } from '../client/start.ts'
import { plantBatch } from '../support/plant.ts'
import { ran } from '../support/ran.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

const NOTHING: Overview = {
  questions: [],
  to_approve: [],
  running: [],
  last_finished: null,
  last_written: null,
  limits: null,
}
const WORK: Work = { id: 'bat_1', name: 'menu.json', status: 'translating', percent: 41.7, credit_cost: 120, at: null }
const lines = (changes: Partial<Overview>) =>
  Object.fromEntries(overviewLines({ ...NOTHING, ...changes }, { data_dir: '/d' }))

describe('the overview', () => {
  it('says nothing of what there is not', () => {
    expect(lines({})).toEqual({ 'waits for a yes': 'nothing', runs: 'nothing', 'came out last': 'nothing yet' })
  })

  it('names the question with the command that answers it, and the plans that wait with their cost', () => {
    const questions = [{ id: 'q', asks: 'Spend 120 credits?', expires_at: '2026-11-21T12:00:00.000Z' }]
    const told = lines({ questions, to_approve: [WORK, { ...WORK, credit_cost: 0 }] })['waits for a yes']
    expect(told).toMatch(/^1 question \(Spend 120 credits\?\): .* approve --data-dir \/d; planned and not approved: /)
    expect(told).toContain('«menu.json» (120 credits), «menu.json»')
  })

  it('shows three of what runs, how far it is, and that there are more', () => {
    expect(lines({ running: [WORK] }).runs).toBe('«menu.json» (translating, 41 %)')
    expect(lines({ running: [WORK, WORK, WORK, WORK] }).runs).toMatch(/\) and more$/)
  })

  it('says what limits leave, whose they are, and where the last result lies', () => {
    const limit = { of: 'computer', period: 'day', currency: null, ends_at: '' } as const
    const told = lines({
      limits: [
        { ...limit, unit: 'tokens', amount: 5000, left: 1200 },
        { ...limit, of: 'workspace', unit: 'money', amount: 5, left: 2.5, currency: 'EUR' },
      ],
      last_finished: { ...WORK, at: '2026-11-21T12:00:00.000Z' },
      last_written: '/home/a\u202eb.json',
    })
    expect(told).toMatchObject({
      limits: '1,200 tokens of 5,000 tokens left this day; 2.50 EUR of 5.00 EUR left this day of the workspace',
      'came out last': '«menu.json», 2026-11-21 12:00 UTC',
      'saved last': '/home/a‹U+202E›b.json',
    })
  })
})

describe('what an engine costs', () => {
  const none = { found: {}, unread: [] }
  const cost = async (name: string, env: Record<string, string> = {}) => {
    const found = await engineCost(name, readSettings(readArguments(['status']), env), none)
    return found && costWords(found)
  }

  it('is who pays, in which unit, and money where a price is set', async () => {
    const key = { TRANSLATION_OPENAI_API_KEY: 'sk-x', TRANSLATION_OPENAI_MODEL: 'm' }
    expect(await cost('agent')).toBe("tokens of the assistant's own plan")
    expect(await cost('apertium')).toBe('nothing')
    expect(await cost('openai', key)).toBe('tokens of your account with it')
    const prices = { TRANSLATION_PRICES: 'openai tokens 2 USD; openai/m tokens 1.1 USD' }
    expect(await cost('openai', { ...key, ...prices })).toBe('tokens of your account with it, 1.1 USD a million')
    expect(await cost('openai', { TRANSLATION_OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toBe('nothing')
    expect(await cost('nobody')).toBeNull()
  })
})

describe('status', () => {
  const Told = z.looseObject({
    assistant: z.looseObject({ words: z.string() }).nullable(),
    overview: z.looseObject({
      questions: z.array(z.looseObject({ asks: z.string() })),
      to_approve: z.array(z.looseObject({ name: z.string() })),
      last_finished: z.looseObject({ name: z.string() }).nullable(),
      last_written: z.string().nullable(),
    }),
  })

  it('shows in one screen what waits, what came out last and where it lies', async () => {
    const world = await startWorld()
    const { db, newId, dataDir } = world
    const now = Date.now()
    await plantBatch(world, { file_name: 'waits.json', created_at: now, credit_cost: 7 })
    const done = { status: 'completed', word_count: 1 } as const
    await plantBatch(world, { ...done, file_name: 'late.json', created_at: now - 9, completed_at: now })
    await plantBatch(world, { ...done, file_name: 'early.json', created_at: now, completed_at: now - 5 })
    await questionDesk({ db, newId, clock: Date.now }).ask({
      ...{ name: 'n', principal: 'local', batches: [], member_id: undefined, lines: ['Spend 7 credits?'] },
    })
    await world.close()
    mkdirSync(join(dataDir, 'files'), { recursive: true })
    writeFileSync(join(dataDir, 'written.json'), JSON.stringify([['/a/late.de.json', 'hash']]))
    const env = { TRANSLATION_DATA_DIR: dataDir }
    const { overview, assistant } = Told.parse(JSON.parse((await ran(['status', '--json'], env)).stdout))
    expect(assistant).toBeNull()
    expect(overview).toMatchObject({
      questions: [{ asks: 'Spend 7 credits?' }],
      to_approve: [{ name: 'waits.json', credit_cost: 7 }],
      ...{ last_finished: { name: 'late.json' }, last_written: '/a/late.de.json' },
    })
    const { code, stdout } = await ran(['status'], env)
    expect(code).toBe(0)
    expect(stdout).toContain("cost:            over MCP tokens of the assistant's own plan")
    expect(stdout).toContain('assistant:       none has connected yet\n')
    expect(stdout).toMatch(/^saved last: {6}\/a\/late\.de\.json$/m)
    expect(stdout.split('\n').length).toBeLessThan(25)
  })

  it('says nothing of work, cost and limits where a hosted service is not reached', async () => {
    const line = ['status', '--json', '--api-url', 'http://127.0.0.1:1']
    const env = { TRANSLATION_API_KEY: 'tsk_live_x', TRANSLATION_DATA_DIR: join(temporaryFolder(), 'd') }
    const { stdout } = await ran(line, env, jumpingClock())
    expect(JSON.parse(stdout)).toMatchObject({ overview: null, costs: null, assistant: null })
  })
})
