import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { createMenu, reaches } from '../../support/flow.ts'
import { refusalIn, startWorld } from '../../support/world.ts'

const send = pg.Client.prototype.query
afterAll(() => void Object.assign(pg.Client.prototype, { query: send }))

/** Loses the connection at the commit of the next transaction that has such a statement: it counts, and nobody hears so. */
function loseCommitAfter(statement: RegExp): () => boolean {
  const state: { inside?: pg.Client; lost: boolean } = { lost: false }
  Object.assign(pg.Client.prototype, {
    query: function losing(this: pg.Client, ...given: Parameters<typeof send>) {
      const [text] = given
      if (state.inside === undefined && statement.test(String(text))) state.inside = this
      const answer: unknown = Reflect.apply(send, this, given)
      if (state.inside !== this || state.lost || String(text) !== 'commit') return answer
      state.lost = true
      return Promise.resolve(answer).then(() => Promise.reject(new Error('Connection terminated unexpectedly')))
    },
  })
  return () => state.lost
}

it('a creation that counts although its answer was lost keeps its file: sent again, it finds the batch [CRE-6]', async () => {
  const world = await startWorld()
  const lost = loseCommitAfter(/insert into "batches"/)
  const body = { content: 'Hello there.', filename: 'hello.txt', instruction: 'Translate into German.' }
  const create = () =>
    world.send('POST', '/v1/batches', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
    })
  const { code, message } = refusalIn(await create())
  expect([lost(), code]).toEqual([true, 'service_unavailable'])
  expect(message).toContain('it may have been made')
  expect((await create()).status).toBe(200)
  const [batch, ...more] = (await world.list(api.batches.list)).data
  expect(more).toEqual([])
  await reaches(world, batch?.id ?? '', 'awaiting_review')
})

it('a translation that is completed although that was not heard keeps its result, and is paid for once [CRD-2]', async () => {
  const world = await startWorld()
  const { batch } = await createMenu(world)
  const lost = loseCommitAfter(/insert into "results"/)
  const { credits_reserved } = await world.call(api.batches.approve, { params: { batch_id: batch.id }, body: {} })
  await reaches(world, batch.id, 'completed')
  await expect.poll(() => world.logged.join()).toContain('put off')
  expect(lost()).toBe(true)
  const { url } = await world.call(api.batches.result, { params: { batch_id: batch.id } })
  expect((await fetch(url)).status).toBe(200)
  const held = await world.db.selectFrom('credit_reservations').select(['state', 'amount']).execute()
  expect(held).toEqual([{ state: 'settled', amount: credits_reserved }])
})
