import { expect, it } from 'vitest'
import { fuzz } from '../support/fuzz.ts'
import { startMcpWorld } from '../support/mcp.ts'
import { SEED } from '../support/seed.ts'
import { ROUNDS } from '../support/soak.ts'

/** What fuzz.slow does with 10,000 calls, with 2,000 more in each round. */
it.each(Array.from({ length: ROUNDS }, (_, round) => SEED + (round + 10) * 100_000))(
  '2,000 generated calls and files from seed %i neither crash, hang nor leak [MCP-7]',
  async seed => {
    const world = await startMcpWorld({ service: { requests_per_minute: 1_000_000 } })
    expect(await fuzz(world, 2000, seed)).toEqual([])
  },
)
