import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../src/client/client.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import type { ServerParts } from '../../src/mcp/context.ts'
import { createFolders } from '../../src/mcp/files/folders.ts'
import { createSources } from '../../src/mcp/files/sources.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
import { type Host, openHost, type Told } from '../support/mcp.ts'
import { MCP_SETTINGS } from '../support/mcp-settings.ts'
import { temporaryFolder } from '../support/world.ts'
import { beyondTables } from './asked-fields.ts'
import type { Choice, Choices } from './choices.ts'
import { type Stranger, startStranger } from './stranger.ts'

/**
 * How a step of the job ended. `named`: the service does not offer what the step needs, and the tool said so, with what is offered
 * instead. Any other text is what went wrong.
 */
export type Outcome = 'done' | 'named' | (string & Record<never, never>)

/** The steps of the main job, in order, with their outcomes. */
export type Outcomes = ReadonlyMap<string, Outcome>

interface Job {
  readonly stranger: Stranger
  readonly host: Host
  readonly folder: string
  /** Of the translation that goes through the whole job. */
  id: string
  revision: string
}

const APP = '{\n  "open": "Open the file",\n  "save": "Save it again",\n  "legal.notice": "All rights reserved"\n}'
/** Words of APP times two: what the stranger asks for it. */
const COST = '26 credits'

/** Starts a stranger with these choices, does the main job through the server's tools, and ends both. */
export async function doJob(choices: readonly Choice[] | Choices): Promise<Outcomes> {
  const stranger = await startStranger(choices)
  const { parts, folder } = partsOver(stranger)
  const host = await openHost(parts, { answers: [{ action: 'accept' }] })
  const job: Job = { stranger, host, folder, id: '', revision: '' }
  const outcomes = new Map<string, Outcome>()
  try {
    for (const [name, step] of Object.entries(STEPS)) outcomes.set(name, await outcomeOf(step, job))
    return outcomes
  } finally {
    await parts.client.close()
    await stranger.close()
  }
}

/** The server as the command line composes it for a hosted service. Between two looks it does not wait. */
export function partsOver({ url, key }: Pick<Stranger, 'url' | 'key'>): { parts: ServerParts; folder: string } {
  const folder = join(realpathSync(temporaryFolder()), 'project')
  const data = temporaryFolder()
  mkdirSync(folder)
  const parts: ServerParts = {
    version: '0.0.0-test',
    client: createClient({
      connect: async () => ({ baseUrl: url, credential: key }),
      userAgent: 'translation-mcp/test',
    }),
    settings: { ...MCP_SETTINGS, embedded: false, agent: false },
    folders: createFolders({ named: [folder], project: undefined, working: folder, home: folder }),
    sources: createSources(() => join(data, 'sources.json')),
    written: createWritten({ folder: () => data, days: 30, clock: Date.now }),
    callerState: createCallerState(),
    stateKey: async () => new Uint8Array(32).fill(7),
    clock: Date.now,
    pause: async () => undefined,
    report: () => undefined,
  }
  return { parts, folder }
}

/** What a step finds wrong. */
class Wrong extends Error {}
/** The service does not offer what the step needs, and the tool named it. */
class Named extends Error {}

async function outcomeOf(step: (job: Job) => Promise<void>, job: Job): Promise<Outcome> {
  try {
    await step(job)
    return 'done'
  } catch (error) {
    if (error instanceof Named) return 'named'
    return error instanceof Wrong ? error.message : String(error)
  }
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Wrong(what)
}

/** What a tool says where the service does not have what it needs: the piece, by the tool, and then what works instead. */
const PIECES: Readonly<Record<string, RegExp>> = {
  update_batch: /does not offer renaming or archiving\. What works instead: \S/,
  get_glossary: /does not offer glossaries\. What works instead: \S/,
  manage_glossary: /does not offer (?:writing )?glossaries\. What works instead: \S/,
  create_batch: /does not offer this upload, or temporary uploads at all\. What works instead: \S/,
}

/** Calls a tool that must work, or must name what the service does not offer. */
async function use({ host }: Job, tool: string, input: Record<string, unknown> = {}): Promise<Told> {
  const told = await host.call(tool, input)
  if (told.failed && PIECES[tool]?.test(told.text)) throw new Named(told.text)
  must(!told.failed, told.text)
  must(!/\b(?:null|undefined|NaN)\b|\[object|«»/.test(told.text), `a hole: ${told.text}`)
  return told
}

function at(data: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value ? Reflect.get(value, name) : undefined),
    data,
  )
}

const STEPS: Readonly<Record<string, (job: Job) => Promise<void>>> = {
  account: async job => {
    const { text } = await use(job, 'get_account')
    must(text.includes('Elsewhere') && text.includes('10,000 credits'), text)
  },
  languages: async job => {
    const all = await use(job, 'list_languages')
    must(all.text.startsWith('5 languages'), all.text)
    const { text } = await use(job, 'list_languages', { search: 'German' })
    must(text.includes('de German'), text)
  },
  create: async job => {
    writeFileSync(join(job.folder, 'app.json'), APP)
    const { data, text } = await use(job, 'create_batch', { file_path: 'app.json', target_languages: ['fr'] })
    const id = at(data, 'batch', 'id')
    must(typeof id === 'string', text)
    job.id = id
    must(text.startsWith('Created '), text)
  },
  repeat: async job => {
    const { data, text } = await use(job, 'create_batch', { file_path: 'app.json', target_languages: ['fr'] })
    must(at(data, 'batch', 'id') === job.id, text)
  },
  wait: async job => {
    const { data, text } = await use(job, 'get_batch', { batch_id: job.id })
    must(at(data, 'batch', 'status') === 'awaiting_review', text)
    const plan = at(data, 'plan')
    const unread = job.stranger.choices.read_plan !== 'offered'
    must(unread ? /does not offer|last shown/.test(text) : plan !== null, text)
    if (plan !== null) must(text.includes('legal') && text.includes(COST), text)
  },
  plan: async job => {
    const { data, text } = await use(job, 'plan_batch', { batch_id: job.id, target_languages: ['de'] })
    const revision = at(data, 'plan', 'plan_revision')
    must(typeof revision === 'string', text)
    must(text.includes(COST) && text.includes('«legal'), text)
    job.revision = revision
  },
  approve: async job => {
    const { text } = await use(job, 'approve_batch', { batch_id: job.id, plan_revision: job.revision })
    const [question = ''] = job.host.questions
    must(question.includes(COST), question)
    must(!question.includes('not stated'), question)
    must(question.includes('legal.notice') && question.includes('legal text stays'), question)
    must(text.startsWith('Approved'), text)
  },
  translate: async job => {
    const told: string[] = []
    for (let look = 0; look < 10; look += 1) {
      const { data, text } = await use(job, 'get_batch', { batch_id: job.id })
      told.push(text)
      if (at(data, 'batch', 'status') === 'completed') break
    }
    must(told.at(-1)?.includes('completed') === true, told.join('\n'))
  },
  result: async job => {
    const { data, text } = await use(job, 'get_result', { batch_id: job.id })
    const saved = at(data, 'saved_to')
    must(typeof saved === 'string', text)
    const content = readFileSync(saved, 'utf8')
    must(content.includes('de: Open the file') && content.includes('"All rights reserved"'), content)
    const { file } = job.stranger.choices
    const elsewhere = job.stranger.seen.filter(one => one.at === 'files')
    must(elsewhere.length === (file === 'redirects' ? 1 : 0), 'the other origin was not asked once')
    const links = job.stranger.seen.filter(one => one.at === 'files' || one.path.startsWith('/files/'))
    must(!links.some(one => one.credential), 'the credential travelled with a link')
  },
  rename: async job => {
    const { text } = await use(job, 'update_batch', { batch_id: job.id, name: 'The app' })
    must(text.includes('renamed to «The app»'), text)
  },
  content: async job => {
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      const { text } = await use(job, 'create_batch', {
        content: `Text ${name}.`,
        filename: `${name}.txt`,
        target_languages: ['de'],
      })
      must(text.startsWith('Created '), text)
    }
  },
  list: async job => {
    const ids: unknown[] = []
    let cursor: unknown
    do {
      const { data } = await use(job, 'list_batches', typeof cursor === 'string' ? { cursor } : {})
      const rows = at(data, 'batches')
      must(Array.isArray(rows), 'no rows')
      ids.push(...rows.map(row => at(row, 'id')))
      cursor = at(data, 'next_cursor')
    } while (typeof cursor === 'string' && ids.length < 20)
    must(ids.length === 7 && new Set(ids).size === 7, `${ids.length} of 7 listed`)
    must(ids.at(-1) === job.id, 'the oldest is not last')
  },
  archive: async job => {
    const { text } = await use(job, 'update_batch', { batch_id: job.id, archived: true })
    must(text.includes('archived'), text)
    const { data } = await use(job, 'list_batches', { archived: true })
    const rows = at(data, 'batches')
    must(Array.isArray(rows) && rows.length === 1, 'not one archived')
  },
  upload: async job => {
    const upload_id = await upload(job.stranger)
    const { data, text } = await use(job, 'create_batch', { upload_id, target_languages: ['de'] })
    must(text.startsWith('Created ') && at(data, 'batch', 'file_name') === 'sent.txt', text)
  },
  glossary: async job => {
    const language_pair = 'en-pt-BR'
    const terms = [{ source: 'file', target: 'arquivo' }]
    await use(job, 'manage_glossary', { action: 'create', language_pair, terms })
    const more = [{ source: 'menu', target: 'menu' }]
    await use(job, 'manage_glossary', { action: 'add_terms', language_pair, terms: more })
    const { text } = await use(job, 'get_glossary', { language_pair })
    must(text.includes('«file» → «arquivo»') && text.includes('2 terms') && text.includes('(pt-BR)'), text)
    const all = await use(job, 'get_glossary')
    must(all.text.includes(language_pair), all.text)
    await use(job, 'manage_glossary', { action: 'remove_terms', language_pair, remove: ['menu'] })
    const deletion = { action: 'delete', language_pair, expected_term_count: 1 }
    const gone = await use(job, 'manage_glossary', deletion)
    must(gone.text.startsWith('Deleted'), gone.text)
  },
  usage: async job => {
    const { text } = await use(job, 'get_usage')
    must(text.includes('26 credits used'), text)
  },
  fields: async ({ stranger }) => {
    const beyond = beyondTables(stranger.seen)
    must(beyond.length === 0, `sent beyond the contract: ${beyond.join(', ')}`)
  },
}

/** Sends a file by a temporary upload, as somebody does who knows the service. Where there are none, an id that nobody knows. */
async function upload({ url, key, choices }: Stranger): Promise<string> {
  if (choices.upload === 'absent') return 'up_nobody_knows'
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.json()
  }
  const opened = at(await post('/v1/uploads', { filename: 'sent.txt' }), 'data')
  const address = at(opened, 'url') ?? at(opened, 'upload_url')
  const id = String(at(opened, 'id') ?? at(opened, 'upload_id'))
  await fetch(String(address), { method: 'PUT', body: 'Sent by itself.' })
  await post(`/v1/uploads/${encodeURIComponent(id)}/complete`, {})
  return id
}
