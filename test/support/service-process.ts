import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, inject } from 'vitest'
import { bundle } from './child.ts'
import { giveDatabase } from './databases.ts'
import { follow } from './flow.ts'

/** The service in a process of its own, which works until its standard input ends or it is killed. */
export interface Served {
  readonly child: ChildProcess
  readonly baseUrl: string
  readonly key: string
}

export type Serve = (dataDir: string, settings?: Readonly<Record<string, unknown>>) => Promise<Served>

/** Bundles the service as a program; what comes back starts it on a data folder, by default with the pseudo engine and short leases. */
export async function serviceProgram(): Promise<Serve> {
  const program = await bundle('test/service/racing-services.ts')
  return async (dataDir, settings = {}) => {
    await giveDatabase(dataDir)
    const given = JSON.stringify({ engine: 'pseudo', lease_seconds: 1, ...settings })
    const child = spawn(process.execPath, [program, dataDir, inject('workerEntry'), given], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return { child, ...JSON.parse(String(line)) }
  }
}

/** A call with the service's own key. */
export async function ask({ baseUrl, key }: Served, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const { status, text } = await follow(`${baseUrl}${path}`, init)
  return { status, text, answer: JSON.parse(text) }
}

/** The data of a call that has to succeed. */
export async function dataOf(served: Served, method: string, path: string, body?: object) {
  const { status, text, answer } = await ask(served, method, path, body)
  expect(status, text.slice(0, 500)).toBeLessThan(300)
  return answer.data
}

/** Kills the process at once, whatever it does. */
export async function kill({ child }: Served): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
