import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '../support/catalogue.ts'
import { madeIn, type Told } from '../support/mcp.ts'
import { makePlace, type Place } from '../support/program.ts'
import { openProgram, type ProgramHost } from '../support/program-host.ts'
import { answerTo, nextCall, roundIn, translateAll } from '../support/translator.ts'
import { ahead, book, expectTranslated, real } from './agent-files.ts'

const SAMPLES = [
  { name: 'menu.json', bytes: Buffer.from('{"save":"Save {name}","rich":"Read <b>all</b> of it\\n now","on":true}\n') },
  { name: 'table.csv', bytes: Buffer.from('\uFEFFid;text\r\n1;"Open; then close"\r\n2;Save the file\r\n') },
  { name: 'app.po', bytes: Buffer.from(catalogue('de')) },
  { name: 'read.md', bytes: Buffer.from('# Read **this**\n\n- one `code` item\n- [two](a.md)\n') },
]

const REAL = [
  ...real('txt', 'house-rules.txt'),
  ...real('json', 'en.i18next.json'),
  ...real('json', 'settings-bom-dos.json'),
  ...real('json', 'newsletter.json'),
  ...real('csv', 'products.csv'),
  ...real('csv', 'posts.csv'),
  ...real('csv', 'preise-1252.csv'),
  ...real('po', 'garden-fr-dos.po'),
  ...real('po', 'workshop-ja.po'),
  ...real('md', 'handbook.md'),
  ...real('txt', 'lgpl.txt'),
  ...real('json', 'test04.json'),
  ...real('csv', 'test02.csv'),
  ...real('po', 'Test05.po'),
  ...real('md', 'example2.md'),
  ...real('json', 'AAA.json'),
  ...real('json', 'Josh Test News Email.json'),
  ...real('csv', 'computer_science_article.csv'),
  ...real('csv', 'testContent_escaped.csv'),
  ...real('po', 'af-pootle.po'),
  ...real('po', 'Test_nautilus.af.po'),
  ...real('md', 'example3.md'),
  ...real('md', 'parsing_json.md'),
  ...real('md', 'commonmark-spec.md'),
]

describe('an assistant that does what results say', () => {
  const place = makePlace()
  let host: ProgramHost
  beforeAll(async () => {
    // Each file is asked for as if it were the first.
    host = await openProgram(place, { TRANSLATION_MEMORY: 'off' })
  })

  it.each([...SAMPLES, ...REAL])(
    'gets $name back with nothing but its text changed [MCP-15, RES-2, ENG-1, ENG-2]',
    async sample => {
      await expectTranslated(host, place, sample)
    },
  )
})

/** A plan for the book of a place, and the lines of it. */
async function planned(host: ProgramHost, place: Place, paragraphs: number) {
  writeFileSync(join(place.work, 'book.txt'), book(paragraphs))
  return madeIn(await host.call('create_batch', { file_path: 'book.txt', target_languages: ['de'] }))
}

async function savedBy(host: ProgramHost, place: Place, batch_id: string): Promise<string> {
  for (;;) {
    const told = await host.call('get_result', { batch_id, wait_seconds: 20 })
    expect(told.failed, told.text).toBe(false)
    if ('saved_to' in told.data) return readFileSync(join(place.work, 'book.de.txt'), 'utf8')
  }
}

describe('two processes that translate one text', () => {
  it('are given different lines until it is done [MCP-15]', async () => {
    const place = makePlace()
    const hosts = [await openProgram(place), await openProgram(place)] as const
    const { approval, id } = await planned(hosts[0], place, 600)
    const first = await Promise.all(
      hosts.map(host => host.call('translate_segments', { ...approval, translations: [] })),
    )
    const seen = await Promise.all(first.map((told, at) => untilNothingIsGiven(hosts[at % 2 === 0 ? 0 : 1], told)))
    expect(seen.map(lines => lines.length > 0)).toEqual([true, true])
    expect(seen.flat()).toHaveLength(600)
    expect(new Set(seen.flat()).size).toBe(600)
    expect(await savedBy(hosts[1], place, id)).toMatch(/^(Zchapter \d+ .+\n\n){599}Zchapter 599 .+\n$/)
  })
})

/** Answers a round and all that follow it; gives the lines of them. */
async function untilNothingIsGiven(host: ProgramHost, first: Told): Promise<string[]> {
  const lines: string[] = []
  for (let told = first; ; ) {
    const { segments } = roundIn(told)
    if (segments.length === 0) return lines
    lines.push(...segments)
    const { tool, input } = nextCall(told)
    told = await host.call(tool, { ...input, translations: segments.map(answerTo) })
  }
}

/** Kills the process at a moment of the work; gives the lines whose answers it had acknowledged. */
type Killed = (host: ProgramHost, approval: Record<string, unknown>) => Promise<readonly string[]>

const rounds =
  (count: number, then: 'idle' | 'answering'): Killed =>
  async (host, approval) => {
    const kept: string[] = []
    let { segments } = roundIn(await host.call('translate_segments', { ...approval, translations: [] }))
    for (let round = 0; round < count; round += 1) {
      kept.push(...segments)
      const translations = segments.map(answerTo)
      segments = roundIn(await host.call('translate_segments', { ...approval, translations })).segments
    }
    if (then === 'answering') {
      const call = host.call('translate_segments', { ...approval, translations: segments.map(answerTo) })
      await Promise.all([host.kill(), call.catch(() => undefined)])
    } else await host.kill()
    return kept
  }

const MOMENTS: readonly (readonly [string, Killed])[] = [
  ['with the first round out', rounds(0, 'idle')],
  ['while the first answers come in', rounds(0, 'answering')],
  ['after two rounds', rounds(2, 'idle')],
  ['while the third answers come in', rounds(2, 'answering')],
  ['while the last answers come in', rounds(5, 'answering')],
  ['while the file is written', rounds(6, 'idle')],
]

it('a text is the same however often its process is killed, and nothing kept is asked again [MCP-15]', async () => {
  const undisturbed = makePlace()
  const quiet = await openProgram(undisturbed)
  const whole = await planned(quiet, undisturbed, 600)
  await translateAll(quiet, whole.approval)
  const expected = await savedBy(quiet, undisturbed, whole.id)
  for (const [moment, killed] of MOMENTS) {
    const place = makePlace()
    const first = await openProgram(place)
    const { approval, id } = await planned(first, place, 600)
    const kept = await killed(first, approval)
    const next = await openProgram(place, ahead(place, 5))
    const state = await next.call('get_batch', { batch_id: id })
    expect(['translate_segments', 'get_batch', 'get_result'], moment).toContain(nextCall(state).tool)
    const asked = await translateAll(next, approval)
    expect(
      asked.filter(line => kept.includes(line)),
      moment,
    ).toEqual([])
    expect(await savedBy(next, place, id), moment).toBe(expected)
  }
})
