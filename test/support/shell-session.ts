import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SERVING } from './shell-lines.ts'
import { temporaryFolder } from './world.ts'

interface Terminal {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** What a pasted block came to. `code` is null where the shell ended by a signal. */
export interface Pasted {
  readonly code: number | null
  readonly said: string
}

function startShell(args: readonly string[], { cwd, env }: Terminal) {
  const child = spawn('bash', ['--noprofile', '--norc', ...args], { cwd, env, detached: true })
  const end = (signal: NodeJS.Signals) => {
    const runs = child.exitCode === null && child.signalCode === null
    if (child.pid !== undefined && runs) process.kill(-child.pid, signal)
  }
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  onTestFinished(() => end('SIGKILL'))
  return { child, end, closed }
}

/**
 * One terminal into which blocks are pasted one after the other: folder, variables and functions stay from one to the next. The first line
 * that fails ends it, also at the beginning of a pipe.
 */
export function openTerminal(terminal: Terminal) {
  const { child, closed } = startShell([], terminal)
  const folder = temporaryFolder()
  let pasted = 0
  child.stdin.write('set -eo pipefail\n')
  return async (block: string): Promise<Pasted> => {
    pasted += 1
    const [script, output] = [join(folder, `${pasted}.sh`), join(folder, `${pasted}.txt`)]
    writeFileSync(script, block)
    const done = new Promise<number>(resolve => child.stdout.once('data', () => resolve(0)))
    // Nothing of the block may read what is pasted after it.
    child.stdin.write(`. '${script}' < /dev/null > '${output}' 2>&1; echo done\n`)
    const code = await Promise.race([done, closed])
    return { code, said: readFileSync(output, 'utf8') }
  }
}

/** A terminal of its own in which a block serves. Settles once it says that it does; `end` stops it as Ctrl-C would, and gives its status. */
export function serveInTerminal(block: string, terminal: Terminal) {
  const { child, end, closed } = startShell(['-ec', block], terminal)
  let said = ''
  return new Promise<{ readonly said: string; end(): Promise<number | null> }>((resolve, reject) => {
    const stop = () => {
      end('SIGINT')
      return closed
    }
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (SERVING.test(said)) resolve({ said, end: stop })
      })
    closed.then(code => reject(new Error(`It ended with ${code}: ${said}`)), reject)
  })
}
