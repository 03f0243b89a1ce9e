import { beforeAll, describe, expect, it } from 'vitest'
import { type Host, type McpWorld, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
let host: Host
beforeAll(async () => {
  world = await startMcpWorld()
})
const opened = async () => {
  host = await world.open({ answers: [{ action: 'accept' }] })
}

interface Leaf {
  readonly path: string
  readonly key: string
  readonly value: unknown
}

/** Every value of structured content that is no object, with where it stands; a list of texts is one value. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  const key = path.split('.').at(-1) ?? ''
  if (Array.isArray(value)) {
    if (value.every(one => typeof one !== 'object'))
      return value.length === 0 ? [] : [{ path, key, value: JSON.stringify(value) }]
    return value.flatMap((one, at) => leavesOf(one, `${path}.${at}`))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`))
  }
  return value === null ? [] : [{ path, key, value }]
}

/** Names under which the same value may stand in two places without being one fact: rows of a list, and parts of a name. */
const OF_ROWS = /\.\d+(?:\.|$)/
/** Two names for one number. */
const SAME: Readonly<Record<string, string>> = { cost: 'credit_cost', credits: 'credit_cost', words: 'word_count' }
const FACTS = [
  'credit_cost',
  'word_count',
  'quality_tier',
  'source_language',
  'target_languages',
  'engine',
  'status',
  'kept_source',
  'plan_revision',
  'file_name',
  'text_goes_to',
  'size_bytes',
  'media_type',
  'archived',
]

/** What stands twice: a fact of one thing under one name at two places, or a text that repeats another. */
function twiceIn(data: object): string[] {
  const leaves = leavesOf(data).filter(({ path }) => path !== 'data_notice' && path !== 'next_step')
  const twice: string[] = []
  for (const [at, one] of leaves.entries()) {
    for (const other of leaves.slice(at + 1)) {
      const rows = OF_ROWS.test(one.path) || OF_ROWS.test(other.path)
      const [a, b] = [SAME[one.key] ?? one.key, SAME[other.key] ?? other.key]
      if (a === b && FACTS.includes(a) && one.value === other.value && !rows) twice.push(`${one.path} = ${other.path}`)
      if (isText(one.value) && isText(other.value) && repeats(one.value, other.value))
        twice.push(`${one.path} ~ ${other.path}`)
    }
  }
  return twice
}

const LONG = 20
const MOMENT = /^\d{4}-\d\d-\d\dT/
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= LONG && !MOMENT.test(value)
const repeats = (one: string, other: string) => one.includes(other) || other.includes(one)

const TEXTS = { a: 'Sign in', b: 'Sign out', c: 'Hello {name}', legal: 'All rights reserved' }
let files = 0
const file = () => {
  files += 1
  return { content: JSON.stringify({ ...TEXTS, n: `File ${files}` }), filename: `once-${files}.json` }
}
const madeAs = async (more: object) => {
  const told = await host.call('create_batch', { ...file(), ...more })
  const { batch, plan } = Object(told.data)
  return { told, approval: { batch_id: batch.id, plan_revision: plan?.plan_revision }, id: batch.id }
}

describe('structured content holds each fact once [MCP-5]', () => {
  it('in create_batch, plan_batch and get_batch', async () => {
    await opened()
    const words = {
      target_languages: ['de', 'fr'],
      instruction: 'Frobnicate the whatsits. Leave out legal.',
      tone: 'formal',
    }
    const { told, id } = await madeAs(words)
    expect(Object(told.data.plan).not_understood).toHaveLength(1)
    expect(told.text).toContain('Not understood, so not applied')
    expect(twiceIn(told.data)).toEqual([])
    const planned = await host.call('plan_batch', { batch_id: id, target_languages: ['it'] })
    expect(twiceIn(planned.data)).toEqual([])
    expect(twiceIn((await host.call('get_batch', { batch_id: id, wait_seconds: 0 })).data)).toEqual([])
    expect(twiceIn((await host.call('update_batch', { batch_id: id, name: 'New' })).data)).toEqual([])
  })

  it('in approve_batch, get_result, and get_batch of what is completed', async () => {
    await opened()
    const { approval, id } = await madeAs({ target_languages: ['de'] })
    expect(twiceIn((await host.call('approve_batch', approval)).data)).toEqual([])
    expect(twiceIn((await host.call('get_result', { batch_id: id })).data)).toEqual([])
    expect(twiceIn((await host.call('get_batch', { batch_id: id, wait_seconds: 0 })).data)).toEqual([])
    const search = await host.call('translate_segments', { ...approval, search: '' })
    expect(twiceIn(search.data)).toEqual([])
  })

  it('in a sample, and in the plan of the rest', async () => {
    await opened()
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`k${at}`, `Text ${at} of them`]))
    const { told, approval, id } = await madeAs({ content: JSON.stringify(many), target_languages: ['de'] })
    expect(twiceIn(told.data)).toEqual([])
    expect(told.text).toContain('as a sample')
    expect(twiceIn((await host.call('approve_batch', { ...approval, sample: true })).data)).toEqual([])
    const rest = await host.call('get_batch', { batch_id: id, wait_seconds: 0 })
    expect(rest.text).toContain('A sample of 5 texts is translated already')
    expect(twiceIn(rest.data)).toEqual([])
  })

  it('in several files', async () => {
    await opened()
    const file_paths = [file(), file()].map(({ content, filename }) => world.file(filename, content))
    const made = await host.call('create_batch', { file_paths, target_languages: ['de'] })
    expect(twiceIn(made.data)).toEqual([])
    const batches = Object(made.data).batches
    const approvals = batches.map((one: { id: string; plan_revision: string }) => ({
      batch_id: one.id,
      plan_revision: one.plan_revision,
    }))
    expect(twiceIn((await host.call('approve_batch', { approvals })).data)).toEqual([])
    const batch_ids = batches.map((one: { id: string }) => one.id)
    expect(twiceIn((await host.call('get_result', { batch_ids })).data)).toEqual([])
  })

  it.each(['get_account', 'list_batches', 'get_usage', 'list_languages', 'get_glossary'])('in %s', async name => {
    await opened()
    expect(twiceIn((await host.call(name, {})).data)).toEqual([])
  })
})
