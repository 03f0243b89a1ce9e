import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { madeIn, startMcpWorld } from '../support/mcp.ts'

it('an outage: one call finds it out, all others are told at once and cost nothing, and all goes on by itself [ERR-3, ERR-4]', async () => {
  const world = await startMcpWorld()
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const file = { content: 'Hello outage', filename: 'outage.txt', target_languages: ['de'] }
  const made = madeIn(await host.call('create_batch', file))
  const balance = (await world.call(api.account.get)).credit_balance
  const comesBack = world.faults.always({ kind: 'reset' }, () => true)
  expect((await host.call('list_batches')).text).toContain('network_error')

  const before = world.faults.seen.length
  const begin = performance.now()
  const calls = [
    host.call('list_batches'),
    host.call('approve_batch', made.approval),
    host.call('create_batch', { ...file, content: 'Hello again' }),
    host.call('update_batch', { batch_id: made.id, name: 'new' }),
  ]
  for (const told of await Promise.all(calls)) {
    expect(told.text).toMatch(
      /failed \(api_down\): «http:\/\/127\.0\.0\.1:\d+ has been down for \d+ s, so this call was not sent/,
    )
    expect(told.text).toMatch(
      /This was not sent, so it changed and spent nothing\..* Wait \d seconds?, then call again\./,
    )
  }
  expect(performance.now() - begin).toBeLessThan(500)
  expect(world.faults.seen).toHaveLength(before)

  comesBack()
  await wait(2100)
  expect((await host.call('approve_batch', made.approval)).failed).toBe(false)
  expect((await world.call(api.account.get)).credit_balance).toBe(balance - made.cost)
  expect((await world.list(api.batches.list, { query: { search: 'outage.txt' } })).data).toHaveLength(1)
})
