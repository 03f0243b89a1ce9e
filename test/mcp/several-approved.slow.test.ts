import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { Seen } from '../support/faults.ts'
import { serveHttp } from '../support/http.ts'
import { HOSTS, type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'
import { ends } from '../support/seed.ts'
import { GERMAN, severalFiles, severalIn } from '../support/several.ts'

const ACCEPT = { answers: [{ action: 'accept' }] } as const

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

let folders = 0

/** So many translations that wait for approval. */
async function waiting(host: Host, count: number, of = world) {
  folders += 1
  const file_paths = severalFiles(of, `w${folders}`, count)
  return severalIn(await host.call('create_batch', { file_paths, ...GERMAN }))
}

const balance = async (of = world) => (await of.call(api.account.get)).credit_balance
const statusOf = async (batch_id = '') => (await world.call(api.batches.get, { params: { batch_id } })).status
const approvalOf = (batch_id: string) => (seen: Seen) =>
  seen.method === 'POST' && seen.path.endsWith(`/${batch_id}/approve`)

describe('the question about several translations', () => {
  it('has one total, the balance before and after, and a line a file with languages and cost [MCP-9, MCP-17]', async () => {
    const host = await world.open(ACCEPT)
    const { approvals, total, batches } = await waiting(host, 3)
    const before = await balance()
    const told = await host.call('approve_batch', { approvals })
    const after = before - total.credit_cost
    const [question = ''] = host.questions
    const [head, ...lines] = question.split('\n')
    const [was, is] = [before, after].map(credits => credits.toLocaleString('en-US'))
    expect(head).toBe(`Translate 3 files for ${total.credit_cost} credits? The balance is ${was} and would be ${is}.`)
    for (const [at, { credit_cost }] of batches.entries()) {
      expect(lines[at]).toMatch(
        new RegExp(
          `^«f0${at}\\.json»: English \\(en\\) into German \\(de\\), \\d+ words, ${credit_cost} credits; left out: `,
        ),
      )
    }
    expect(lines.slice(3)).toEqual([expect.stringMatching(/^Engine: pseudo\. Where the text goes: /)])
    expect(told.data).toMatchObject({ credits_reserved: total.credit_cost, credit_balance: after })
    expect(await balance()).toBe(after)
    const batch_ids = approvals.map(({ batch_id }) => batch_id)
    expect(told.data.next_step).toBe(`get_result ${JSON.stringify({ batch_ids })}`)
  })

  it('is the same in a terminal and on a page [MCP-9, MCP-17]', async () => {
    const host = await world.open()
    const { approvals, total } = await waiting(host, 2)
    await host.call('approve_batch', { approvals })
    const kept = (await world.desk.waiting(undefined)).find(({ lines }) =>
      lines[0]?.includes(`2 files for ${total.credit_cost} `),
    )
    expect(kept?.lines.slice(1, 3)).toEqual([
      expect.stringContaining('«f00.json»: '),
      expect.stringContaining('«f01.json»: '),
    ])
    await world.desk.answer(kept?.id ?? '', 'yes', 'terminal', undefined)
    expect((await host.call('approve_batch', { approvals })).data).toMatchObject({
      credits_reserved: total.credit_cost,
    })
  })
})

describe.each(['sdk 1', 'modern'] as const)('of several approvals, through %s,', kind => {
  it('those that cannot be approved are named, and she is asked for the others alone [MCP-9, MCP-17]', async () => {
    const host = await world.open({ kind, ...ACCEPT })
    const { approvals, batches } = await waiting(host, 3)
    const [gone, old] = ['bat_of_another', approvals[1]?.batch_id ?? '']
    const wrong = [
      { batch_id: gone, plan_revision: 'pr_1' },
      { batch_id: old, plan_revision: 'pr_old' },
    ]
    const rest = approvals.filter(({ batch_id }) => batch_id !== old)
    const cost = batches.reduce((sum, { id, credit_cost }) => sum + (id === old ? 0 : Number(credit_cost)), 0)
    const told = await host.call('approve_batch', { approvals: [...wrong, ...rest] })
    expect(told.failed, told.text).toBe(false)
    expect(host.questions).toHaveLength(1)
    expect(host.questions[0]).toContain(`Translate 2 files for ${cost} credits?`)
    expect(host.questions[0]).toContain(`Not among these: ${old} (plan_changed)`)
    expect(told.data).toMatchObject({ credits_reserved: cost, not_approved: [gone, old] })
    expect(told.text).toMatch(
      new RegExp(`${gone} was not approved: batch_not_found[\\s\\S]*${old} was not approved: plan_changed`),
    )
    expect(await statusOf(old)).toBe('awaiting_review')
  })

  it('the one whose plan changes while she is asked is not in what she agrees to [APR-3, MCP-17]', async () => {
    let meanwhile: (() => Promise<void>) | undefined
    const host = await world.open({ kind, ...ACCEPT, meanwhile: async () => await meanwhile?.() })
    const { approvals, total } = await waiting(host, 2)
    const [one, other] = approvals
    meanwhile = async () => {
      meanwhile = undefined
      const params = { batch_id: other?.batch_id ?? '' }
      await world.call(api.batches.plan, { params, body: { instruction: 'also French' } })
    }
    const before = await balance()
    const told = await host.call('approve_batch', { approvals })
    expect(told.data).toMatchObject({ not_approved: [other?.batch_id], batches: [{ id: one?.batch_id }] })
    expect(host.questions).toHaveLength(2)
    expect(host.questions[0]).toContain(`Translate 2 files for ${total.credit_cost} credits?`)
    expect(host.questions[1]).toContain('Translate «f00.json» for ')
    expect(await balance()).toBe(before - Number(told.data.credits_reserved))
    expect(await statusOf(other?.batch_id)).toBe('awaiting_review')
  })
})

describe('several approvals', () => {
  it('none of which is possible fail with all of them named, and nobody is asked [MCP-17, ERR-4]', async () => {
    const host = await world.open(ACCEPT)
    const { approvals } = await waiting(host, 1)
    const old = { ...approvals[0], plan_revision: 'pr_old' }
    const told = await host.call('approve_batch', { approvals: [old, { batch_id: 'bat_x', plan_revision: 'pr_1' }] })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('Nothing was spent: none of 2 translations was approved.')
    expect(told.text).toMatch(
      /bat_\w+ was not approved: plan_changed: [\s\S]*bat_x was not approved: batch_not_found: /,
    )
    expect(told.text).toContain('After plan_changed: get_batch shows the current plan and cost')
    expect(host.questions).toHaveLength(0)
  })

  it('that the service refuses one by one are all named, not the worst alone [MCP-17, ERR-4]', async () => {
    const host = await world.open(ACCEPT)
    const { approvals } = await waiting(host, 2)
    const answer = (code: string) => ({
      ...{
        kind: 'answer' as const,
        status: 403,
        body: { error: { type: 't', code, message: `${code} it says` }, request_id: 'r' },
      },
    })
    const [one, other] = approvals.map(({ batch_id }) => batch_id)
    const off = [
      world.faults.always(answer('admin_required'), approvalOf(one ?? '')),
      world.faults.always(answer('plan_invalid'), approvalOf(other ?? '')),
    ]
    const told = await host.call('approve_batch', { approvals })
    for (const callOff of off) callOff()
    expect(told.failed).toBe(true)
    expect(told.text).toMatch(
      new RegExp(`${one} was not approved: admin_required: [\\s\\S]*${other} was not approved: plan_invalid: `),
    )
  })

  it('that the balance does not cover together say which fit, and reserve nothing [APR-1, MCP-17]', async () => {
    const own = await startMcpWorld({ service: { seed_credits: 20, monthly_credits: null } })
    const host = await own.open(ACCEPT)
    const { approvals, batches } = await waiting(host, 3, own)
    const costs = batches.map(({ credit_cost }) => Number(credit_cost))
    const [first = 0, second = 0, third = 0] = costs
    expect([first + second <= 20, first + second + third > 20]).toEqual([true, true])
    const told = await host.call('approve_batch', { approvals })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('refused (insufficient_credits)')
    expect(told.text).toContain(`approve_batch ${JSON.stringify({ approvals: approvals.slice(0, 2) })}`)
    expect(host.questions).toHaveLength(0)
    const fitting = await host.call('approve_batch', { approvals: approvals.slice(0, 2) })
    expect(fitting.data).toMatchObject({ credits_reserved: first + second, credit_balance: 20 - first - second })
    await own.close()
  })

  it('give the balance after all of them, also where the last answer is lost or it was approved before [APR-2, MCP-17]', async () => {
    const host = await world.open(ACCEPT)
    const { approvals, total } = await waiting(host, 2)
    const last = approvals[1]?.batch_id ?? ''
    const before = await balance()
    const callOff = world.faults.always({ kind: 'lose' }, approvalOf(last))
    const told = await host.call('approve_batch', { approvals })
    callOff()
    expect(told.data).toMatchObject({ credits_reserved: total.credit_cost, credit_balance: before - total.credit_cost })
    const more = await waiting(host, 1)
    const both = await host.call('approve_batch', { approvals: [...more.approvals, ...approvals] })
    expect(both.data).toMatchObject({
      credits_reserved: more.total.credit_cost,
      credit_balance: before - total.credit_cost - more.total.credit_cost,
    })
    const again = await host.call('approve_batch', { approvals })
    expect(again.data).toMatchObject({
      credits_reserved: null,
      batches: approvals.map(({ batch_id }) => ({ id: batch_id })),
    })
    expect(await balance()).toBe(before - total.credit_cost - more.total.credit_cost)
  })

  it('go from create_batch to the files in four calls [MCP-1, MCP-17]', async () => {
    const host = await world.open(ACCEPT)
    const { next_step } = await waiting(host, 2)
    const [, words = ''] = /approve_batch (\{.*\}) once/.exec(next_step) ?? []
    const approved = await host.call('approve_batch', JSON.parse(words))
    const [, ids = ''] = /get_result (\{.*\})/.exec(String(approved.data.next_step)) ?? []
    expect((await host.call('get_result', JSON.parse(ids))).data).toMatchObject({ results: [{}, {}] })
    expect(madeIn(await host.call('get_batch', { batch_id: JSON.parse(ids).batch_ids[0] })).status).toBe('completed')
  })
})

describe.each(ends(HOSTS))('several translations over a real socket, through %s,', kind => {
  it('are approved with one yes and one total, and fetched together; local files are refused with what to do [MCP-17, MCP-9, MCP-3]', async () => {
    const { origin } = await serveHttp(world.parts)
    const host = await world.open({ kind, ...ACCEPT, over: new URL('/mcp', origin) })
    const local = await host.call('create_batch', { file_paths: ['a.json', 'b.json'], ...GERMAN })
    expect([local.failed, local.text]).toEqual([true, expect.stringContaining('once for each file')])
    const before = await balance()
    const made = []
    for (const at of [1, 2, 3]) {
      const file = { content: `Text ${at} that a ${kind} host sends`, filename: `s${at}.txt` }
      made.push(madeIn(await host.call('create_batch', { ...file, ...GERMAN })))
    }
    const cost = made.reduce((sum, one) => sum + one.cost, 0)
    expect(await balance()).toBe(before)
    const told = await host.call('approve_batch', { approvals: made.map(({ approval }) => approval) })
    expect(told.data).toMatchObject({ credits_reserved: cost, credit_balance: before - cost })
    expect(host.questions).toEqual([expect.stringContaining(`Translate 3 files for ${cost} credits?`)])
    const batch_ids = made.map(({ id }) => id)
    const fetched = await host.call('get_result', { batch_ids: [...batch_ids, 'bat_of_another'], wait_seconds: 10 })
    expect(fetched.data).toMatchObject({
      results: batch_ids.map(batch_id => ({ batch_id })),
      failed: [{ batch_id: 'bat_of_another', code: 'batch_not_found' }],
    })
    expect(await balance()).toBe(before - cost)
  })
})
