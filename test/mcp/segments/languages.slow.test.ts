import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Host, type McpWorld, madeIn, startMcpWorld } from '../../support/mcp.ts'
import { answerTo, nextCall, roundIn, translateAll } from '../../support/translator.ts'

const Saved = z.looseObject({ saved: z.array(z.object({ language: z.string(), saved_to: z.string() })) })

let world: McpWorld
let host: Host
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'agent', memory: false, requests_per_minute: 1_000_000 } })
})

async function planned(name: string, content: string, target_languages: readonly string[]) {
  host = await world.open()
  return madeIn(await host.call('create_batch', { file_path: world.file(name, content), target_languages }))
}

/** As many texts as are asked for, ten words each. */
function texts(count: number): string {
  const text = (at: number) => `The lamp of house ${at} shines on the old road.`
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, text(at)])))
}

describe('a round', () => {
  it('has at most 600 words where the target is not written in Latin letters, else at most 100 lines [MCP-15]', async () => {
    const { approval } = await planned('many.json', texts(130), ['ja', 'fr'])
    const japanese = roundIn(await host.call('translate_segments', { ...approval, target_language: 'ja' }))
    const french = roundIn(await host.call('translate_segments', { ...approval, target_language: 'fr' }))
    expect(japanese.segments).toHaveLength(60)
    expect(french.segments).toHaveLength(100)
  })

  it('brings the required terms that occur in it and no others [GLO-3, MCP-15]', async () => {
    host = await world.open()
    const terms = [
      { source: 'kettle', target: 'Kessel' },
      { source: 'ship', target: 'Schiff' },
    ]
    await host.call('manage_glossary', { action: 'create', language_pair: 'en-de', terms })
    const { approval } = await planned('terms.json', '{"a":"The kettle is on","b":"The door is open"}', ['de'])
    const told = await host.call('translate_segments', approval)
    expect(told.text).toContain('Required terms: «kettle» → «Kessel».')
    expect(told.text).not.toContain('Schiff')
  })
})

describe('two languages', () => {
  it('are handed out one after the other and come back together, right to left as well [MCP-15, RES-2]', async () => {
    const source = '{"open":"Open the file","count":"Close {n} \u200Fold\u200F windows"}'
    const { approval, id } = await planned('rtl.json', source, ['ar', 'ja'])
    const first = await host.call('translate_segments', approval)
    expect(roundIn(first).segments[1]).toBe('2[count] Close {n} ‹U+200F›old‹U+200F› windows')
    const arabic = ['1 افتح الملف', '2 أغلق {n} ‹U+200F›نوافذ‹U+200F› قديمة']
    const second = await host.call('translate_segments', { ...nextCall(first).input, translations: arabic })
    expect(roundIn(second)).toMatchObject({ rejected: [], done: true })
    const next = nextCall(second)
    expect(next).toEqual({ tool: 'translate_segments', input: { ...approval, target_language: 'ja' } })
    await host.call(next.tool, next.input)
    const japanese = ['1 ファイルを開く', '2 {n}個の古いウィンドウを閉じる']
    const last = await host.call(next.tool, { ...next.input, translations: japanese })
    expect(nextCall(last)).toEqual({ tool: 'get_result', input: { batch_id: id } })
    const saved = await host.call('get_result', { batch_id: id })
    const places = Saved.parse(saved.data).saved.map(({ language, saved_to }) => [language, saved_to] as const)
    expect(places.map(([, place]) => basename(place))).toEqual(['rtl.ar.json', 'rtl.ja.json'])
    const texts = places.map(([language, place]) => [language, JSON.parse(readFileSync(place, 'utf8'))])
    expect(Object.fromEntries(texts)).toEqual({
      ar: { open: 'افتح الملف', count: 'أغلق {n} \u200Fنوافذ\u200F قديمة' },
      ja: { open: 'ファイルを開く', count: '{n}個の古いウィンドウを閉じる' },
    })
  })

  it('go into a work file each, above 3,000 words of both [MCP-15]', async () => {
    const { approval } = await planned('both.json', texts(200), ['de', 'fr'])
    const told = await host.call('translate_segments', approval)
    expect(roundIn(told)).toMatchObject({ work_file: join(world.folder, 'both.de.work.txt'), remaining: 200 })
    const lines = readFileSync(join(world.folder, 'both.de.work.txt'), 'utf8').split('\n')
    const answers = lines.filter(line => /^\d/.test(line)).map(answerTo)
    const answers_file = world.file('both.de.answers.txt', answers.join('\n'))
    const german = await host.call('translate_segments', { ...approval, target_language: 'de', answers_file })
    const { tool, input } = nextCall(german)
    expect(input).toEqual({ ...approval, target_language: 'fr' })
    const french = roundIn(await host.call(tool, input))
    expect(french.work_file).toBe(join(world.folder, 'both.fr.work.txt'))
    await translateAll(host, { ...approval, target_language: 'fr' }, answerTo)
  })
})
