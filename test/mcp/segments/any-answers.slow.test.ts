import { beforeAll, describe, it } from 'vitest'
import { type McpWorld, startMcpWorld } from '../../support/mcp.ts'
import { rounds } from '../../support/seed.ts'
import { expectOnlyTextChanges, FILES } from './any-answers.ts'

let world: McpWorld
let ahead = 0
const later = () => {
  ahead += 3 * 60_000
}
beforeAll(async () => {
  const service = { engine: 'agent', memory: false, requests_per_minute: 1_000_000 }
  world = await startMcpWorld({ service, clock: () => Date.now() + ahead })
})

describe.each(Object.entries(FILES))('%s', (name, content) => {
  it('differs from its source only where it is translated, whatever hundreds of answers are [MCP-15, RES-2, ENG-2]', async () => {
    await expectOnlyTextChanges(world, { name, content, later, runs: rounds(90) })
  })
})
