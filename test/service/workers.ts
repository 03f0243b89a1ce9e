import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'
import { afterFile } from '../support/after-file.ts'
import { bundle } from '../support/child.ts'
import { dataOf, type Served } from '../support/service-process.ts'

/** Starts a process that only works on a data folder; it resolves when it does. */
export type Work = (dataDir: string, settings?: Readonly<Record<string, unknown>>) => Promise<ChildProcess>

/** Bundles the worker as a program; what comes back starts it with the pseudo engine and short leases, unless it is told others. */
export async function workerProgram(): Promise<Work> {
  const program = await bundle('test/service/racing-workers.ts')
  return async (dataDir, settings = {}) => {
    const given = JSON.stringify({ engine: 'pseudo', lease_seconds: 1, ...settings })
    const child = spawn(process.execPath, [program, dataDir, inject('workerEntry'), given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    afterFile(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return child
  }
}

/** Ends a process by a signal, and says how long that took, in milliseconds. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  const began = Date.now()
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
  return Date.now() - began
}

/** Creates a translation of this text into German, or Spanish where nobody else can, and approves it. Gives its id. */
export async function approved(served: Served, content: string, instruction: string): Promise<string> {
  const { batch } = await dataOf(served, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction })
  await dataOf(served, 'POST', `/v1/batches/${batch.id}/approve`, {})
  return batch.id
}
