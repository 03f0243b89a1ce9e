import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Environment } from '../../src/cli/config.ts'
import { run } from '../../src/cli/run.ts'
import type { Clock } from '../../src/client/deadline.ts'
import { giveDatabase } from './databases.ts'
import type { Ended } from './program.ts'

/**
 * Runs the program in this process, for commands that end by themselves and ask nobody. Where the suites run on PostgreSQL, the data folder
 * that `env` names has its database there.
 */
export async function ran(
  argv: readonly string[],
  env: Environment = {},
  clock?: Clock,
  working?: string,
): Promise<Ended> {
  if (env.TRANSLATION_DATA_DIR !== undefined) await giveDatabase(env.TRANSLATION_DATA_DIR)
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  // Read as it comes, since a command may wait until its output is taken.
  const texts = [stdout, stderr].map(text)
  const code = await run({ argv, env, working, stdout, stderr, clock })
  stdout.end()
  stderr.end()
  const [out = '', err = ''] = await Promise.all(texts)
  return { code, stdout: out, stderr: err }
}
