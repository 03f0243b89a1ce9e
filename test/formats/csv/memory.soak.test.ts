import { expect, it } from 'vitest'
import { MEGABYTE, passer } from './passing.ts'

/** What memory.slow does with 60 MB, far beyond what the service takes. */
it.skipIf(process.platform !== 'linux')(
  'a table of millions of rows takes no more memory than one of 20 MB [LIM-2]',
  async () => {
    const pass = await passer()
    const small = pass(20 * MEGABYTE)
    const large = pass(1000 * MEGABYTE)
    expect(large.count).toBeGreaterThan(1000 * MEGABYTE)
    expect(large.added_bytes - small.added_bytes).toBeLessThan(100 * MEGABYTE)
  },
)
