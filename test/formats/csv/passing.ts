import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import * as z from 'zod'
import { writeTable } from '../../bench/samples.ts'
import { bundle } from '../../support/child.ts'
import { temporaryFolder } from '../../support/world.ts'

export const MEGABYTE = 1_000_000
const Told = z.object({ added_bytes: z.number(), count: z.number() })

export interface Passed {
  /** What the translation added to the memory of its process. */
  readonly added_bytes: number
  /** Bytes of the result. */
  readonly count: number
  readonly file: string
  readonly result: string
}

/** Gives what translates a table of so many bytes in a process of its own. */
export async function passer(): Promise<(bytes: number) => Passed> {
  const program = await bundle('test/bench/format-pass.ts')
  return bytes => {
    const file = join(temporaryFolder(), `${bytes}.csv`)
    writeTable(file, bytes)
    const out = execFileSync(process.execPath, [program, 'rewrite', file, `${file}.out`])
    return { ...Told.parse(JSON.parse(out.toString())), file, result: `${file}.out` }
  }
}
