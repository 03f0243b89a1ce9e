import { describe, expect, it, onTestFinished } from 'vitest'
import type { Happening, RequestServed } from '../../src/contract/telemetry.ts'
import { type ScrapingOptions, serveMetrics } from '../../src/telemetry/scraping.ts'
import { type Sample, samplesIn, valueIn } from '../support/exposition.ts'
import { ask } from '../support/http.ts'

type What = Happening['what']
type Of<Kind extends What> = Extract<Happening, { readonly what: Kind }>

/** A line of a metric of this program; those of every process of Node are many. */
const OWN = /^(?:# \w+ )?translation_/

async function serve(options: Partial<ScrapingOptions> = {}) {
  const server = await serveMetrics({ port: 0, host: '127.0.0.1', token: undefined, ...options }, '1.2.3')
  onTestFinished(() => server.close())
  const lines = async () => (await ask(server.url)).text.split('\n').filter(line => OWN.test(line))
  return { ...server, lines, samples: async () => samplesIn(`${(await lines()).join('\n')}\n`) }
}

const REQUEST: RequestServed = {
  ...{ what: 'request', surface: 'mcp', method: 'POST', operation: 'tools/call', status: 409, seconds: 0.02 },
  ...{ code: 'plan_changed', aborted: false, request_id: 'req_1', caller: 'key_1', bytes_in: 4, bytes_out: 900 },
  place: undefined,
}

/** One of each thing that happens, and by how much it raises which metric. */
const HAPPENINGS: { readonly [Kind in What]: readonly (readonly [Of<Kind>, Readonly<Record<string, number>>])[] } = {
  request: [
    [
      REQUEST,
      { http_request_duration_seconds_count: 1, http_request_duration_seconds_sum: 0.02, http_refusals_total: 1 },
    ],
    [
      { ...REQUEST, code: undefined },
      { http_request_duration_seconds_count: 1, http_request_duration_seconds_sum: 0.02 },
    ],
  ],
  tool_call: [
    [
      { what: 'tool_call', tool: 'get_batch', outcome: 'refused', seconds: 2 },
      { mcp_tool_call_duration_seconds_count: 1, mcp_tool_call_duration_seconds_sum: 2 },
    ],
  ],
  job: [
    [
      { what: 'job', kind: 'analyze', outcome: 'put_off', seconds: 3 },
      { job_duration_seconds_count: 1, job_duration_seconds_sum: 3 },
    ],
  ],
  engine_call: [
    [
      { what: 'engine_call', engine: 'deepl', outcome: 'quota', segments: 7, seconds: 4 },
      { engine_call_duration_seconds_count: 1, engine_call_duration_seconds_sum: 4, engine_segments_total: 7 },
    ],
  ],
  engine_charge: [
    [{ what: 'engine_charge', engine: 'deepl', unit: 'characters', amount: 50 }, { engine_characters_total: 50 }],
    [{ what: 'engine_charge', engine: 'openai', unit: 'tokens', amount: 60 }, { engine_tokens_total: 60 }],
  ],
  file_stored: [[{ what: 'file_stored', bytes: 4096 }, { files_stored_bytes_total: 4096 }]],
}

/** The sums of all own metrics but buckets, by name without `translation_`. */
function sums(samples: readonly Sample[]): Record<string, number> {
  const own = samples.filter(({ name }) => /^translation_(?!build_info)/.test(name) && !name.endsWith('_bucket'))
  return Object.fromEntries(own.map(({ name }) => [name.slice('translation_'.length), valueIn(samples, name)]))
}

describe('metrics', () => {
  it('have each thing that happens, raise nothing else by it, and none is never raised [SCL-3]', async () => {
    const { happened, samples } = await serve()
    const raised = new Set<string>()
    let before = sums(await samples())
    for (const [one, expected] of Object.values(HAPPENINGS).flat()) {
      happened(one)
      const after = sums(await samples())
      const changes = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      const changed = changes.filter(([, by]) => by !== 0)
      expect(Object.fromEntries(changed.map(([name, by]) => [name, Number(by.toFixed(6))])), one.what).toEqual(expected)
      for (const [name] of changed) raised.add(name)
      before = after
    }
    expect(Object.keys(before).filter(name => !raised.has(name))).toEqual([])
  })

  /** What a mistake could fill the memory with: each word that something else than a type bounds. */
  const LABELS: readonly (readonly [label: string, metric: string, happening: (word: string) => Happening])[] = [
    ['operation', 'http_request_duration_seconds_count', operation => ({ ...REQUEST, operation })],
    ['tool', 'mcp_tool_call_duration_seconds_count', tool => ({ what: 'tool_call', tool, outcome: 'ok', seconds: 1 })],
    ['kind', 'job_duration_seconds_count', kind => ({ what: 'job', kind, outcome: 'done', seconds: 1 })],
    ['outcome', 'job_duration_seconds_count', outcome => ({ what: 'job', kind: 'analyze', outcome, seconds: 1 })],
    ['engine', 'engine_segments_total', engine => ({ ...CALL, engine })],
    ['outcome', 'engine_call_duration_seconds_count', outcome => ({ ...CALL, outcome })],
    ['engine', 'engine_tokens_total', engine => ({ what: 'engine_charge', engine, unit: 'tokens', amount: 1 })],
  ]
  const CALL = { what: 'engine_call', engine: 'deepl', outcome: 'ok', segments: 1, seconds: 1 } as const

  it.each(LABELS)(
    'keep at most 200 values of %s apart in %s, and lose none [SCL-3]',
    async (label, metric, happening) => {
      const { happened, lines } = await serve()
      for (let index = 0; index < 300; index++) happened(happening(`word_${index}`))
      // One that was known before the bound is still told apart.
      happened(happening('word_7'))
      const found = (await lines()).filter(line => line.startsWith(`translation_${metric}{`))
      const counts = found.map(line => Number(line.split(' ').at(-1)))
      expect(found).toHaveLength(201)
      expect(counts.reduce((sum, count) => sum + count)).toBe(301)
      const countOf = (word: string) => counts[found.findIndex(line => line.includes(`${label}="${word}"`))]
      expect([countOf('other'), countOf('word_7')]).toEqual([100, 2])
    },
  )

  it('are lines that Prometheus reads, whatever a word has in it', async () => {
    const { happened, samples } = await serve()
    const words = ['a"b', 'a\\b', 'a\nb', 'a\\nb', '}', ',x="y"', ' ', '', 'é漢😀', '# TYPE x counter']
    for (const engine of words) happened({ what: 'engine_charge', engine, unit: 'tokens', amount: 1 })
    const found = (await samples()).filter(({ name }) => name === 'translation_engine_tokens_total')
    const read = (text = '') => text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    expect(found.map(({ labels, value }) => [read(labels.engine), value])).toEqual(words.map(word => [word, 1]))
  })
})
