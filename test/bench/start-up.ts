import path from 'node:path'
import { column, interleave, type Line, median, ratioLine, ratios, type Setup } from './measure.ts'
import { INITIALIZE, startNode } from './processes.ts'

const ROUNDS = 25

/** Node keeps compiled code between starts from here on, which makes the smaller budget possible. */
const CACHING_NODE = [22, 8]

const MESSAGES = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]

/** From the start of the program to its answer to tools/list, over the time that node itself takes to start and end. */
export async function* startUp({ root, folder, rounds = ROUNDS }: Setup): AsyncGenerator<Line> {
  const program = path.join(root, 'dist', 'main.js')
  const bare = () => untilAnswered(['-e', '0'], folder, [])
  const full = () => untilAnswered([program], folder, MESSAGES)
  const values = await interleave([bare, full], rounds)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const caches = major > (CACHING_NODE[0] ?? 0) || (major === CACHING_NODE[0] && minor >= (CACHING_NODE[1] ?? 0))
  const line = ratioLine('spawn → tools/list, over node -e 0', ratios(values, 1, 0), { most: caches ? 3.6 : 4.8 })
  const times = [0, 1].map(index => `${median(column(values, index)).toFixed(0)} ms`)
  yield { ...line, detail: `${times[1]} over ${times[0]}, ${line.detail}` }
}

/** Milliseconds until the child has answered the last message, or has ended where nothing is said to it. */
function untilAnswered(args: readonly string[], home: string, messages: readonly object[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint()
    const taken = () => Number(process.hrtime.bigint() - start) / 1e6
    const child = startNode({ args, home })
    let answered: number | undefined
    let heard = ''
    child.once('error', reject)
    child.once('close', () => resolve(messages.length === 0 ? taken() : (answered ?? Number.NaN)))
    if (messages.length === 0) return
    child.stdout.on('data', chunk => {
      heard += chunk
      if (answered !== undefined || !heard.includes('"id":2')) return
      answered = taken()
      child.stdin.end()
    })
    for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`)
  })
}
