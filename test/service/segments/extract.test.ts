import { expect, it } from 'vitest'
import { createAgent } from '../../../src/service/engine/agent/agent.ts'
import { settleSegments } from '../../../src/service/segments/store-answers.ts'
import { gate, LEASE_MS, openWorkshop } from '../worker/workshop.ts'

const TEXT = 'Read the manual first.\n\nThen open the box.\n\nKeep the box for later.\n'

it('takes nothing away that was handed out and answered since its claim ran out under it [MCP-15, CRD-2]', async () => {
  const shop = await openWorkshop(createAgent(''))
  const { id } = await shop.batchOf(TEXT)
  const segments = () => shop.db.selectFrom('segments').selectAll().orderBy('number').execute()
  const becomes = (facts: Record<string, unknown>) =>
    expect.poll(() => shop.row(id), { interval: 10, timeout: 10_000 }).toMatchObject(facts)
  const two = shop.worker('two')
  two.wake()
  await becomes({ status: 'awaiting_review' })
  await shop.approve(id)
  const [reached, opened] = [gate(), gate()]
  const size = async (blob: string) => {
    reached.open()
    await opened.passed
    return shop.files.size(blob)
  }
  const suspended = shop.worker('one', { ...shop.files, size })
  suspended.wake()
  await reached.passed
  shop.clock.advance(LEASE_MS + 1)
  two.wake()
  await becomes({ phase: 'awaiting_translations' })
  await settleSegments(shop.db, id, 'de', [{ number: 1, state: 'answered', refusals: 0, problem: null }])
  const before = await segments()
  expect(before).toHaveLength(3)
  opened.open()
  await suspended.close()
  expect(await segments()).toEqual(before)
  await becomes({ status: 'translating', phase: 'awaiting_translations', lease_owner: null })
  await two.close()
  await shop.close()
})
