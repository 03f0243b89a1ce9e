import { expect, it } from 'vitest'
import { fuzz } from '../support/fuzz.ts'
import { startMcpWorld } from '../support/mcp.ts'
import { ends, SEED } from '../support/seed.ts'

/** Each part is a world of its own; together they make 10,000 calls in a whole run. */
const SEEDS = [0, 1, 2, 3, 4].map(part => SEED + part * 100_000)
const CALLS = 2000

it.each(ends(SEEDS))(
  '2,000 generated calls and files from seed %i neither crash, hang nor leak [MCP-7]',
  async seed => {
    const world = await startMcpWorld({ service: { requests_per_minute: 1_000_000 } })
    expect(await fuzz(world, CALLS, seed)).toEqual([])
  },
  600_000,
)
