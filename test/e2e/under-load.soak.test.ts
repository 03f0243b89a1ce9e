import { expect, it } from 'vitest'
import * as z from 'zod'
import { type Accounts, readAccounts } from './under-load/accounts.ts'
import { randomFrom, type Wrought, wreak } from './under-load/chaos.ts'
import { type Agent, openAgent, type Person } from './under-load/people.ts'
import { CREDITS, type Site, startSite } from './under-load/site.ts'
import { createTally, DEADLINE_MS, type Tally } from './under-load/tally.ts'
import { type Item, newItem, workOn } from './under-load/workflow.ts'

/** `KILLS=20 npx vitest run --project soak test/e2e/under-load.soak.test.ts`; SEED names the order of what goes wrong. */
const KILLS = Number(process.env.KILLS ?? 200)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const EVERY_MS = Number(process.env.EVERY_MS ?? 3500)
const SHORT = KILLS < 100
/** Claims hold for fifteen seconds. */
const PLAN = {
  seed: SEED,
  kills: KILLS,
  every_ms: EVERY_MS,
  store_ms: SHORT ? 15_000 : 60_000,
  cut_ms: SHORT ? 20_000 : 45_000,
}

const PEOPLE: readonly Person[] = [
  { name: 'ada', era: 'modern', agrees: 'in a dialog' },
  { name: 'bo', era: 'modern', agrees: 'in a dialog' },
  { name: 'cy', era: 'modern', agrees: 'on a page' },
  { name: 'di', era: 'modern', agrees: 'on a page' },
  { name: 'ed', era: 'sessions', agrees: 'in a dialog' },
  { name: 'flo', era: 'sessions', agrees: 'on a page' },
]

/** Failures that a client is told while something is away, and that are over after a while. */
const PASSING = [
  // The balancer's, where a replica died in the middle of an answer, or none takes connections.
  /: (?:502|terminated|UND_ERR_SOCKET|ECONNRESET|ECONNREFUSED|stream lost|session ended)$/,
  /: 503$/,
  /: (?:service_unavailable|consent_unavailable|api_down|timeout)$/,
  // Of a call that was under way when its token ended: the host renews it, and makes the call again.
  /: token_ended$/,
]

interface Worked {
  readonly items: readonly Item[]
  readonly wrought: Wrought
  /** What each agent is told in the end that its workspace has. */
  readonly balances: readonly number[]
}

async function balanceOf(agent: Agent): Promise<number> {
  const { data } = await agent.call('get_account', {}, Date.now() + DEADLINE_MS)
  return z.looseObject({ credit_balance: z.number() }).parse(data).credit_balance
}

/** Has all of them work until what goes wrong is over. That begins when each has had one text translated undisturbed. */
async function work(site: Site, tally: Tally): Promise<Worked> {
  const items: Item[] = []
  let isOver = false
  let settled = 0
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const agents = PEOPLE.map(person => openAgent(person, site.balancer.origin, tally))
  const loops = agents.map(async (agent, at) => {
    const random = randomFrom(SEED + at)
    const { person } = agent
    for (let round = 0; !isOver; round++) {
      const item = newItem(`${person.name}-${round}`, random)
      items.push(item)
      await workOn(item, agent)
      if (round === 0) settled += 1
      if (settled === PEOPLE.length) begin()
    }
  })
  const chaos = begun
    .then(() => wreak(site, PLAN))
    .finally(() => {
      isOver = true
    })
  await Promise.all([...loops, chaos])
  const balances = await Promise.all(agents.map(balanceOf))
  for (const agent of agents) await agent.close()
  return { items, wrought: await chaos, balances }
}

function print(site: Site, tally: Tally, wrought: Wrought, items: readonly Item[], accounts: Accounts): void {
  const lines = [`seed ${SEED}`]
  for (const [name, count] of [...wrought.kills].sort()) lines.push(`killed ${name}: ${count} times`)
  lines.push(...wrought.events)
  const count = (state: Item['state']) => items.filter(item => item.state === state).length
  lines.push(
    `texts: ${items.length}, right ${count('right')}, wrong ${count('wrong')}, given up ${count('gave up')}; ` +
      `creations that found their first: ${items.reduce((sum, { found }) => sum + found, 0)}`,
  )
  for (const { state, name, why } of items) if (state !== 'right') lines.push(`${state}: ${name}: ${why}`)
  for (const [what, calls] of tally.calls) {
    lines.push(`${what}: ${calls.count} calls, the longest ${(calls.longest / 1000).toFixed(1)} s`)
  }
  for (const [name, { count: times, said }] of tally.errors) {
    lines.push(`told ${times} times ${name} (${said.replaceAll('\n', ' ')})`)
  }
  for (const { name, wasReady, how, said } of site.noted.fell) {
    lines.push(`${name} ended by itself${wasReady ? '' : ' at its start'} with ${how}: ${said.trim().slice(-300)}`)
  }
  for (const [line, times] of [...site.noted.logged].sort((a, b) => b[1] - a[1]))
    lines.push(`logged ${times} × ${line}`)
  for (const one of accounts.workspaces) lines.push(JSON.stringify(one))
  for (const [what, rows] of Object.entries(accounts.wrong))
    lines.push(`WRONG ${what}: ${rows.slice(0, 10).join(', ')}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

it(`after ${KILLS} kills nothing is lost, nothing doubled, and money adds up [SCL-1, SCL-2, CRD-2]`, async () => {
  process.stdout.write(`seed ${SEED}\n`)
  const site = await startSite(PEOPLE.map(({ name }) => name))
  const tally = createTally()
  const { items, wrought, balances } = await work(site, tally)
  await site.end()
  const accounts = await readAccounts(site.database)
  print(site, tally, wrought, items, accounts)

  expect(items.filter(({ state }) => state !== 'right')).toEqual([])
  expect(items.filter(({ batches }) => batches.size !== 1)).toEqual([])
  expect(accounts.wrong).toEqual({})
  expect(accounts.workspaces.reduce((sum, { batches }) => sum + batches, 0)).toBe(items.length)
  expect(accounts.workspaces.reduce((sum, { spent }) => sum + spent, 0)).toBe(
    items.reduce((sum, { cost }) => sum + cost, 0),
  )
  for (const { granted, spent, cost } of accounts.workspaces) {
    expect(granted).toBe(CREDITS)
    expect(spent).toBe(cost)
  }
  const left = accounts.workspaces.map(({ granted, spent }) => granted - spent)
  expect([...new Set(balances)].sort()).toEqual(left.sort())
  expect(tally.hung).toEqual([])
  expect(Math.max(...[...tally.calls.values()].map(({ longest }) => longest))).toBeLessThan(DEADLINE_MS)
  const lasting = [...tally.errors.keys()].filter(name => !PASSING.some(passing => passing.test(name)))
  expect(lasting).toEqual([])
})
