import { execFile } from 'node:child_process'
import type { OwnRun } from './plan.ts'

/** An assistant's command changes a file; one that waits for longer asks somebody. In milliseconds. */
const PATIENCE_MS = 30_000

interface RunIn {
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/** Runs an assistant's own command, without a shell. Gives why it failed; undefined where it says that it did not. */
export async function runOwn({ program, args }: OwnRun, { home, env }: RunIn): Promise<string | undefined> {
  return await new Promise(resolve => {
    const options = { cwd: home, env, timeout: PATIENCE_MS, windowsHide: true, encoding: 'utf8' } as const
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve(undefined)
      const [said] = [...stderr.split('\n'), ...stdout.split('\n')].filter(line => line.trim() !== '')
      resolve(error.killed ? `it took longer than ${PATIENCE_MS / 1000} seconds` : (said ?? `status ${error.code}`))
    })
    child.stdin?.end()
  })
}
