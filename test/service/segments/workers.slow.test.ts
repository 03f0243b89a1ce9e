import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OpenSegment } from '../../../src/contract/segments.ts'
import { reaches, resultOf } from '../../support/flow.ts'
import { rounds } from '../../support/seed.ts'
import { agentWorld, answer, type Handed, handedOver, next, paragraphs, translated } from '../../support/segments.ts'
import { manualClock, type World } from '../../support/world.ts'

const SEGMENTS = 130
const MINUTE = 60_000

/** What a worker does next: asks for a round, answers so many of what it has (some of them badly), or lets time pass. */
const step = fc.record({
  worker: fc.nat(2),
  does: fc.constantFrom('asks', 'answers', 'answers', 'waits'),
  share: fc.constantFrom(0.1, 0.5, 1),
  bad: fc.integer({ min: 2, max: 40 }),
  minutes: fc.constantFrom(1, 3, 20),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Does the steps, then all that is left, and says which segments were refused twice. */
async function work(world: World, handed: Handed, steps: readonly Step[], advance: (ms: number) => void) {
  const desks: OpenSegment[][] = [[], [], []]
  const refusals = new Map<string, number>()
  const open = new Set(Array.from({ length: SEGMENTS }, (_, at) => `${at + 1}`))
  const put = async (desk: number, bad: number, share: number): Promise<void> => {
    const given = (desks[desk] ?? []).slice(0, Math.ceil((desks[desk]?.length ?? 0) * share))
    const answers = given.map(({ id, text }) => ({ id, text: Number(id) % bad === 0 ? ' ' : translated(text) }))
    const round = await answer(world, handed, answers)
    for (const { id, final } of round.rejected) {
      if (open.has(id)) refusals.set(id, (refusals.get(id) ?? 0) + 1)
      expect(final).toBe(!open.has(id) || refusals.get(id) === 2)
      if (final) open.delete(id)
    }
    const rejected = new Set(round.rejected.map(({ id }) => id))
    for (const { id } of answers) {
      if (rejected.has(id)) continue
      open.delete(id)
      // A better answer that comes later takes the place of the source.
      refusals.delete(id)
    }
    expect(round.remaining).toBe(open.size)
    for (const { id } of round.segments) expect(open.has(id)).toBe(true)
    desks[desk] = round.segments
  }
  for (const { worker, does, share, bad, minutes } of steps) {
    if (does === 'waits') advance(minutes * MINUTE)
    else if (does === 'answers') await put(worker, bad, share)
    else desks[worker] = (await next(world, handed)).segments
  }
  for (let desk = 0; open.size > 0; desk = (desk + 1) % desks.length) {
    advance(MINUTE)
    await put(desk, Number.POSITIVE_INFINITY, 1)
  }
  return [...refusals].filter(([, count]) => count > 1).map(([id]) => Number(id))
}

it('whatever three workers do in whatever order, every segment ends as it was answered [MCP-15, ENG-2]', async () => {
  const clock = manualClock('2026-05-04T10:00:00Z')
  const world = await agentWorld({ clock, settings: { memory: false } })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const content = paragraphs(SEGMENTS)
      const handed = await handedOver(world, { content, filename: 'a.txt' })
      await next(world, handed, { hand_out: '0' })
      const kept = await work(world, handed, steps, clock.advance)
      await reaches(world, handed.batch_id, 'completed')
      const { result, file } = await resultOf(world, handed.batch_id)
      const wanted = content.split('\n\n').map((text, at) => (kept.includes(at + 1) ? text : translated(text)))
      expect(file.text).toBe(wanted.join('\n\n'))
      expect(result.quality).toMatchObject({ segments: SEGMENTS, kept_source: kept.length })
    }),
    { numRuns: rounds(12) },
  )
  expect(world.logged).toEqual([])
})
