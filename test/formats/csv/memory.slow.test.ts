import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { writeTable } from '../../bench/samples.ts'
import { bundle } from '../../support/child.ts'
import { temporaryFolder } from '../../support/world.ts'

const MEGABYTE = 1_000_000
const Told = z.object({ added_bytes: z.number(), count: z.number() })

let program = ''
beforeAll(async () => {
  program = await bundle('test/bench/format-pass.ts')
})

/** Translates a table of so many bytes in a process of its own: what it added to its memory, and the files. */
function pass(bytes: number) {
  const file = join(temporaryFolder(), `${bytes}.csv`)
  writeTable(file, bytes)
  const out = execFileSync(process.execPath, [program, 'rewrite', file, `${file}.out`])
  return { ...Told.parse(JSON.parse(out.toString())), file, result: `${file}.out` }
}

it.skipIf(process.platform !== 'linux')(
  'a table of 60 MB takes no more memory than one of 20 MB, and comes back whole [RES-2, LIM-2]',
  () => {
    const small = pass(20 * MEGABYTE)
    const large = pass(60 * MEGABYTE)
    expect(statSync(large.file).size).toBeGreaterThan(59 * MEGABYTE)
    // The file is 40 MB longer; what is left is when the collector comes.
    expect(large.added_bytes - small.added_bytes).toBeLessThan(20 * MEGABYTE)
    expect(large.added_bytes).toBeLessThan(100 * MEGABYTE)
    const [before, after] = [large.file, large.result].map(file => readFileSync(file))
    // Taking the marks away again gives the original: nothing but the marks came in.
    const unmarked = after?.toString().replaceAll('»', '')
    expect(unmarked === before?.toString()).toBe(true)
  },
)
