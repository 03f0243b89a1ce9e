import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { CLIENTS } from '../support/clients.ts'
import { madeIn, toldOf } from '../support/mcp.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import { answerTo, assist, fillIn, nextCall, roundIn, translateAll } from '../support/translator.ts'
import { book } from './agent-files.ts'

describe('an assistant over stdio', () => {
  it('repairs a refused line once; then its source stays, and the result says so [ENG-2, MCP-15]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    writeFileSync(join(place.work, 'a.json'), '{"a":"Hello {name}, welcome","b":"Dear {name}, good bye"}')
    const seen = new Map<string, number>()
    const clumsy = (line: string) => {
      const [id = ''] = /^\d+/.exec(line) ?? []
      seen.set(id, (seen.get(id) ?? 0) + 1)
      const lost = id === '1' || seen.get(id) === 1
      return lost ? `${id} Ohne den Namen geht es nicht` : answerTo(line)
    }
    const { saved } = await assist(host, { file_path: 'a.json', target_languages: ['de'] }, clumsy)
    expect(seen).toEqual(new Map([...'12'].map(id => [id, 2])))
    expect(saved.data).toMatchObject({ quality: { segments: 2, repaired: 1, kept_source: 1 } })
    expect(JSON.parse(readFileSync(join(place.work, 'a.de.json'), 'utf8'))).toEqual({
      a: 'Hello {name}, welcome',
      b: 'Zdear {name}, Zgood Zbye',
    })
  })

  it('translates a long text in a work file; what its answers lack comes in another; then it is gone [MCP-15]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    writeFileSync(join(place.work, 'book.txt'), book(500))
    const { approval, id } = madeIn(
      await host.call('create_batch', { file_path: 'book.txt', target_languages: ['de'] }),
    )
    const first = await host.call('translate_segments', approval)
    expect(roundIn(first)).toMatchObject({ segments: [], remaining: 500 })
    expect(first.text.length).toBeLessThan(2000)
    const part = fillIn(first, line => (Number.parseInt(line, 10) <= 200 ? answerTo(line) : ''))
    expect(part.lines).toHaveLength(500)
    const rest = await host.call(part.next.tool, part.next.input)
    expect(roundIn(rest)).toMatchObject({ segments: [], rejected: [], remaining: 300 })
    // Another worker, who comes while the file is being filled, is not given the file, but lines from its end.
    const other = roundIn(await (await openProgram(place)).call('translate_segments', approval))
    expect(other.segments.at(-1)).toMatch(/^500\b/)
    const last = fillIn(rest)
    expect(last.lines).toHaveLength(300)
    const done = await host.call(last.next.tool, last.next.input)
    expect(roundIn(done)).toMatchObject({ done: true, rejected: [] })
    expect(() => readFileSync(String(rest.data.work_file))).toThrow('ENOENT')
    await host.call('get_result', { batch_id: id })
    expect(readFileSync(join(place.work, 'book.de.txt'), 'utf8')).toMatch(
      /^Zchapter 0 Ztells (.+\n\n){499}.+again\.\n$/,
    )
  })

  it('corrects a finished file, saves it again, and remembers it [MCP-15]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    writeFileSync(join(place.work, 'c.txt'), 'A blue cup.\n\nA red cup.\n')
    const made = madeIn(await host.call('create_batch', { file_path: 'c.txt', target_languages: ['de'] }))
    await translateAll(host, made.approval)
    await host.call('get_result', { batch_id: made.id })
    const later = await openProgram(place)
    const told = await later.call('translate_segments', { ...made.approval, translations: ['2 Eine rote Tasse.'] })
    const { tool, input } = nextCall(told)
    expect({ tool, input }).toEqual({ tool: 'get_result', input: { batch_id: made.id, overwrite: true } })
    expect((await later.call(tool, input)).failed).toBe(false)
    expect(readFileSync(join(place.work, 'c.de.txt'), 'utf8')).toBe('Za Zblue Zcup.\n\nEine rote Tasse.\n')
    // Remembered: of another file only the sentence that is new is asked for.
    writeFileSync(join(place.work, 'd.txt'), 'A red cup.\n\nA green cup.\n\nA blue cup.\n')
    const { lines } = await assist(later, { file_path: 'd.txt', target_languages: ['de'] })
    expect(lines).toEqual([expect.stringMatching(/^\d+ A green cup\.$/)])
    const again = readFileSync(join(place.work, 'd.de.txt'), 'utf8')
    expect(again).toBe('Eine rote Tasse.\n\nZa Zgreen Zcup.\n\nZa Zblue Zcup.\n')
  })
})

describe('an assistant over HTTP', () => {
  it('translates text it was given, and gets a link [MCP-15, MCP-12]', async () => {
    const running = startProgram(['http', '--auth', 'none', '--port', '0', '--json'], { place: makePlace() })
    await running.heard('\n', 'stdout')
    const { mcp_url } = z.object({ mcp_url: z.string() }).parse(JSON.parse(running.said('stdout')))
    const client = await CLIENTS['sdk 1, newest']?.connect({ url: new URL(mcp_url) }, () => undefined)
    if (client === undefined) throw new Error('There is no such client.')
    onTestFinished(() => client.close())
    const host = { call: async (name: string, input = {}) => toldOf(await client.call(name, input)) }
    const wish = { content: book(300).toString(), filename: 'book.txt', target_languages: ['de', 'fr'] }
    const { saved, lines } = await assist(host, wish)
    expect(lines).toHaveLength(600)
    expect(saved.data).toMatchObject({ engine: 'agent', media_type: 'application/zip' })
    const file = await fetch(String(saved.data.url))
    expect(file.status).toBe(200)
  })
})

describe('an assistant whose service runs elsewhere', () => {
  it('is told of the tool at the first plan that needs it, and translates as at home [MCP-15]', async () => {
    const env = { TRANSLATION_ENGINE: 'agent' }
    const running = startProgram(['service', '--port', '0', '--json'], { place: makePlace(), env })
    await running.heard('\n', 'stdout')
    const said = z.object({ base_url: z.string(), key_file: z.string() }).parse(JSON.parse(running.said('stdout')))
    const place = makePlace()
    const key = readFileSync(said.key_file, 'utf8').trim()
    const host = await openProgram(place, { TRANSLATION_API_URL: said.base_url, TRANSLATION_API_KEY: key })
    writeFileSync(join(place.work, 'note.txt'), 'Good morning, everybody.\n')
    const { calls } = await assist(host, { file_path: 'note.txt', target_languages: ['de'] })
    expect(calls).toBe(4)
    expect(host.listChanges()).toBe(1)
    expect(readFileSync(join(place.work, 'note.de.txt'), 'utf8')).toBe('Zgood Zmorning, Zeverybody.\n')
  })
})
