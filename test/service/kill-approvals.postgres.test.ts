import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { reaches } from '../support/flow.ts'
import { ask, dataOf, kill, serviceProgram } from '../support/service-process.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

const BATCHES = 12

it.each([2, 8, 20, 45])(
  'a kill -9 during approvals, after %i ms, leaves each approved with its credits or not approved at all [CRD-2, SCL-1]',
  async after => {
    const dataDir = join(temporaryFolder(), 'data')
    const serve = await serviceProgram()
    const served = await serve(dataDir)
    const made: { batch: { id: string }; credit_cost: number }[] = []
    for (let at = 0; at < BATCHES; at++) {
      const instruction = `Translate from English into German. Note ${at}.`
      made.push(
        await dataOf(served, 'POST', '/v1/batches', { content: 'Four words of text.', filename: 'a.txt', instruction }),
      )
    }
    const answers = made.map(({ batch }) =>
      ask(served, 'POST', `/v1/batches/${batch.id}/approve`, {}).catch(() => undefined),
    )
    await setTimeout(after)
    await kill(served)
    const told = await Promise.all(answers)

    const world = await startWorld({ dataDir, settings: { lease_seconds: 1 } })
    let spent = 0
    for (const [at, { batch, credit_cost }] of made.entries()) {
      const params = { batch_id: batch.id }
      const approved = (await world.call(api.batches.get, { params })).status !== 'awaiting_review'
      if (told[at]?.status === 200) expect(approved).toBe(true)
      if (!approved) continue
      spent += credit_cost
      await reaches(world, batch.id, 'completed')
    }
    const rows = await world.db.selectFrom('credit_reservations').select(['amount', 'state']).execute()
    expect(rows.every(({ state }) => state === 'settled')).toBe(true)
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(spent)
    expect((await world.call(api.credits.get)).balance).toBe(200_000 - spent)
  },
)
