import { expect, it } from 'vitest'
import { addRequests, requestsIn } from '../../../src/service/store/rates.ts'
import { startWorld } from '../../support/world.ts'

const world = await startWorld()
const at = 60_000
const row = (credential_id: string, requests: number) => ({ credential_id, window_start: at, requests })

it('requests are added to the windows of all credentials or of none, so that a failure is done again without counting twice [LIM-1]', async () => {
  const rows = Array.from({ length: 700 }, (_, number) => row(`key_${number}`, 2))
  // What is no number is refused by the database, after hundreds of others.
  await expect(addRequests(world.db, [...rows, row('key_700', Number.NaN)])).rejects.toThrow()
  expect(await requestsIn(world.db, 'key_0', at)).toBe(0)
  expect((await addRequests(world.db, rows)).map(({ requests }) => requests)).toEqual(rows.map(() => 2))
  expect(await addRequests(world.db, [row('key_0', 3)])).toEqual([row('key_0', 5)])
  expect(await addRequests(world.db, [])).toEqual([])
})
