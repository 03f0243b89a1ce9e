import path from 'node:path'
import { getEncoding } from 'js-tiktoken'
import type { Line, Setup } from './measure.ts'
import { startHost } from './processes.ts'

const MOST_BYTES = 24_000
const MOST_TOKENS = 6000
const MOST_READ_TOKENS = 3200

/** What tools/list costs a model to read, as the built program sends it. */
export async function* listing({ root, folder }: Setup): AsyncGenerator<Line> {
  const host = await startHost({ args: [path.join(root, 'dist', 'main.js')], home: folder })
  const result = await host.request('tools/list')
  await host.end()
  const encoding = getEncoding('o200k_base')
  const tokens = (value: unknown) => encoding.encode(typeof value === 'string' ? value : JSON.stringify(value)).length
  const tools: unknown = Reflect.get(result, 'tools')
  const list: readonly object[] = Array.isArray(tools) ? tools : []
  const read = list.map(one => tokens(Reflect.get(one, 'description')) + tokens(Reflect.get(one, 'inputSchema')))
  const text = JSON.stringify({ tools })
  yield within(`tools/list of ${list.length} tools`, Buffer.byteLength(text), MOST_BYTES, 'bytes')
  yield within('the same, for o200k', tokens(text), MOST_TOKENS, 'tokens')
  yield within(
    'its descriptions and inputs',
    read.reduce((sum, one) => sum + one, 0),
    MOST_READ_TOKENS,
    'tokens',
  )
}

function within(what: string, figure: number, most: number, unit: string): Line {
  const shown = (count: number) => `${count.toLocaleString('en')} ${unit}`
  return { what, figure: shown(figure), budget: { text: `≤ ${shown(most)}`, kept: figure <= most } }
}
