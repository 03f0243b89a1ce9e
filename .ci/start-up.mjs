// How long the built program takes from its start to the answer of tools/list, against `node -e 0`, in a clean environment.
// Interleaved, the first round dropped, the median of the ratios within a round: the machine is noisy, the ratio less so.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.argv[2] ?? 21)
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const home = mkdtempSync(path.join(tmpdir(), 'start-up-'))
const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home }

const messages = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'start-up', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]

/** Milliseconds until the child has answered, or has ended where nothing is said to it. */
function time(args, lines) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint()
    const done = () => resolve(Number(process.hrtime.bigint() - start) / 1e6)
    const child = spawn(process.execPath, args, { env, cwd: home, stdio: ['pipe', 'pipe', 'inherit'] })
    child.once('error', reject)
    if (lines.length === 0) return void child.once('exit', done)
    let heard = ''
    child.stdout.on('data', chunk => {
      heard += chunk
      if (!heard.includes('"id":2')) return
      done()
      child.stdin.end()
    })
    for (const line of lines) child.stdin.write(`${JSON.stringify(line)}\n`)
  })
}

const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

const bare = []
const full = []
for (let round = 0; round <= rounds; round += 1) {
  const pair = [await time(['-e', '0'], []), await time([program], messages)]
  if (round === 0) continue
  bare.push(pair[0])
  full.push(pair[1])
}
rmSync(home, { recursive: true, force: true })
const ratio = median(full.map((value, index) => value / bare[index]))
process.stdout.write(
  `node ${process.version}: node -e 0 ${median(bare).toFixed(0)} ms, tools/list ${median(full).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (median of ${rounds})\n`,
)
