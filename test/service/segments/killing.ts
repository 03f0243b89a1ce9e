import { join } from 'node:path'
import { expect } from 'vitest'
import * as z from 'zod'
import { SegmentRound } from '../../../src/contract/segments.ts'
import { databaseOf } from '../../../src/service/data-folder.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { reaches, resultOf } from '../../support/flow.ts'
import { agentWorld, answersTo, translated } from '../../support/segments.ts'
import { dataOf, kill, serviceProgram } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/world.ts'

const SEGMENTS = 2000
const content = Array.from({ length: SEGMENTS }, (_, at) => `Read page number ${at} of the manual.`).join('\n\n')

/** Leases that run out soon, and as many calls as it takes. */
const SETTINGS = { engine: 'agent', lease_seconds: 1, requests_per_minute: 1_000_000 }

const Planned = z.looseObject({ batch: z.looseObject({ id: z.string() }), plan_revision: z.string() })

/** Hands a file out to an assistant and kills the service in every so-manieth round, with answers on their way to it. */
export async function killedInRounds({ every, first }: { every: number; first: number }): Promise<void> {
  const serve = await serviceProgram()
  const dataDir = join(temporaryFolder(), 'data')
  let service = await serve(dataDir, SETTINGS)
  const db = openDatabase(databaseOf(dataDir))
  const phase = async () => (await db.selectFrom('batches').select('phase').executeTakeFirst())?.phase
  const again = async () => {
    await kill(service)
    service = await serve(dataDir, SETTINGS)
  }

  const instruction = 'Translate from English into German.'
  const made = await dataOf(service, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction })
  const { batch, plan_revision } = Planned.parse(made)
  await dataOf(service, 'POST', `/v1/batches/${batch.id}/approve`, {})
  await expect.poll(phase, { interval: 1 }).not.toBe('translating')
  await again()

  const path = `/v1/batches/${batch.id}/segments`
  const taken = new Set<string>()
  let round = SegmentRound.parse(await dataOf(service, 'GET', path))
  for (let rounds = 0; !round.done; rounds++) {
    for (const { id } of round.segments) expect(taken.has(id), `segment ${id}`).toBe(false)
    const body = { plan_revision, target_language: 'de', translations: answersTo(round.segments) }
    if (rounds % every === first) {
      // It dies with the answers on their way: they are all kept, or none of them is.
      const lost = dataOf(service, 'POST', path, body).catch(() => undefined)
      await again()
      await lost
      const open = SegmentRound.parse(await dataOf(service, 'GET', `${path}?hand_out=false`)).remaining
      expect([0, round.segments.length]).toContain(SEGMENTS - taken.size - open)
    }
    round = SegmentRound.parse(await dataOf(service, 'POST', path, body))
    expect(round.rejected).toEqual([])
    for (const { id } of body.translations) taken.add(id)
    expect(round.remaining).toBe(SEGMENTS - taken.size)
  }
  expect(taken.size).toBe(SEGMENTS)
  await kill(service)
  await db.destroy()

  const world = await agentWorld({ dataDir, settings: { lease_seconds: 1 } })
  await reaches(world, batch.id, 'completed')
  const { file, result } = await resultOf(world, batch.id)
  expect(file.text).toBe(translated(content))
  expect(result.quality).toEqual({ segments: SEGMENTS, repaired: 0, kept_source: 0, findings: [] })
}
