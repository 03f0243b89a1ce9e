import { it } from 'vitest'
import { killedInRounds } from './killing.ts'

it('a service killed while it hands out, takes answers and writes asks for no segment twice [MCP-15]', async () => {
  await killedInRounds({ every: 6, first: 2 })
}, 120_000)
