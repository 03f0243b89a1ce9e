import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openToolSession } from '../../src/cli/translate/session.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'pseudo' } })
})

async function open() {
  const session = await openToolSession(world.parts)
  onTestFinished(() => session.close())
  return session
}
const { signal } = new AbortController()

describe('the conversation of the terminal with its own server', () => {
  it('gives the structured result of a tool', async () => {
    const session = await open()
    expect(await session.call('get_account', {}, { signal })).toMatchObject({ credit_balance: expect.any(Number) })
  })

  it('fails in words for a person, without the names of tools [MCP-7]', async () => {
    const session = await open()
    const call = session.call('get_batch', { batch_id: 'bat_unknown' }, { signal })
    await expect(call).rejects.toThrow(/\(request_id: .+\)$/)
    await expect(call).rejects.not.toThrow(/get_batch|list_batches/)
  })

  it('calls nothing once it is stopped', async () => {
    const session = await open()
    await expect(session.call('get_account', {}, { signal: AbortSignal.abort() })).rejects.toThrow()
  })
})
