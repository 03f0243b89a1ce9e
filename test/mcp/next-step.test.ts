import { describe, expect, it } from 'vitest'
import { ACCOUNT, batch, plan, planned } from '../support/answers.ts'
import { type Canned, cannedParts } from '../support/canned.ts'
import { openHost, startMcpWorld } from '../support/mcp.ts'
import { severalFiles } from '../support/several.ts'

const ONE = { batch_id: 'bat_1' }
const APPROVE = 'approve_batch {"batch_id":"bat_1","plan_revision":"pr_k2x"}'
const GET = 'get_result {"batch_id":"bat_1"}'
const OWN = plan({
  engine: 'agent',
  credit_cost: 0,
  not_understood: [],
  billing: { who: 'assistant', unit: 'tokens', estimate: 5 },
})
const CLEAR = plan({ not_understood: [] })
const QUALITY = { segments: 9, repaired: 0, kept_source: 0, findings: [] }
const FINDING = { segment: 'a', language: 'de', reason: 'A number is missing.' }

const at = (changed: object, of: object | null = CLEAR): Canned => ({
  'GET /v1/batches/bat_1': batch(changed),
  'GET /v1/batches/bat_1/plan': planned({ batch: batch(changed), plan: of }),
})
const finished = (quality: object): Canned => ({
  ...at({ status: 'completed' }),
  'GET /v1/batches/bat_1/result': { url: 'https://files.test/a', file_name: 'a.de.json', quality },
})

/** A state, the call, and how its next step begins. */
const TABLE: readonly (readonly [string, string, object, Canned, string])[] = [
  [
    'a draft that is read',
    'get_batch',
    { ...ONE, wait_seconds: 0 },
    at({ status: 'queued' }, null),
    'get_batch {"batch_id":"bat_1","wait_seconds":25}',
  ],
  ['no plan yet', 'get_batch', ONE, at({}, null), 'plan_batch {"batch_id":"bat_1","target_languages":["…"]}'],
  ['a plan to review', 'get_batch', ONE, at({}), APPROVE],
  [
    'a plan with words that were not understood',
    'get_batch',
    ONE,
    at({}, plan({ not_understood: ['Frobnicate'] })),
    'tell the person what was not understood; plan_batch {"batch_id":"bat_1"} with only',
  ],
  [
    'a plan that the assistant itself carries out',
    'get_batch',
    ONE,
    at({}, OWN),
    'translate_segments {"batch_id":"bat_1","plan_revision":"pr_k2x"}',
  ],
  [
    'a plan that the balance does not cover',
    'get_batch',
    ONE,
    { ...at({}, plan({ credit_cost: 9_000_000, not_understood: [] })), 'GET /v1/account': ACCOUNT },
    'ask the person what may be left, then plan_batch',
  ],
  ['at work', 'get_batch', { ...ONE, wait_seconds: 0 }, at({ status: 'translating' }), GET],
  ['completed', 'get_batch', ONE, at({ status: 'completed' }), GET],
  ['failed', 'get_batch', ONE, at({ status: 'failed' }), 'create_batch with the same file starts again'],
  [
    'renamed',
    'update_batch',
    { ...ONE, name: 'New' },
    { ...at({}), 'PATCH /v1/batches/bat_1': batch({ name: 'New' }) },
    'nothing: this is done',
  ],
  [
    'archived',
    'update_batch',
    { ...ONE, archived: true },
    { ...at({ archived: true }), 'PATCH /v1/batches/bat_1': batch({ archived: true }) },
    'nothing: this is done',
  ],
  [
    'no file yet',
    'get_result',
    { ...ONE, wait_seconds: 0 },
    at({ status: 'translating' }),
    'get_result {"batch_id":"bat_1"',
  ],
  ['a file without findings', 'get_result', ONE, finished(QUALITY), 'give the person the link; when'],
  [
    'a file with findings',
    'get_result',
    ONE,
    finished({ ...QUALITY, findings: [FINDING] }),
    'give the person the link, and tell what the findings say; when',
  ],
  [
    'a file that keeps sources',
    'get_result',
    ONE,
    finished({ ...QUALITY, kept_source: 1, findings: [FINDING] }),
    'give the person the link, and tell that 1 segment of it kept the source text and what the findings say; when',
  ],
]

describe('the next step is the call that a good assistant would make [MCP-5]', () => {
  it.each(TABLE)('%s', async (_, tool, input, canned, begins) => {
    const transport = tool === 'get_result' ? 'http' : 'stdio'
    const { parts } = await cannedParts(canned, { transport })
    const host = await openHost(parts)
    const { text, data, failed } = await host.call(tool, { ...input })
    expect(failed, text).toBe(false)
    expect(String(data.next_step).slice(0, begins.length)).toBe(begins)
    expect(text.split('\n').at(-1)).toBe(`Next: ${data.next_step}`)
  })

  it('after an approval: get_result, which waits; after several: one call for all', async () => {
    const world = await startMcpWorld()
    const host = await world.open({ answers: [{ action: 'accept' }] })
    const file_paths = severalFiles(world, 'next', 2)
    const made = await host.call('create_batch', { file_paths, target_languages: ['de'] })
    const rows: { id: string; plan_revision: string }[] = Object(made.data).batches
    const approvals = rows.map(({ id, plan_revision }) => ({ batch_id: id, plan_revision }))
    expect(made.data.next_step).toMatch(/^approve_batch \{"approvals":/)
    const batch_ids = rows.map(({ id }) => id)
    const approved = await host.call('approve_batch', { approvals })
    expect(approved.data.next_step).toBe(`get_result ${JSON.stringify({ batch_ids })}`)
    const one = await host.call('create_batch', {
      content: 'One two three',
      filename: 'n.txt',
      target_languages: ['de'],
    })
    const { batch: its, plan: own } = Object(one.data)
    const alone = await host.call('approve_batch', { batch_id: its.id, plan_revision: own.plan_revision })
    expect(alone.data.next_step).toBe(`get_result ${JSON.stringify({ batch_id: its.id })}`)
    await world.close()
  })
})

it('progress of many files is at most one message a second [MCP-8]', async () => {
  const world = await startMcpWorld()
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const file_paths = severalFiles(world, 'often', 20)
  const began = Date.now()
  let messages = 0
  const onprogress = () => {
    messages += 1
  }
  await host.call('create_batch', { file_paths, target_languages: ['de'] }, { onprogress })
  const seconds = (Date.now() - began) / 1000
  expect(messages).toBeGreaterThan(0)
  expect(messages).toBeLessThanOrEqual(1 + Math.ceil(seconds))
  await world.close()
})
