import { expect, it } from 'vitest'
import { fuzz } from '../support/fuzz.ts'
import { startMcpWorld } from '../support/mcp.ts'

/** Each part is a world of its own; together they make 10,000 calls. */
const SEEDS = [1, 100_001, 200_001, 300_001, 400_001]
const CALLS = 2000

it.each(SEEDS)(
  '2,000 generated calls and files from seed %i neither crash, hang nor leak [MCP-7]',
  async seed => {
    const world = await startMcpWorld({ service: { requests_per_minute: 1_000_000 } })
    expect(await fuzz(world, CALLS, seed)).toEqual([])
  },
  600_000,
)
