import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { agreeToAll } from '../support/agree.ts'
import { type CallOptions, CLIENTS, type Connected, type Peer } from '../support/clients.ts'
import { type Faults, forward, type Seen, startFaults } from '../support/faults.ts'
import { madeIn, type Told, toldOf } from '../support/mcp.ts'
import { dataDirIn, makePlace, type Place, PROGRAM, type Running, startProgram } from '../support/program.ts'
import { startWorld, type World } from '../support/world.ts'

/** Stands between the programs and the service, and says of chosen translations that they are still under way. */
interface Slow {
  readonly faults: Faults
  /** So many looks at it say "translating"; then it is as it is, or the look is never answered. */
  hold(batchId: string, looks: number, then: 'as it is' | 'silence'): { silent: Promise<Seen> }
}

async function startSlow(origin: string): Promise<Slow> {
  const held = new Map<string, (seen: Seen) => Promise<object | 'silence' | undefined>>()
  const faults = await startFaults(async seen => {
    const [, id = ''] = seen.method === 'GET' ? (/^\/v1\/batches\/(\w+)$/.exec(seen.path) ?? []) : []
    const answer = await forward(origin, seen)
    const changes = await held.get(id)?.(seen)
    if (changes === undefined) return answer
    if (changes === 'silence') return new Promise(() => undefined)
    const { data, request_id } = Envelope.parse(JSON.parse(String(answer.body)))
    return { status: 200, body: { data: { ...data, ...changes }, request_id } }
  })
  return {
    faults,
    hold(batchId, looks, then) {
      let left = looks
      let hush: (seen: Seen) => void
      const silent = new Promise<Seen>(done => {
        hush = done
      })
      held.set(batchId, async seen => {
        left -= 1
        const percent = Math.min(90, 10 * (looks - left))
        const progress = { phase: 'translating', percent, updated_at: new Date().toISOString() }
        if (left >= 0) return { status: 'translating', completed_at: null, progress }
        if (then === 'as it is') return undefined
        hush(seen)
        return 'silence'
      })
      return { silent }
    },
  }
}

const Envelope = z.object({ data: z.record(z.string(), z.unknown()), request_id: z.string() })
const Names = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })

let world: World
let slow: Slow
let url: URL
let program: Running['child']
/** Where the server over HTTP keeps what waits. */
let served: Place
afterAll(() => void program.kill('SIGKILL'))

const settings = () => ({ TRANSLATION_API_URL: slow.faults.url, TRANSLATION_API_KEY: world.key })

function peerOver(transport: 'stdio' | 'HTTP', { home, temporary, work }: Place): Peer {
  if (transport === 'HTTP') return { url }
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary, ...settings() }
  return { command: process.execPath, args: [PROGRAM], cwd: work, env }
}

interface Opened {
  readonly client: Connected
  readonly place: Place
  readonly questions: string[]
  call(name: string, input: Record<string, unknown>, options?: CallOptions): Promise<Told>
}

async function open(name: string, transport: 'stdio' | 'HTTP'): Promise<Opened> {
  const place = makePlace()
  const questions: string[] = []
  const client = await CLIENTS[name]?.connect(peerOver(transport, place), message => void questions.push(message))
  if (!client) throw new Error(`There is no client ${name}.`)
  onTestFinished(() => client.close())
  return {
    ...{ client, place, questions },
    call: async (tool, input, options) => toldOf(await client.call(tool, input, options)),
  }
}

/** Proves that clients do the whole job, by their names in `CLIENTS`, over stdio and HTTP. */
export function proveInterop(names: readonly string[]): void {
  beforeAll(async () => {
    world = await startWorld()
    slow = await startSlow(world.baseUrl)
    served = makePlace()
    const running = startProgram(['http', '--auth', 'none', '--port', '0', '--json'], {
      place: served,
      env: settings(),
    })
    program = running.child
    await running.heard('\n', 'stdout')
    url = new URL(z.object({ mcp_url: z.string() }).parse(JSON.parse(running.said('stdout'))).mcp_url)
  })

  const cases = names.flatMap(name => {
    const asks = CLIENTS[name]?.asks ?? false
    return [
      { name, asks, transport: 'stdio' as const },
      { name, asks, transport: 'HTTP' as const },
    ]
  })

  describe.each(cases)('$name over $transport', ({ name, asks, transport }) => {
    it('does the whole job: create, plan, approve, wait, fetch [MCP-1, MCP-3, MCP-8, MCP-9]', async () => {
      const { client, place, questions, call } = await open(name, transport)
      const listed = Names.parse(await client.request('tools/list')).tools
      // Over HTTP another client's work may have shown by now that the service hands out segments.
      const always = (tool: string) => tool !== 'translate_segments'
      // Over HTTP, files of a repository are out of reach.
      const offered = TOOLS.filter(tool => transport === 'stdio' || tool.name !== 'plan_sync')
      const names = offered.map(tool => tool.name).filter(always)
      expect(listed.map(tool => tool.name).filter(name => always(name) || transport === 'stdio')).toEqual(names)
      expect(client.instructions).toContain('create_batch')

      const content = `Good morning, ${name} over ${transport}.\n`
      writeFileSync(join(place.work, 'notes.txt'), content)
      const source = transport === 'stdio' ? { file_path: 'notes.txt' } : { content, filename: 'notes.txt' }
      const created = madeIn(await call('create_batch', { ...source, target_languages: ['de'] }))
      const planned = await call('plan_batch', { batch_id: created.id, instruction: 'French instead' })
      expect(planned.data.plan).toMatchObject({ target_languages: ['fr'] })

      const { approval } = madeIn(planned)
      const first = await call('approve_batch', approval)
      if (!asks) expect(await agreeToAll(transport === 'stdio' ? dataDirIn(place) : dataDirIn(served))).toBe(1)
      const approved = asks ? first : await call('approve_batch', approval)
      expect(approved.failed, approved.text).toBe(false)
      expect(questions).toHaveLength(asks ? 1 : 0)

      slow.hold(created.id, 2, 'as it is')
      const ticks: number[] = []
      const onprogress = ({ progress }: { progress: number }) => void ticks.push(progress)
      const waited = await call('get_batch', { batch_id: created.id, wait_seconds: 20 }, { onprogress })
      expect(madeIn(waited).status).toBe('completed')
      expect(ticks.length).toBeGreaterThan(0)
      expect(ticks).toEqual([...ticks].sort((a, b) => a - b))

      const result = await call('get_result', { batch_id: created.id })
      expect(result.failed, result.text).toBe(false)
      const { url: link, saved_to } = Result.parse(result.data)
      const text = saved_to ? readFileSync(saved_to, 'utf8') : await (await fetch(link ?? '')).text()
      expect(text).not.toBe(content)
      expect(text).toMatch(/^\S.*\n$/)
      // What a client of before 2025-06-18 does not know would break the whole result.
      expect(result.links).toEqual(transport === 'HTTP' && name !== 'sdk 1.12.1' ? [link] : [])
    })

    it('reads resources, completes arguments, and can give up waiting [MCP-2, MCP-8]', async () => {
      const { client, call } = await open(name, transport)
      const text = `Read and given up by ${name} over ${transport}`
      const { id } = madeIn(await call('create_batch', { content: text, filename: 'r.txt', target_languages: ['de'] }))
      expect(await client.request('resources/list')).toMatchObject({
        resources: [{ name: 'usage' }, { name: 'credits' }, { name: 'translate-files' }],
      })
      expect(await client.request('resources/templates/list')).toMatchObject({
        resourceTemplates: [{ name: 'batch' }, { name: 'glossary' }],
      })
      expect(await client.request('resources/read', { uri: `translation://batches/${id}` })).toMatchObject({
        contents: [{ text: expect.stringContaining(id) }],
      })
      const ref = { type: 'ref/resource', uri: 'translation://batches/{batch_id}' }
      const argument = { name: 'batch_id', value: id.slice(0, -1) }
      expect(await client.request('completion/complete', { ref, argument })).toMatchObject({
        completion: { values: expect.arrayContaining([id]) },
      })

      const { silent } = slow.hold(id, 1, 'silence')
      const leaving = new AbortController()
      const waiting = call('get_batch', { batch_id: id, wait_seconds: 20 }, { signal: leaving.signal })
      const given = expect(waiting).rejects.toThrow()
      const look = await silent
      leaving.abort()
      await given
      // The server gives up its own look at the API, which would otherwise never end.
      await look.over
      expect(
        madeIn(await call('create_batch', { content: text, filename: 'r.txt', target_languages: ['de'] })).id,
      ).toBe(id)
    })
  })
}

const Result = z.looseObject({ url: z.string().nullish(), saved_to: z.string().nullish() })
