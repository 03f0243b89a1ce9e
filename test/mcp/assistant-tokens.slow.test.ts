import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { meterTokens, type Spoken, speaker } from '../support/engines/metering.ts'
import { type McpWorld, startMcpWorld, type Told } from '../support/mcp.ts'
import { apart, fillIn, nextCall, roundIn } from '../support/translator.ts'
import { ROOT } from '../support/tree.ts'

const corpus = (name: string) => readFileSync(join(ROOT, 'test', 'corpus', name), 'utf8')

/** Paragraphs of three sentences each, no two the same, as people write. */
function longText(paragraphs: number): string {
  const sentences = ['md/handbook.md', 'txt/house-rules.txt'].flatMap(name => {
    const prose = corpus(name).replaceAll(/(?<=\w)\n(?=\w)/g, ' ')
    return prose.match(/[A-Z][^.*_`|[\]<>\n]{40,}\./g) ?? []
  })
  const count = sentences.length
  const paragraph = (at: number) =>
    [at, at + 1 + Math.floor(at / count), at + 3].map(which => sentences[which % count]).join(' ')
  return Array.from({ length: paragraphs }, (_, at) => paragraph(at)).join('\n\n')
}

const FILES = ['json/en.i18next.json', 'md/handbook.md', 'po/garden.pot', 'csv/products.csv', 'txt/house-rules.txt']
const LANGUAGES = {
  ...{ de: 'German', fr: 'French', fi: 'Finnish', ru: 'Russian', ja: 'Japanese' },
  zh: 'Chinese (Simplified)',
} as const satisfies Record<Spoken, string>

let world: McpWorld
beforeAll(async () => {
  const settings = { ask_above_tokens: 1_000_000 }
  world = await startMcpWorld({ service: { engine: 'agent', memory: false }, settings })
})

const Made = z.looseObject({
  batch: z.looseObject({ id: z.string() }),
  plan: z.looseObject({
    plan_revision: z.string(),
    billing: z.looseObject({ who: z.literal('assistant'), unit: z.literal('tokens'), estimate: z.number() }),
  }),
})

/** Translates a file as an assistant does it; counts what it says and what it reads, as data and as text. */
async function exchanged(path: string, language: Spoken, transport: 'stdio' | 'http') {
  const parts = { settings: { ...world.parts.settings, transport } }
  const [maker, host] = [await world.open(), await world.open({}, parts)]
  const instruction = `Translate from English into ${LANGUAGES[language]}.`
  const { batch, plan } = Made.parse((await maker.call('create_batch', { file_path: path, instruction })).data)
  const counted = { data: 0, text: 0, files: 0 }
  const add = (data: string, text = data) => {
    counted.data += meterTokens(data)
    counted.text += meterTokens(text)
  }
  const call = async (input: Record<string, unknown>): Promise<Told> => {
    const told = await host.call('translate_segments', input)
    add(JSON.stringify(input))
    add(JSON.stringify(told.data), told.text)
    return told
  }
  const say = speaker(language)
  const answer = (line: string) => {
    const { id, text } = apart(line)
    return `${id} ${say(text.replaceAll('⏎', '\n')).replaceAll('\n', '⏎')}`
  }
  let told = await call({ batch_id: batch.id, plan_revision: plan.plan_revision })
  for (;;) {
    const round = roundIn(told)
    const next = nextCall(told)
    if (typeof round.work_file === 'string') {
      const filled = fillIn(told, answer)
      counted.files += 1
      add(readFileSync(round.work_file, 'utf8'))
      add(readFileSync(filled.next.input.answers_file, 'utf8'))
      told = await call(filled.next.input)
    } else if (next.tool === 'translate_segments') {
      told = await call({ ...next.input, translations: round.segments.map(answer) })
    } else return { estimate: plan.billing.estimate, ...counted }
  }
}

const off = (estimate: number, count: number) => Math.abs(estimate - count) / count

describe("the tokens of the assistant's own plan", () => {
  it.each(['de', 'fr', 'fi', 'ru', 'ja', 'zh'] as const)(
    'are within 15 % of what the rounds exchange, into %s [ENG-1]',
    async language => {
      for (const name of FILES) {
        const path = world.file(`${language}/${name}`, corpus(name))
        const { estimate, data, text } = await exchanged(path, language, 'stdio')
        expect(off(estimate, data), `${name}: ${estimate} of ${data}`).toBeLessThan(0.15)
        expect(off(estimate, text), `${name} as text: ${estimate} of ${text}`).toBeLessThan(0.2)
      }
    },
  )

  it.each([
    ['in several rounds', 'http', 'fr', 60],
    ['in several rounds', 'http', 'ru', 90],
    ['in several rounds', 'http', 'ja', 90],
    ['by a work file', 'stdio', 'fr', 90],
    ['by a work file', 'stdio', 'zh', 90],
    ['by a work file', 'stdio', 'ru', 90],
    ['in several rounds', 'http', 'fr', 90],
  ] as const)('are so for a long text, %s (%s, into %s) [ENG-1]', async (_how, transport, language, paragraphs) => {
    const path = world.file(`${language}-${transport}.txt`, longText(paragraphs))
    const { estimate, data, files } = await exchanged(path, language, transport)
    expect(files > 0).toBe(transport === 'stdio')
    expect(off(estimate, data), `${estimate} of ${data}`).toBeLessThan(0.15)
  })
})
