import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { PROJECT_HEADER } from '../../src/contract/limits.ts'
import type { OperationId } from '../../src/contract/operations.ts'
import { api } from '../../src/contract/operations.ts'
import { projectOfFile } from '../../src/mcp/files/project.ts'
import type { Seen } from '../support/faults.ts'
import { type Host, type McpWorld, madeIn } from '../support/mcp.ts'

/** What one operation is tried on: the arguments of the tool, and how often its effect is there. */
export interface Subject {
  readonly input: Record<string, unknown>
  /** 0 before the operation, 1 after it; 2 would be done twice. Absent for what changes nothing. */
  readonly count?: () => Promise<number>
  /** What the work costs once, in credits. */
  readonly cost?: number
}

/** An operation of the API as an assistant meets it: the tool that calls it. */
export interface Tried {
  /** The name in the table. */
  readonly name: string
  /** Null for the link of a result, which is no operation of the API. */
  readonly operation: OperationId | null
  readonly tool: string
  /** Which of the requests of that tool are this operation. */
  readonly meant: (seen: Seen) => boolean
  /** True where the caller's own model translates. */
  readonly agent?: true
  /** Makes what the operation needs, in the world and through a host that no fault meets. `name` is new each time. */
  readonly subject: (world: McpWorld, host: Host, name: string) => Promise<Subject>
}

const get = (path: RegExp) => (seen: Seen) => seen.method === 'GET' && path.test(seen.path)
const sends = (method: string, path: RegExp) => (seen: Seen) => seen.method === method && path.test(seen.path)
const nothing = async (): Promise<Subject> => ({ input: {} })

async function made(host: Host, name: string) {
  const file = { content: `Good morning ${name}, and welcome.`, filename: `${name}.txt`, target_languages: ['de'] }
  return madeIn(await host.call('create_batch', file))
}

const batches = async (world: McpWorld, search: string) =>
  (await world.list(api.batches.list, { query: { search } })).data.length
const read = (world: McpWorld, batch_id: string) => world.call(api.batches.get, { params: { batch_id } })

/** A finished translation. */
async function finished(host: Host, name: string) {
  const one = await made(host, name)
  expect((await host.call('approve_batch', one.approval)).failed).toBe(false)
  const { data } = await host.call('get_batch', { batch_id: one.id, wait_seconds: 20 })
  expect(data).toMatchObject({ batch: { status: 'completed' } })
  return one
}

/** A translation of one segment that is handed to the caller's own model, and how many segments of it are open. */
async function handedOver(world: McpWorld, host: Host, name: string) {
  const file = { content: `Good morning ${name}.`, filename: `${name}.txt`, target_languages: ['de'] }
  const { id, approval } = madeIn(await host.call('create_batch', file))
  expect((await host.call('translate_segments', approval)).failed).toBe(false)
  const query = { ...approval, target_language: 'de', hand_out: 'false' }
  const open = async () => {
    const { status } = await read(world, id)
    if (status === 'completed') return 0
    return (await world.call(api.batches.segments, { params: { batch_id: id }, query })).remaining
  }
  return { input: approval, open }
}

/** How many files lie in the folder whose name begins so. */
const files = (world: McpWorld, name: string) =>
  readdirSync(world.folder).filter(file => file.startsWith(name) && !file.endsWith('.en')).length

const pair = (name: string) => `en-${name}`
const terms = [{ source: 'one', target: 'eins' }]

async function glossary(world: McpWorld, language_pair: string) {
  await world.call(api.glossaries.create, { body: { language_pair, name: 'Names', terms } })
  return async () => {
    const { status, text } = await world.send('GET', `/v1/glossaries/${language_pair}`)
    return { gone: status === 404, text, count: [...text.matchAll(/"source":"two"/g)].length }
  }
}

/** The target languages of glossaries: each is tried on a pair of its own, which is given back after it. */
const PAIR = /\/v1\/glossaries\/[\w-]+$/

const OWN_PAIR = /\/v1\/project-glossaries\/[\w-]+$/

/** The glossary of a pair in the project of the folder, as its address answers. */
async function ofProject(world: McpWorld, method: string, name: string) {
  const headers = { [PROJECT_HEADER]: await projectOfFile(join(world.folder, 'any.en')) }
  return await world.send(method, `/v1/project-glossaries/${pair(name)}`, { headers })
}

/** Makes a glossary of one term in the project of the folder. */
async function ownGlossary(world: McpWorld, name: string) {
  const language_pair = pair(name)
  const project = await projectOfFile(join(world.folder, 'any.en'))
  await world.call(api.project_glossaries.update, { params: { language_pair }, project, body: { terms } })
  const count = async () => [...(await ofProject(world, 'GET', name)).text.matchAll(/"source":"two"/g)].length
  const gone = async () => Number((await ofProject(world, 'GET', name)).status === 404)
  return { of: { language_pair, project_of: world.file(`${name}.en`, 'One.') }, count, gone }
}

/** The same on the glossary of a project, which the file `project.en` belongs to. */
const OF_PROJECT: readonly Tried[] = [
  {
    name: 'read a glossary of a project',
    operation: 'project_glossaries.get',
    tool: 'get_glossary',
    meant: get(OWN_PAIR),
    subject: async (world, _, name) => ({ input: { ...(await ownGlossary(world, name)).of } }),
  },
  {
    name: 'list the glossaries of a project',
    operation: 'project_glossaries.list',
    tool: 'get_glossary',
    meant: get(/\/v1\/project-glossaries(?:\?|$)/),
    subject: async (world, _, name) => {
      const { project_of } = (await ownGlossary(world, name)).of
      return { input: { project_of } }
    },
  },
  {
    name: 'add terms of a project',
    operation: 'project_glossaries.update',
    tool: 'manage_glossary',
    meant: sends('PATCH', OWN_PAIR),
    subject: async (world, _, name) => {
      const { of, count } = await ownGlossary(world, name)
      return { input: { action: 'add_terms', ...of, terms: [{ source: 'two', target: 'zwei' }] }, count }
    },
  },
  {
    name: 'replace all terms of a project',
    operation: 'project_glossaries.replace',
    tool: 'manage_glossary',
    meant: sends('PUT', OWN_PAIR),
    subject: async (world, _, name) => {
      const { of, count } = await ownGlossary(world, name)
      const only = [{ source: 'two', target: 'zwei' }]
      return { input: { action: 'replace_all', ...of, terms: only, expected_term_count: 1 }, count }
    },
  },
  {
    name: 'delete a glossary of a project',
    operation: 'project_glossaries.remove',
    tool: 'manage_glossary',
    meant: sends('DELETE', OWN_PAIR),
    subject: async (world, _, name) => {
      const { of, gone } = await ownGlossary(world, name)
      return { input: { action: 'delete', ...of, expected_term_count: 1 }, count: gone }
    },
  },
]

export const OPERATIONS_TRIED: readonly Tried[] = [
  { name: 'account', operation: 'account.get', tool: 'get_account', meant: get(/\/v1\/account$/), subject: nothing },
  { name: 'credits', operation: 'credits.get', tool: 'get_account', meant: get(/\/v1\/credits$/), subject: nothing },
  { name: 'usage', operation: 'usage.get', tool: 'get_usage', meant: get(/\/v1\/usage/), subject: nothing },
  {
    name: 'languages',
    operation: 'languages.list',
    tool: 'list_languages',
    meant: get(/\/v1\/languages/),
    subject: nothing,
  },
  {
    name: 'list',
    operation: 'batches.list',
    tool: 'list_batches',
    meant: get(/\/v1\/batches(?:\?|$)/),
    subject: nothing,
  },
  {
    name: 'prices',
    operation: 'prices.get',
    tool: 'get_account',
    meant: get(/\/v1\/prices/),
    subject: nothing,
  },
  {
    name: 'languages of a list',
    operation: 'batches.plans',
    tool: 'list_batches',
    meant: get(/\/v1\/batch-plans/),
    subject: async (_, host, name) => {
      await made(host, name)
      return { input: { target_language: 'de' } }
    },
  },
  {
    name: 'look',
    operation: 'batches.get',
    tool: 'get_batch',
    meant: get(/\/v1\/batches\/\w+$/),
    subject: async (_, host, name) => ({ input: { batch_id: (await made(host, name)).id, wait_seconds: 0 } }),
  },
  {
    name: 'read the plan',
    operation: 'batches.getPlan',
    tool: 'get_batch',
    meant: get(/\/plan$/),
    subject: async (_, host, name) => ({ input: { batch_id: (await made(host, name)).id, wait_seconds: 0 } }),
  },
  {
    name: 'create from text',
    operation: 'batches.create',
    tool: 'create_batch',
    meant: sends('POST', /\/v1\/batches$/),
    subject: async (world, _, name) => ({
      input: { content: `Hello ${name}`, filename: `${name}.txt`, target_languages: ['de'] },
      count: () => batches(world, `${name}.txt`),
    }),
  },
  {
    name: 'create from a file',
    operation: 'batches.create',
    tool: 'create_batch',
    meant: sends('POST', /\/v1\/batches$/),
    subject: async (world, _, name) => ({
      input: { file_path: world.file(`${name}.txt`, `Hello ${name}`), target_languages: ['de'] },
      count: () => batches(world, `${name}.txt`),
    }),
  },
  {
    name: 'plan anew',
    operation: 'batches.plan',
    tool: 'plan_batch',
    meant: sends('POST', /\/plan$/),
    subject: async (world, host, name) => {
      const { id, approval } = await made(host, name)
      const revision = async () =>
        (await world.call(api.batches.getPlan, { params: { batch_id: id } })).plan?.plan_revision
      return {
        input: { batch_id: id, instruction: 'into French' },
        count: async () => Number((await revision()) !== approval.plan_revision),
      }
    },
  },
  {
    name: 'sample',
    operation: 'batches.sample',
    tool: 'approve_batch',
    meant: sends('POST', /\/sample$/),
    subject: async (world, host, name) => {
      const texts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`k${at}`, `Text ${at} of ${name}`]))
      const file = { content: JSON.stringify(texts), filename: `${name}.json`, target_languages: ['de'] }
      const { approval } = madeIn(await host.call('create_batch', file))
      const { data } = await world.list(api.batches.list, { query: { search: name } })
      const others = data.length
      const count = async () => (await batches(world, name)) - others
      // Five texts of four words; one that nobody has approved is in no list.
      return { input: { ...approval, sample: true }, cost: 20, count }
    },
  },
  {
    name: 'approve',
    operation: 'batches.approve',
    tool: 'approve_batch',
    meant: sends('POST', /\/approve$/),
    subject: async (world, host, name) => {
      const { id, approval, cost } = await made(host, name)
      const count = async () => Number(['translating', 'completed'].includes((await read(world, id)).status))
      return { input: approval, cost, count }
    },
  },
  {
    name: 'hand out segments',
    operation: 'batches.segments',
    tool: 'translate_segments',
    meant: get(/\/segments/),
    agent: true,
    subject: async (world, host, name) => ({ input: (await handedOver(world, host, name)).input }),
  },
  {
    name: 'answer segments',
    operation: 'batches.answerSegments',
    tool: 'translate_segments',
    meant: sends('POST', /\/segments$/),
    agent: true,
    subject: async (world, host, name) => {
      const { input, open } = await handedOver(world, host, name)
      return { input: { ...input, translations: [`1 Guten Morgen ${name}.`] }, count: async () => 1 - (await open()) }
    },
  },
  {
    name: 'get the link of a result',
    operation: 'batches.result',
    tool: 'get_result',
    meant: get(/\/result$/),
    subject: async (world, host, name) => ({
      input: { batch_id: (await finished(host, name)).id, save_to: `${name}.de.txt` },
      count: async () => files(world, name),
    }),
  },
  {
    name: 'fetch a result',
    operation: null,
    tool: 'get_result',
    meant: get(/^\/files\//),
    subject: async (world, host, name) => ({
      input: { batch_id: (await finished(host, name)).id, save_to: `${name}.de.txt` },
      count: async () => files(world, name),
    }),
  },
  {
    name: 'rename',
    operation: 'batches.update',
    tool: 'update_batch',
    meant: sends('PATCH', /\/v1\/batches\/\w+$/),
    subject: async (world, host, name) => {
      const { id } = await made(host, name)
      return {
        input: { batch_id: id, name: `new ${name}` },
        count: async () => Number((await read(world, id)).name !== null),
      }
    },
  },
  {
    name: 'read a glossary',
    operation: 'glossaries.get',
    tool: 'get_glossary',
    meant: get(PAIR),
    subject: async (world, _, name) => {
      await glossary(world, pair(name))
      return { input: { language_pair: pair(name) } }
    },
  },
  {
    name: 'list glossaries',
    operation: 'glossaries.list',
    tool: 'get_glossary',
    meant: get(/\/v1\/glossaries(?:\?|$)/),
    subject: nothing,
  },
  {
    name: 'make a glossary',
    operation: 'glossaries.create',
    tool: 'manage_glossary',
    meant: sends('POST', /\/v1\/glossaries$/),
    subject: async (world, _, name) => ({
      input: { action: 'create', language_pair: pair(name), name: 'Names', terms },
      count: async () => Number((await world.send('GET', `/v1/glossaries/${pair(name)}`)).status === 200),
    }),
  },
  {
    name: 'add terms',
    operation: 'glossaries.update',
    tool: 'manage_glossary',
    meant: sends('PATCH', PAIR),
    subject: async (world, _, name) => {
      const look = await glossary(world, pair(name))
      const added = [{ source: 'two', target: 'zwei' }]
      return {
        input: { action: 'add_terms', language_pair: pair(name), terms: added },
        count: async () => (await look()).count,
      }
    },
  },
  {
    name: 'replace all terms',
    operation: 'glossaries.replace',
    tool: 'manage_glossary',
    meant: sends('PUT', PAIR),
    subject: async (world, _, name) => {
      const look = await glossary(world, pair(name))
      const only = [{ source: 'two', target: 'zwei' }]
      const input = { action: 'replace_all', language_pair: pair(name), terms: only, expected_term_count: 1 }
      return { input, count: async () => (await look()).count }
    },
  },
  {
    name: 'delete a glossary',
    operation: 'glossaries.remove',
    tool: 'manage_glossary',
    meant: sends('DELETE', PAIR),
    subject: async (world, _, name) => {
      const look = await glossary(world, pair(name))
      const input = { action: 'delete', language_pair: pair(name), expected_term_count: 1 }
      return { input, count: async () => Number((await look()).gone) }
    },
  },
  ...OF_PROJECT,
]

/** Takes away what an operation made that others would meet. */
export async function tidyUp(world: McpWorld, name: string): Promise<void> {
  await world.send('DELETE', `/v1/glossaries/${pair(name)}`)
  await ofProject(world, 'DELETE', name)
  for (const file of readdirSync(world.folder)) if (file.startsWith(name)) rmSync(join(world.folder, file))
}
