import { readFileSync, statSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { MEGABYTE, type Passed, passer } from './passing.ts'

let pass: (bytes: number) => Passed
beforeAll(async () => {
  pass = await passer()
})

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
