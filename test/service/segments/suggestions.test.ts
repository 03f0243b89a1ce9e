import { expect, it, vi } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { createdIn, reaches } from '../../support/flow.ts'
import { agentWorld, answer, next } from '../../support/segments.ts'
import type { World } from '../../support/world.ts'

/** Approves a file of a project, which its caller translates, and takes the first round. */
async function handed(world: World, content: object, project: string) {
  const body = { content: JSON.stringify(content), filename: 'en.json', instruction: 'Translate into German.' }
  const headers = { 'content-type': 'application/json', 'translation-project': project }
  const { batch, plan_revision } = createdIn(
    await world.send('POST', '/v1/batches', { headers, body: JSON.stringify(body) }),
  )
  const approval = { expected_plan_revision: plan_revision ?? '' }
  await world.call(api.batches.approve, { params: { batch_id: batch.id }, body: approval })
  const plan = { batch_id: batch.id, plan_revision: plan_revision ?? '', languages: ['de'] }
  const answered = async (text: string) => {
    await answer(world, plan, [{ id: '1', text }])
    await reaches(world, batch.id, 'completed')
  }
  const { segments } = await vi.waitUntil(async () => {
    const round = await next(world, plan)
    return round.segments.length > 0 && round
  })
  return { segments, answered }
}

it('a project’s own translation is suggested before that of another project [ENG-4]', async () => {
  const world = await agentWorld()
  await (await handed(world, { a: { open: 'Open' } }, 'blog-2')).answered('Offen')
  const first = await handed(world, { b: { open: 'Open' } }, 'shop-1')
  expect(first.segments[0]?.suggestion).toEqual({ source: 'Open', text: 'Offen', from: 'workspace' })
  await first.answered('Öffnen')
  const second = await handed(world, { c: { open: 'Open' } }, 'shop-1')
  expect(second.segments[0]?.suggestion).toEqual({ source: 'Open', text: 'Öffnen', from: 'project' })
})
