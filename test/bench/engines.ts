import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sentence, startEngineServer } from './engine-servers.ts'
import type { Line, Setup } from './measure.ts'
import { field, type Peer, startPeer } from './processes.ts'

const SEGMENTS = 20_000
/** Of a hundred sentences so many are new in the second file. */
const CHANGED_PERCENT = 1

const ENGINES: Readonly<Record<string, (url: string) => Record<string, string>>> = {
  pseudo: () => ({}),
  apertium: url => ({ TRANSLATION_APERTIUM_URL: url }),
  openai: url => ({ TRANSLATION_OPENAI_BASE_URL: `${url}/v1`, TRANSLATION_OPENAI_MODEL: 'bench' }),
  deepl: url => ({ TRANSLATION_DEEPL_API_KEY: 'bench:fx', TRANSLATION_DEEPL_URL: url }),
}

/** Segments a second through the whole service with an engine that takes no time, and what the memory saves the second time. */
export async function* engines({ root, folder, size }: Setup): AsyncGenerator<Line> {
  const server = await startEngineServer()
  const count = Math.ceil(SEGMENTS * size)
  for (const [name, settings] of Object.entries(ENGINES)) {
    const home = path.join(folder, name)
    mkdirSync(home)
    const env = {
      TRANSLATION_ENGINE: name,
      TRANSLATION_SEED_CREDITS: '1000000',
      TRANSLATION_DATA_DIR: path.join(home, 'data'),
      ...settings(server.url),
    }
    const args = [path.join(root, 'dist', 'main.js'), 'service', '--auth', 'none', '--json']
    const peer = startPeer({ args, home, env })
    try {
      yield* measured(name, count, peer)
    } finally {
      await peer.end('SIGTERM')
    }
  }
  server.close()
}

async function* measured(name: string, count: number, peer: Peer): AsyncGenerator<Line> {
  const told = await peer.next()
  const service = {
    url: String(field(told, 'base_url')),
    key: readFileSync(String(field(told, 'key_file')), 'utf8').trim(),
  }
  const first = await translate(
    service,
    Array.from({ length: count }, (_, at) => sentence(at)),
  )
  yield {
    what: `${name}: segments a second, server without latency`,
    figure: `${(count / first.seconds).toFixed(0)}/s`,
    detail: `${count} segments in ${first.seconds.toFixed(2)} s, planned in ${first.planning.toFixed(2)} s`,
  }
  if (name === 'pseudo') return
  const stride = 100 / CHANGED_PERCENT
  const second = await translate(
    service,
    Array.from({ length: count }, (_, at) => sentence(at % stride === 0 ? at + count : at)),
  )
  const share = second.reused / (second.reused + second.fresh)
  yield {
    what: `${name}: share of words from memory where ${CHANGED_PERCENT} % changed`,
    figure: `${(share * 100).toFixed(1)} %`,
    detail: `${(count / second.seconds).toFixed(0)} segments a second, planned in ${second.planning.toFixed(2)} s`,
  }
}

async function translate({ url, key }: { url: string; key: string }, sentences: readonly string[]) {
  const call = async (method: string, at: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const answer = await fetch(`${url}${at}`, init)
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
    return JSON.parse(await answer.text()).data
  }
  const seconds = (since: number) => (performance.now() - since) / 1000
  const begun = performance.now()
  const instruction = 'Translate from English into Spanish.'
  const created = await call('POST', '/v1/batches', {
    content: sentences.join('\n\n'),
    filename: 'manual.txt',
    instruction,
  })
  const ended = async (step: string) => {
    for (;;) {
      const { status, error } = await call('GET', `/v1/batches/${created.batch.id}`)
      if (status === 'failed') throw new Error(error.message)
      if (status === step) return
      await setTimeout(150)
    }
  }
  // On a slow machine creation answers before the plan is there.
  if (created.plan === null) await ended('awaiting_review')
  const { plan } = await call('GET', `/v1/batches/${created.batch.id}/plan`)
  const planning = seconds(begun)
  const approved = performance.now()
  await call('POST', `/v1/batches/${created.batch.id}/approve`, {})
  await ended('completed')
  return { planning, seconds: seconds(approved), fresh: plan.new_words, reused: plan.reused_words }
}
