import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { assistant } from './assistant.ts'
import { calls } from './calls.ts'
import { commands } from './commands.ts'
import { databases } from './databases.ts'
import { engines } from './engines.ts'
import { formats } from './formats.ts'
import { listing } from './listing.ts'
import type { Line, Measurement } from './measure.ts'
import { memory } from './memory.ts'
import { office } from './office.ts'
import { parsers } from './parsers.ts'
import { peers } from './peers.ts'
import { scale } from './scale.ts'
import { sessions } from './sessions.ts'
import { startUp } from './start-up.ts'
import { sync } from './sync.ts'
import { throughput } from './throughput.ts'
import { uploads } from './uploads.ts'

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  'start-up': startUp,
  throughput,
  calls,
  memory,
  formats,
  office,
  commands,
  parsers,
  engines,
  assistant,
  listing,
  scale,
  databases,
  sessions,
  uploads,
  sync,
  peers,
}

/** Installs other programs, so it is run where it is asked for by name alone. */
const BY_NAME: readonly string[] = ['peers']

const HELP = `npm run bench -- [--only NAME]… [--rounds N] [--size SHARE]

  --only NAME    one of: ${Object.keys(MEASUREMENTS).join(', ')}; repeatable; without it all but ${BY_NAME.join(', ')}
  --rounds N     rounds after the warm-up
  --size SHARE   share of the full file sizes and durations (1); below 1 the figures mean nothing
`

/** Runs the measurements and prints a line for each figure. 0: all were run, whatever they found; 2: a wrong option. */
export async function bench(argv: string[], place: { root: string; programs: string }): Promise<0 | 2> {
  const { values } = parseArgs({
    args: argv,
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      size: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const usual = Object.keys(MEASUREMENTS).filter(name => !BY_NAME.includes(name))
  const { only = usual, rounds, size } = values
  if (values.help || only.some(name => !(name in MEASUREMENTS))) {
    process.stdout.write(HELP)
    return values.help ? 0 : 2
  }
  print(`node ${process.version}, ${cpus().length} cores, load ${load()}`)
  for (const name of only) {
    const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
    const setup = { ...place, folder, rounds: rounds === undefined ? undefined : Number(rounds), size: Number(size) }
    try {
      print(`\n${name}`)
      for await (const line of MEASUREMENTS[name]?.(setup) ?? []) print(shown(line))
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  print(`\nload afterwards ${load()}`)
  return 0
}

function shown({ what, figure, budget, detail }: Line): string {
  const held = budget === undefined ? '' : `${budget.kept ? 'ok  ' : 'over'}  ${budget.text}`
  return `  ${what.padEnd(64)} ${figure.padStart(14)}  ${held.padEnd(24)} ${detail ?? ''}`.trimEnd()
}

function load(): string {
  return loadavg()
    .map(average => average.toFixed(2))
    .join(' ')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
