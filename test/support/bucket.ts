import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { afterFile } from './after-file.ts'
import { temporaryFolder } from './world.ts'

const SERVER = fileURLToPath(new URL('bucket-server.mjs', import.meta.url))

const Asked = z.object({
  method: z.string(),
  path: z.string(),
  query: z.array(z.string()),
  range: z.string().optional(),
  encryption: z.string().optional(),
  key: z.string().optional(),
})

/** A fault for the next requests of a method whose path has these letters: a refusal, or `cut`: the connection is ended; `lost`: after it counted. */
export interface BucketFault {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string
  readonly times: number
}

/** A store with the bucket `files`, whose one key is that of the environment of the tests. */
export interface BucketServer {
  readonly endpoint: string
  /** The settings by which a service has its files below a prefix of that bucket. */
  settings(prefix: string): Partial<ServiceSettings>
  /** What was asked of it since the last time. */
  asked(): readonly z.output<typeof Asked>[]
  fail(faults: readonly BucketFault[]): void
  /** Kills it, and starts it again on the same port with what it has. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** The key that the server knows. */
export const KNOWN = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const

/** Starts a store, on a free port unless one is named, and gives this process its key. It ends with the test file. */
export async function startBucket(at = 0): Promise<BucketServer> {
  Object.assign(process.env, KNOWN)
  const folder = temporaryFolder()
  const requests = join(folder, 'requests.jsonl')
  let child: ChildProcess | undefined
  let port = String(at)
  const start = async () => {
    const started = spawn(process.execPath, ['--openssl-legacy-provider', SERVER, folder, port], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    const lines = createInterface({ input: started.stdout })
    const [line] = await once(lines, 'line')
    port = String(line)
  }
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  afterFile(kill)
  await start()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    ...{ endpoint, start, kill },
    settings: prefix => ({
      files_url: `s3://files/${prefix}`,
      files_endpoint: endpoint,
      files_path_style: true,
    }),
    asked() {
      if (!existsSync(requests)) return []
      const lines = readFileSync(requests, 'utf8').trimEnd().split('\n')
      rmSync(requests)
      return lines.map(line => Asked.parse(JSON.parse(line)))
    },
    fail: faults => writeFileSync(join(folder, 'faults.json'), JSON.stringify(faults)),
  }
}
