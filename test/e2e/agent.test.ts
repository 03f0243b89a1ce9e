import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { CLIENTS } from '../support/clients.ts'
import { madeIn, toldOf } from '../support/mcp.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import { answerTo, assist, fillIn, nextCall, roundIn, translateAll } from '../support/translator.ts'
import { ahead, book, expectTranslated, real } from './agent-files.ts'

const CATALOGUE = `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. Shown above the list.
msgctxt "menu"
msgid "Open <b>all</b> files"
msgstr ""

#, c-format
msgid "one file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`

const SAMPLES = [
  ...real('txt', 'lgpl.txt'),
  ...real('json', 'test04.json'),
  ...real('csv', 'test02.csv'),
  ...real('po', 'Test05.po'),
  ...real('md', 'example2.md'),
  { name: 'menu.json', bytes: Buffer.from('{"save":"Save {name}","rich":"Read <b>all</b> of it\\n now","on":true}\n') },
  { name: 'table.csv', bytes: Buffer.from('\uFEFFid;text\r\n1;"Open; then close"\r\n2;Save the file\r\n') },
  { name: 'app.po', bytes: Buffer.from(CATALOGUE) },
]

describe('an assistant that does what results say, over stdio', () => {
  it('gets each file back with nothing but its text changed [MCP-15, RES-2, ENG-1, ENG-2]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    for (const sample of SAMPLES) await expectTranslated(host, place, sample)
  })

  it('translates a small file in three calls and fetches it, at no cost, counted in words [MCP-15]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    const account = await host.call('get_account')
    expect(account.data).toMatchObject({ local: { engine: 'agent' } })
    writeFileSync(join(place.work, 'note.txt'), 'Good morning, everybody.\n')
    const { calls, saved } = await assist(host, { file_path: 'note.txt', target_languages: ['de'] })
    expect(calls).toBe(4)
    expect(saved.text).toContain('Translated by your assistant.')
    expect(saved.data.next_step).toContain('translated by her assistant')
    expect(readFileSync(join(place.work, 'note.de.txt'), 'utf8')).toBe('Zgood Zmorning, Zeverybody.\n')
    expect((await host.call('get_account')).data.credit_balance).toBe(account.data.credit_balance)
    expect((await host.call('get_usage')).data.totals).toMatchObject({ words_translated: 3, credits_used: 0 })
  })

  it('repairs a refused line once; then its source stays, and the result says so [ENG-2, MCP-15]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    writeFileSync(join(place.work, 'a.json'), '{"a":"Hello {name}, welcome","b":"Dear {name}, good bye"}')
    const seen = new Map<string, number>()
    const clumsy = (line: string) => {
      const [id = ''] = line.split(' ')
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
    // Another conversation is told of the work file, which nobody else is given.
    const told = await (await openProgram(place)).call('translate_segments', approval)
    expect(roundIn(told)).toMatchObject({ segments: [], work_file: rest.data.work_file })
    const last = fillIn(told)
    expect(last.lines).toHaveLength(300)
    const done = await host.call(last.next.tool, last.next.input)
    expect(roundIn(done)).toMatchObject({ done: true, rejected: [] })
    expect(() => readFileSync(String(rest.data.work_file))).toThrow('ENOENT')
    await host.call('get_result', { batch_id: id })
    expect(readFileSync(join(place.work, 'book.de.txt'), 'utf8')).toMatch(
      /^Zchapter 0 Ztells (.+\n\n){499}.+again\.\n$/,
    )
  })

  it('corrects a finished file, and saves it again [MCP-15]', async () => {
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
  })
})

describe('a translation whose process is killed', () => {
  it('goes on in a new one, where get_batch says what is open; nothing kept is asked again [MCP-15]', async () => {
    const place = makePlace()
    const first = await openProgram(place)
    writeFileSync(join(place.work, 'book.txt'), book(220))
    const { approval, id } = madeIn(
      await first.call('create_batch', { file_path: 'book.txt', target_languages: ['de'] }),
    )
    const { segments } = roundIn(await first.call('translate_segments', approval))
    const second = await first.call('translate_segments', { ...approval, translations: segments.map(answerTo) })
    await first.kill()
    const next = await openProgram(place, ahead(place, 5))
    const state = await next.call('get_batch', { batch_id: id })
    expect(state.data.open).toEqual([expect.stringContaining(`${220 - segments.length} lines`)])
    expect(nextCall(state)).toEqual({ tool: 'translate_segments', input: approval })
    const asked = await translateAll(next, approval)
    expect(asked.slice(0, roundIn(second).segments.length)).toEqual(roundIn(second).segments)
    expect(new Set([...segments, ...asked]).size).toBe(220)
    expect(asked).toHaveLength(220 - segments.length)
    expect((await next.call('get_result', { batch_id: id })).failed).toBe(false)
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
