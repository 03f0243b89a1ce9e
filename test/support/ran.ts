import { PassThrough } from 'node:stream'
import type { Environment } from '../../src/cli/config.ts'
import { run } from '../../src/cli/run.ts'
import type { Clock } from '../../src/client/deadline.ts'
import type { Ended } from './program.ts'

/** Runs the program in this process, for commands that end by themselves and ask nobody. */
export async function ran(argv: readonly string[], env: Environment = {}, clock?: Clock): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await run({ argv, env, stdout, stderr, clock })
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}
