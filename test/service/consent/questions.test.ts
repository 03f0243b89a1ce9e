import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { UNSTATED } from '../../../src/mcp/consent/amount.ts'
import { allowAhead, listAllowances, revokeAllowance } from '../../../src/service/admin/allowances.ts'
import { openDesks } from '../../../src/service/admin/questions.ts'
import type { NewQuestion, QuestionDesk } from '../../../src/service/consent/questions.ts'
import { afterFile } from '../../support/after-file.ts'
import { giveDatabase } from '../../support/databases.ts'
import { manualClock, temporaryFolder } from '../../support/world.ts'

const MINUTE = 60_000
const clock = manualClock('2026-11-21T23:50:00.000Z')
const dataDir = join(temporaryFolder(), 'data')
const options = { dataDir, clock }
let desk: QuestionDesk
beforeAll(async () => {
  await giveDatabase(dataDir)
  const opened = await openDesks(options)
  afterFile(() => opened.close())
  desk = opened.questions
})

let questions = 0
/** A question of its own, of whoever is on this machine. */
function question(changes: Partial<NewQuestion> = {}): NewQuestion {
  questions += 1
  const name = `spending-${questions}`
  return { name, principal: 'local', batches: [`bat_${questions}`], member_id: undefined, lines: [name], ...changes }
}

describe('a question', () => {
  it('is kept once for a spending, and waits for the person with its lines', async () => {
    const asked = question({ lines: ['Translate?', 'All of it.'] })
    const id = await desk.ask(asked)
    expect(await desk.ask(asked)).toBe(id)
    expect(await desk.waiting(undefined)).toMatchObject([{ id, lines: asked.lines }])
    await desk.answer(id, 'no', 'terminal', undefined)
    expect(await desk.waiting(undefined)).toEqual([])
  })

  it('is answered once: the second answer changes nothing [APR-3]', async () => {
    const asked = question()
    const id = await desk.ask(asked)
    expect(await desk.answer(id, 'no', 'page', undefined)).toBe(true)
    expect(await desk.answer(id, 'yes', 'terminal', undefined)).toBe(false)
    expect(await desk.use(asked)).toBe(false)
  })

  it('of a member is seen and answered by her alone [MCP-9]', async () => {
    const asked = question({ principal: 'con_1', member_id: 'mem_1' })
    const id = await desk.ask(asked)
    for (const other of [undefined, 'mem_2']) {
      expect(await desk.waiting(other)).toEqual([])
      expect(await desk.answer(id, 'yes', 'page', other)).toBe(false)
    }
    expect(await desk.answer(id, 'yes', 'page', 'mem_1')).toBe(true)
  })

  it('waits fifteen minutes, and no answer after that counts', async () => {
    const asked = question()
    const id = await desk.ask(asked)
    clock.advance(15 * MINUTE)
    expect(await desk.waiting(undefined)).toEqual([])
    expect(await desk.answer(id, 'yes', 'page', undefined)).toBe(false)
    expect(await desk.ask(asked)).not.toBe(id)
  })

  it('has ended after five wrong codes', async () => {
    const asked = question()
    const id = await desk.ask(asked)
    for (let wrong = 0; wrong < 5; wrong += 1) await desk.countWrongCode(id)
    expect(await desk.useCode(id)).toBe(false)
    expect((await desk.look(asked)).open).toBeUndefined()
  })
})

describe('a yes', () => {
  it('is used once, however many try at the same time [APR-3]', async () => {
    const asked = question()
    await desk.answer(await desk.ask(asked), 'yes', 'page', undefined)
    const used = await Promise.all(Array.from({ length: 20 }, () => desk.use(asked)))
    expect(used.filter(Boolean)).toHaveLength(1)
  })

  it('is good for exactly its spending and its caller', async () => {
    const asked = question()
    await desk.answer(await desk.ask(asked), 'yes', 'page', undefined)
    expect(await desk.use({ ...asked, name: 'another' })).toBe(false)
    expect(await desk.use({ ...asked, principal: 'somebody' })).toBe(false)
    expect(await desk.use(asked)).toBe(true)
  })

  it('expires unused', async () => {
    const asked = question()
    await desk.answer(await desk.ask(asked), 'yes', 'page', undefined)
    clock.advance(15 * MINUTE)
    expect(await desk.use(asked)).toBe(false)
  })

  it('that was not used ends with a no in the dialog', async () => {
    const asked = question()
    await desk.answer(await desk.ask(asked), 'yes', 'page', undefined)
    await desk.decline(asked, 'dialog')
    expect(await desk.use(asked)).toBe(false)
  })
})

describe('a no', () => {
  it('ends every question of the caller about one of its translations, and no other', async () => {
    const both = question({ batches: ['bat_a', 'bat_b'] })
    const [one, other, theirs] = [
      question({ batches: ['bat_a'] }),
      question({ batches: ['bat_c'] }),
      question({ batches: ['bat_a'], principal: 'somebody' }),
    ]
    for (const asked of [both, one, other, theirs]) await desk.ask(asked)
    await desk.decline(both, 'dialog')
    const open = async (asked: NewQuestion) => (await desk.look(asked)).open !== undefined
    expect([await open(both), await open(one), await open(other), await open(theirs)]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect((await desk.look(one)).declined_at).toBe(clock())
    expect((await desk.look(other)).declined_at).toBeUndefined()
  })
})

describe('what a person allowed ahead', () => {
  const anywhere = () => true
  const credits = (count: number) => [{ unit: 'credits', count }]
  const once = { period: 'once', folder: null, until: null } as const

  it('covers spendings until it is used up, and nothing dearer [MCP-20]', async () => {
    const made = await allowAhead(options, { unit: 'credits', amount: 10, ...once })
    for (const more of [11, UNSTATED]) expect(await desk.cover(question(), credits(more), anywhere)).toHaveLength(0)
    expect(await desk.cover(question(), credits(7), anywhere)).toHaveLength(1)
    expect(await desk.cover(question(), credits(4), anywhere)).toHaveLength(0)
    expect(await desk.cover(question(), credits(3), anywhere)).toHaveLength(1)
    expect(await listAllowances(options)).toMatchObject([{ id: made.id, left: 0 }])
    await revokeAllowance(options, made.id)
  })

  it('is used up to the last cent: 0.30 EUR are three times 0.10 EUR [MCP-20]', async () => {
    const made = await allowAhead(options, { unit: 'EUR', amount: 0.3, ...once })
    const priced = [{ unit: 'tokens', count: 100, money: { amount: 0.1, currency: 'EUR' } }]
    for (const times of [1, 2, 3]) expect(await desk.cover(question(), priced, anywhere), `${times}`).toHaveLength(1)
    expect(await desk.cover(question(), priced, anywhere)).toHaveLength(0)
    await revokeAllowance(options, made.id)
  })

  it('a day begins anew at midnight UTC [MCP-20]', async () => {
    clock.advance(Date.parse('2026-11-23T23:59:00.000Z') - clock())
    const made = await allowAhead(options, { unit: 'tokens', amount: 100, ...once, period: 'day' })
    const tokens = [{ unit: 'tokens', count: 100 }]
    expect(await desk.cover(question(), tokens, anywhere)).toHaveLength(1)
    expect(await desk.cover(question(), tokens, anywhere)).toHaveLength(0)
    clock.advance(MINUTE)
    expect(await desk.cover(question(), tokens, anywhere)).toHaveLength(1)
    await revokeAllowance(options, made.id)
    expect(await desk.cover(question(), tokens, anywhere)).toHaveLength(0)
  })

  it('covers all charges of a spending or none, and books nothing then', async () => {
    const made = await allowAhead(options, { unit: 'credits', amount: 10, ...once })
    const charges = [...credits(5), { unit: 'tokens', count: 1 }]
    expect(await desk.cover(question(), charges, anywhere)).toHaveLength(0)
    expect(await listAllowances(options)).toMatchObject([{ left: 10 }])
    await revokeAllowance(options, made.id)
  })

  it('in money covers what has a price in that currency', async () => {
    const made = await allowAhead(options, { unit: 'EUR', amount: 2, ...once })
    const priced = (amount: number, currency: string) => [{ unit: 'tokens', count: 9, money: { amount, currency } }]
    expect(await desk.cover(question(), priced(1.5, 'USD'), anywhere)).toHaveLength(0)
    expect(await desk.cover(question(), [{ unit: 'tokens', count: 9 }], anywhere)).toHaveLength(0)
    expect(await desk.cover(question(), priced(1.5, 'EUR'), anywhere)).toHaveLength(1)
    expect(await desk.cover(question(), priced(1.5, 'EUR'), anywhere)).toHaveLength(0)
    await revokeAllowance(options, made.id)
  })

  it('for a folder covers files of that folder alone, and ends at its date', async () => {
    const until = clock() + MINUTE
    await allowAhead(options, { unit: 'credits', amount: 10, period: 'once', folder: '/repo', until })
    expect(await desk.cover(question(), credits(1), folder => folder === null)).toHaveLength(0)
    expect(await desk.cover(question(), credits(1), folder => folder === '/repo')).toHaveLength(1)
    clock.advance(MINUTE)
    expect(await desk.cover(question(), credits(1), folder => folder === '/repo')).toHaveLength(0)
    expect(await listAllowances(options)).toEqual([])
  })

  it('is given back where the spending did not take place, and no other booking with it', async () => {
    const made = await allowAhead(options, { unit: 'credits', amount: 10, ...once })
    const asked = question()
    const booked = await desk.cover(asked, credits(6), anywhere)
    expect(await desk.cover(asked, credits(4), anywhere)).toHaveLength(1)
    await desk.release(booked)
    expect(await listAllowances(options)).toMatchObject([{ left: 6 }])
    await revokeAllowance(options, made.id)
  })

  it('is given back in part, in the unit of what it was booked on, and never more than was booked', async () => {
    const made = await allowAhead(options, { unit: 'credits', amount: 10, ...once })
    const booked = await desk.cover(question(), credits(6), anywhere)
    const left = async () => (await listAllowances(options)).map(each => each.left)
    await desk.release(booked, credits(4))
    expect(await left()).toEqual([8])
    await desk.release(booked, [{ unit: 'tokens', count: 1 }])
    expect(await left()).toEqual([8])
    await desk.release(booked, credits(5))
    expect(await left()).toEqual([10])
    await revokeAllowance(options, made.id)
    const euros = await allowAhead(options, { unit: 'EUR', amount: 2, ...once })
    const priced = (amount: number) => [{ unit: 'tokens', count: 9, money: { amount, currency: 'EUR' } }]
    await desk.release(await desk.cover(question(), priced(1.5), anywhere), priced(0.5))
    expect(await left()).toEqual([1])
    await revokeAllowance(options, euros.id)
  })

  it('books no more than there is when ten spendings come at the same time', async () => {
    const made = await allowAhead(options, { unit: 'credits', amount: 30, ...once })
    const booked = await Promise.all(Array.from({ length: 10 }, () => desk.cover(question(), credits(10), anywhere)))
    expect(booked.flat()).toHaveLength(3)
    await revokeAllowance(options, made.id)
  })

  it.each([
    [{ amount: 0 }, 'above 0'],
    [{ until: 1 }, 'in the past'],
  ])('is refused with %j', async (changes, words) => {
    const wanted = { unit: 'credits', amount: 1, ...once, ...changes }
    await expect(allowAhead(options, wanted)).rejects.toThrow(words)
    await expect(revokeAllowance(options, 'alw_none')).rejects.toThrow('There is no allowance alw_none')
  })
})
