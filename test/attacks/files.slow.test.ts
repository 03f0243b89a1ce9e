import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFolders } from '../../src/mcp/files/folders.ts'
import type { Judging } from '../../src/mcp/files/handles.ts'
import { contentOf } from '../../src/mcp/files/reading.ts'
import { bundle } from '../support/child.ts'
import { type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

const SECRET = 'SECRET of somebody else'

/** A race that was lost each time shows nothing: so often at least something was let in. */
const ENOUGH = 10

let world: McpWorld
let outside: string
let before: readonly string[]
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'agent', memory: false, requests_per_minute: 1_000_000 } })
  outside = join(dirname(world.folder), 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'words.txt'), SECRET)
  writeFileSync(join(outside, 'terms.csv'), `${SECRET},geheim\n`)
})

/** A folder in which a second process exchanges files and a folder for links to `outside`, until the test has finished. */
async function raced(): Promise<string> {
  const inside = join(world.folder, `raced-${Math.random().toString(36).slice(2)}`)
  mkdirSync(inside)
  writeFileSync(join(inside, 'words.txt'), 'Good morning, everybody.')
  writeFileSync(join(inside, 'terms.csv'), 'morning,Morgen\n')
  const racing = spawn(process.execPath, [await bundle('test/attacks/racing-links.ts'), inside, outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void racing.kill('SIGKILL'))
  await once(racing.stdout, 'data')
  before = readdirSync(outside)
  return inside
}

/**
 * Calls again and again; counts how often it was let in, and gives every text that showed the secret.
 *
 * How often the file itself is met depends on the machine; where that is rare, it is tried for longer.
 */
async function tried(times: number, call: (turn: number) => Promise<string>) {
  const leaks: string[] = []
  let taken = 0
  for (let turn = 0; turn < times || (taken <= ENOUGH && turn < 5 * times); turn += 1) {
    const text = await call(turn)
    if (text.includes(SECRET)) leaks.push(text)
    if (!/refused|failed/.test(text)) taken += 1
  }
  return { leaks, taken }
}

const told = async (host: Host, tool: string, input: Record<string, unknown>) => {
  const { text, data } = await host.call(tool, input)
  return text + JSON.stringify(data)
}

/** What was written outside, whatever it is called. */
const writtenOutside = () => readdirSync(outside).filter(name => !before.includes(name))

describe('while another process exchanges a file for a link to one outside', () => {
  it('create_batch reads the secret in none of 300 calls [MCP-10]', async () => {
    const host = await world.open()
    const file_path = join(await raced(), 'words.txt')
    const { leaks, taken } = await tried(300, turn =>
      told(host, 'create_batch', { file_path, target_languages: ['de'], instruction: `Turn ${turn}.` }),
    )
    expect(leaks).toEqual([])
    expect(taken).toBeGreaterThan(ENOUGH)
  })

  it('manage_glossary reads it in none of 300 calls [MCP-10]', async () => {
    const host = await world.open()
    const from_file = join(await raced(), 'terms.csv')
    await host.call('manage_glossary', { action: 'create', language_pair: 'en-de', terms: [] })
    const { leaks, taken } = await tried(300, async () => {
      await host.call('manage_glossary', { action: 'add_terms', language_pair: 'en-de', from_file })
      return told(host, 'get_glossary', { language_pair: 'en-de' })
    })
    expect(leaks).toEqual([])
    expect(taken).toBeGreaterThan(ENOUGH)
  })

  it('a file of answers is read in none of 300 calls [MCP-10, MCP-15]', async () => {
    const host = await world.open()
    const inside = await raced()
    const call = { content: 'Good evening.', filename: 'evening.txt', target_languages: ['de'] }
    const { approval } = madeIn(await host.call('create_batch', call))
    const answers_file = join(inside, 'words.txt')
    const { leaks } = await tried(300, () => told(host, 'translate_segments', { ...approval, answers_file }))
    expect(leaks).toEqual([])
  })

  it.each<Judging>(['descriptor', 'name'])(
    'an open file is judged by its %s: 0 leaks in 5,000 openings [MCP-10]',
    async judging => {
      const inside = await raced()
      const folders = createFolders({ named: [inside], project: undefined, working: inside, home: inside }, judging)
      const once = async () => {
        try {
          const file = await folders.forReading('words.txt')
          try {
            return Buffer.from(await contentOf(file)).toString()
          } finally {
            await file.handle.close()
          }
        } catch (error) {
          return `refused: ${error instanceof Error ? error.message : ''}`
        }
      }
      const { leaks, taken } = await tried(5000, once)
      expect(leaks).toEqual([])
      // Judged by its name, a file that is exchanged all the time may be refused every time, which is as safe.
      if (judging === 'descriptor') expect(taken).toBeGreaterThan(0)
    },
  )
})

describe('while another process exchanges a folder for a link to one outside', () => {
  async function finished(host: Host): Promise<string> {
    const call = { content: `Good morning, ${Math.random()}.`, filename: 'keys.txt', target_languages: ['de'] }
    const { id, approval } = madeIn(await host.call('create_batch', call))
    await host.call('translate_segments', approval)
    await host.call('translate_segments', { ...approval, translations: ['1 Guten Morgen.', '2 Guten Morgen.'] })
    return id
  }

  it('get_result writes nothing outside in 300 calls, told to overwrite or not [MCP-10]', async () => {
    const host = await world.open()
    const batch_id = await finished(host)
    const inside = await raced()
    const { taken } = await tried(300, turn => {
      const name = turn % 3 === 0 ? 'sub/' : `sub/new-${turn}/keys.txt`
      return told(host, 'get_result', { batch_id, save_to: join(inside, name), overwrite: turn % 2 === 0 })
    })
    expect(writtenOutside()).toEqual([])
    expect(readFileSync(join(outside, 'words.txt'), 'utf8')).toBe(SECRET)
    expect(taken).toBeGreaterThan(ENOUGH)
  })

  it('where a folder cannot be held open, the write is judged again and undone: no word stays outside [MCP-10]', async () => {
    const inside = await raced()
    const folders = createFolders({ named: [inside], project: undefined, working: inside, home: inside }, 'name')
    let kept = 0
    for (let turn = 0; turn < 1000 || (kept <= ENOUGH && turn < 5000); turn += 1) {
      const spot = await folders
        .forSaving({ given: `sub/keys-${turn}.txt`, source: undefined, fileName: 'keys.txt' })
        .catch(() => undefined)
      if (spot === undefined) continue
      const temporary = spot.temporary()
      try {
        writeFileSync(temporary, 'Guten Morgen.')
        await spot.put(temporary, turn % 2 === 0)
        kept += 1
      } catch {
        // Refused, or the folder is away for a moment.
      }
      rmSync(temporary, { force: true })
      await spot.close()
    }
    expect(writtenOutside().filter(name => readFileSync(join(outside, name)).length > 0)).toEqual([])
    expect(kept).toBeGreaterThan(ENOUGH)
  })

  it('a work file is never written outside in 100 calls [MCP-10, MCP-15]', async () => {
    const host = await world.open()
    const inside = await raced()
    const text = Array.from({ length: 320 }, (_, at) => `Paragraph ${at} tells of one thing after another, slowly.`)
    for (let turn = 0; turn < 100; turn += 1) {
      const file_path = join(inside, 'away', 'book.txt')
      try {
        writeFileSync(join(inside, 'sub', 'book.txt'), [...text, `Turn ${turn}.`].join('\n\n'))
      } catch {
        // The folder is away for a moment.
      }
      const made = await host.call('create_batch', {
        file_path: file_path.replace('away', 'sub'),
        target_languages: ['de'],
      })
      if (made.failed) continue
      await host.call('translate_segments', madeIn(made).approval)
    }
    expect(writtenOutside().filter(name => name !== 'book.txt')).toEqual([])
  })
})
