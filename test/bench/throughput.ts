import path from 'node:path'
import { column, interleave, type Line, median, ratioLine, ratios, type Setup } from './measure.ts'
import { field, pinned, processorTimeOf, startPeer } from './processes.ts'

const ROUNDS = 7
const CONNECTIONS = 8
const VOLLEY_MS = 1000

/** Calls of get_account a second over HTTP, over those of a bare tool of the SDK that asks the same API the same. */
export async function* throughput({ root, programs, folder, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  const load = startPeer({ args: [path.join(programs, 'load.mjs')], home: folder, core: 1 })
  const api = String(field(await load.next(), 'api_url'))
  const own = startPeer({
    args: [path.join(root, 'dist', 'main.js'), 'http', '--auth', 'none', '--port', '0', '--json'],
    home: folder,
    env: { TRANSLATION_API_URL: api, TRANSLATION_API_KEY: 'tms_live_bench' },
    core: 0,
  })
  const bare = startPeer({ args: [path.join(programs, 'bare-server.mjs'), api], home: folder, core: 0 })
  const ownUrl = String(field(await own.next(), 'mcp_url'))
  const bareUrl = String(field(await bare.next(), 'mcp_url'))

  const volley = (era: 'modern' | 'legacy', url: string, pid: number, costs: number[]) => async () => {
    const before = processorTimeOf(pid)
    load.send({ url, era, connections: CONNECTIONS, milliseconds: VOLLEY_MS * size })
    const told = await load.next()
    const count = Number(field(told, 'calls'))
    costs.push(((processorTimeOf(pid) - before) * 1000) / count)
    return (count * 1000) / Number(field(told, 'milliseconds'))
  }
  for (const [era, name] of ERAS) {
    const costs: [number[], number[]] = [[], []]
    const sides = [volley(era, ownUrl, own.pid, costs[0]), volley(era, bareUrl, bare.pid, costs[1])]
    const values = await interleave(sides, rounds)
    const line = ratioLine(`HTTP get_account, over a bare tool (${name})`, ratios(values, 0, 1), { least: 0.9 })
    const [ours = '', theirs = ''] = [0, 1].map(index => median(column(values, index)).toFixed(0))
    const cost = costs.map(side => `${median(side).toFixed(0)} µs`).join(' over ')
    const cores = pinned ? 'a core each for server and load' : 'cores shared'
    yield { ...line, detail: `${ours}/s over ${theirs}/s, ${cores}, processor ${cost} a call, ${line.detail}` }
  }
  await Promise.all([load.end(), own.end('SIGTERM'), bare.end()])
}

const ERAS = [
  ['modern', '2026-07-28, stateless'],
  ['legacy', '2025-11-25, ours in a session'],
] as const
