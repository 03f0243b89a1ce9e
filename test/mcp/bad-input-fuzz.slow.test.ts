import { expect, it } from 'vitest'
import { fuzz } from '../support/fuzz.ts'
import { startMcpWorld } from '../support/mcp.ts'
import { rounds } from '../support/seed.ts'

it('generated calls and files get answers that keep secrets, paths and hidden characters away [MCP-7]', async () => {
  const world = await startMcpWorld({ service: { requests_per_minute: 1_000_000 } })
  expect(await fuzz(world, rounds(200))).toEqual([])
}, 120_000)
