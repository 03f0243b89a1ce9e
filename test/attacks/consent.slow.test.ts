import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import { allowAhead, listAllowances, revokeAllowance } from '../../src/service/admin/allowances.ts'
import { setLimits } from '../../src/service/admin/limits.ts'
import { codeIn, type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
let files = 0
beforeAll(async () => {
  world = await startMcpWorld({ service: { requests_per_minute: 600_000 } })
})

async function waiting(host: Host) {
  files += 1
  const content = `Number ${files} of the texts that an attacker wants`
  return madeIn(await host.call('create_batch', { content, filename: `a${files}.txt`, target_languages: ['de'] }))
}
const balance = async () => (await world.call(api.credits.get)).balance
const codes = () => ({ settings: { ...world.parts.settings, consent: 'code' } as const })
/** Another process of the same person: it remembers nothing of the first. */
const restarted = (more: object = {}) => world.open({}, { ...more, callerState: createCallerState() })

async function agree(batch_id: string): Promise<void> {
  const { file_name } = await world.call(api.batches.get, { params: { batch_id } })
  const about = async () =>
    (await world.desk.waiting(undefined)).find(({ lines }) => lines.join().includes(`«${file_name}»`))
  await expect.poll(about).toBeDefined()
  expect(await world.desk.answer((await about())?.id ?? '', 'yes', 'terminal', undefined)).toBe(true)
}

describe('one yes of a person', () => {
  it('that ten calls of ten processes wait for starts the work once and is spent once', async () => {
    const host = await world.open()
    const made = await waiting(host)
    await host.call('approve_batch', made.approval)
    const before = await balance()
    const others = await Promise.all(Array.from({ length: 10 }, () => restarted()))
    const calls = others.map(other => other.call('approve_batch', made.approval))
    await agree(made.id)
    await Promise.all(calls)
    expect(before - (await balance())).toBe(made.cost)
  })

  it('is not used again for the same file made anew', async () => {
    const host = await world.open()
    const made = await waiting(host)
    await host.call('approve_batch', made.approval)
    await agree(made.id)
    expect((await host.call('approve_batch', made.approval)).failed).toBe(false)
    const before = await balance()
    const content = `Number ${files} of the texts that an attacker wants`
    const order = { content, filename: `a${files}.txt`, target_languages: ['de'], make_new: true }
    const again = madeIn(await host.call('create_batch', order))
    if (again.cost > 0) expect((await host.call('approve_batch', again.approval)).failed).toBe(true)
    expect(await balance()).toBe(before)
  })
})

describe('an approval code', () => {
  it('that is right is spent once, by whichever of ten processes comes first', async () => {
    const made = await waiting(await world.open())
    const approval_code = codeIn(await (await restarted(codes())).call('approve_batch', made.approval))
    const before = await balance()
    const hosts = await Promise.all(Array.from({ length: 10 }, () => restarted(codes())))
    await Promise.all(hosts.map(host => host.call('approve_batch', { ...made.approval, approval_code })))
    expect(before - (await balance())).toBe(made.cost)
  })

  it('is dead after forty guesses at once by ten processes: the right one too', async () => {
    const made = await waiting(await world.open())
    const right = codeIn(await (await restarted(codes())).call('approve_batch', made.approval))
    const before = await balance()
    const hosts = await Promise.all(Array.from({ length: 10 }, () => restarted(codes())))
    const guesses = Array.from(
      { length: 40 },
      (_, at) => `${made.cost}-credits-${'bcdfghjk'[at % 8]}${'aeiou'[at % 5]}qqqq`,
    )
    const told = await Promise.all(
      guesses.map((approval_code, at) => hosts[at % 10]?.call('approve_batch', { ...made.approval, approval_code })),
    )
    expect(told.every(one => one?.failed === true)).toBe(true)
    const last = await (await restarted(codes())).call('approve_batch', { ...made.approval, approval_code: right })
    expect(last.failed, last.text).toBe(true)
    expect(await balance()).toBe(before)
  })

  it('of one translation starts no other, of the same cost', async () => {
    const [made, other] = [await waiting(await world.open()), await waiting(await world.open())]
    expect(made.cost).toBe(other.cost)
    const approval_code = codeIn(await (await restarted(codes())).call('approve_batch', made.approval))
    const before = await balance()
    const told = await (await restarted(codes())).call('approve_batch', { ...other.approval, approval_code })
    expect(told.failed).toBe(true)
    expect(await balance()).toBe(before)
  })

  it('is no way where the host has a dialog and the person says no', async () => {
    const made = await waiting(await world.open())
    const approval_code = codeIn(await (await restarted(codes())).call('approve_batch', made.approval))
    const before = await balance()
    const asking = await world.open(
      { answers: [{ action: 'decline' }] },
      { ...codes(), callerState: createCallerState() },
    )
    expect((await asking.call('approve_batch', { ...made.approval, approval_code })).failed).toBe(true)
    const again = await (await restarted(codes())).call('approve_batch', { ...made.approval, approval_code })
    expect(again.failed).toBe(true)
    expect(await balance()).toBe(before)
  })
})

describe('a host that answers by itself', () => {
  it('spends nothing by any of forty declines and cancels, however quick', async () => {
    const made = await waiting(await world.open())
    const before = await balance()
    for (let at = 0; at < 40; at++) {
      const action = at % 2 === 0 ? 'decline' : 'cancel'
      const host = await world.open({ answers: [{ action, after_ms: at % 5 }] }, { callerState: createCallerState() })
      expect((await host.call('approve_batch', made.approval)).failed).toBe(true)
    }
    expect(await balance()).toBe(before)
  })
})

describe('an amount that she allowed ahead', () => {
  const allow = (amount: number) =>
    allowAhead({ dataDir: world.dataDir }, { unit: 'credits', amount, period: 'once', folder: null, until: null })
  const spent = async (batch_id: string) =>
    ['translating', 'completed'].includes((await world.call(api.batches.get, { params: { batch_id } })).status)
  const left = async () => (await listAllowances({ dataDir: world.dataDir })).map(one => one.left)

  it('pays without a question, stays booked when the answer is lost, and comes back only where the service refused [MCP-20]', async () => {
    const made = await allow(1000)
    const host = await world.open()
    const one = await waiting(host)
    const before = world.faults.seen.length
    expect((await host.call('approve_batch', one.approval)).failed).toBe(false)
    expect(await left()).toEqual([1000 - one.cost])

    const paths = world.faults.seen.slice(before).map(({ path }) => path)
    const passes = paths
      .slice(
        0,
        paths.findIndex(path => path.endsWith('/approve')),
      )
      .map(() => ({ kind: 'pass' }) as const)
    const [two, three] = [await waiting(host), await waiting(host)]
    // The answer is lost, and the state cannot be read either.
    world.faults.script(...passes, { kind: 'lose' }, ...Array.from({ length: 5 }, () => ({ kind: 'reset' }) as const))
    expect((await host.call('approve_batch', two.approval)).failed).toBe(true)
    // By then a call may try again whether the service is back.
    await wait(2100)
    expect(await spent(two.id)).toBe(true)
    expect(await left()).toEqual([1000 - one.cost - two.cost])

    await setLimits({ dataDir: world.dataDir }, 'workspace', [
      { unit: 'credits', period: 'day', currency: null, amount: 1 },
    ])
    expect((await host.call('approve_batch', three.approval)).text).toContain('admin_required')
    await setLimits({ dataDir: world.dataDir }, 'workspace', [
      { unit: 'credits', period: 'day', currency: null, amount: null },
    ])
    expect(await left()).toEqual([1000 - one.cost - two.cost])
    await revokeAllowance({ dataDir: world.dataDir }, made.id)
  })
})
