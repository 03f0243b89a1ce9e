import path from 'node:path'
import { type Line, median, type Setup } from './measure.ts'
import { field, startPeer } from './processes.ts'

/** For each of the three. */
const SECONDS = 4

/** What the client and a tool cost around the requests they make, over the same requests made directly. */
export async function* calls({ programs, folder, size }: Setup): AsyncGenerator<Line> {
  const load = startPeer({ args: [path.join(programs, 'load.mjs')], home: folder, core: 1 })
  const url = String(field(await load.next(), 'api_url'))
  const args = [path.join(programs, 'call-cost.mjs'), url, String(SECONDS * size)]
  const peer = startPeer({ args, home: folder, core: 0 })
  const told = await peer.next()
  await Promise.all([peer.end(), load.end()])
  const cost = (name: string) => {
    const values = field(told, name)
    return median(Array.isArray(values) ? values.map(Number) : [])
  }
  const direct = cost('direct')
  const line = (what: string, name: string): Line => ({
    what,
    figure: `${(cost(name) / direct).toFixed(2)} ×`,
    detail: `${cost(name).toFixed(0)} µs of this process over ${direct.toFixed(0)} µs`,
  })
  yield line('client.call, over the same requests made directly', 'client')
  yield line('get_account with its rendering, over the same', 'tool')
}
