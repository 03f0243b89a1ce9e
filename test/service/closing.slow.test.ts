import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { startService } from '../../src/service/service.ts'
import { createJobs } from '../../src/service/worker/jobs.ts'
import { startThread } from '../../src/service/worker/link.ts'
import { createMenu, follow, MENU, reaches, resultOf, translate } from '../support/flow.ts'
import { startWorld, type World } from '../support/world.ts'

const ORDER = { content: MENU, filename: 'menu.json', idempotency_key: 'k' }

/** A world in which a repeat of ORDER waits for an analysis that another process has taken and will not end. */
async function waitingWorld(): Promise<World> {
  const world = await startWorld({ thread: true })
  const { batch } = await world.call(api.batches.create, { body: ORDER })
  const elsewhere = { lease_owner: 'elsewhere', lease_until: Date.now() + 14_000 }
  await world.db
    .updateTable('batches')
    .set({ status: 'analyzing', ...elsewhere })
    .where('id', '=', batch.id)
    .execute()
  return world
}

it('tells a creation that waits to try again, and is no failure for the operator [CRE-10, ERR-2]', async () => {
  const world = await waitingWorld()
  const answers = [1, 2, 3].map(() => world.refuse(api.batches.create, { body: ORDER }))
  await expect.poll(() => inFlight(world)).toBeGreaterThanOrEqual(4)
  await world.service.close()
  for (const refused of await Promise.all(answers)) {
    expect(refused).toMatchObject({ status: 503, code: 'service_unavailable', type: 'api_error' })
  }
  expect(world.logged).toEqual([])
})

it('answers an approval with success where its work cannot begin: the next start does it [APR-2, CRD-2]', async () => {
  const first = await startWorld({ thread: true })
  const { batch } = await createMenu(first)
  await first.close()
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const unable = await startService({
    ...{ dataDir: first.dataDir, log: { warn: note, error: note } },
    // No thread can be started from there.
    jobs: parts => createJobs(parts, startThread(new URL('http://localhost/none.js'))),
  })
  const path = `${unable.baseUrl}/v1/batches/${batch.id}/approve`
  const headers = { authorization: `Bearer ${first.key}`, 'content-type': 'application/json' }
  const answer = await follow(path, { method: 'POST', headers, body: '{}' })
  await unable.close()
  expect(answer.status, answer.text).toBe(200)
  // Where the database tells of work, this process hears of it too, and looks for it.
  const told = logged.filter(line => line !== 'Looking for work failed.')
  expect(told).toEqual(['Approved work was not begun at once.'])
  const next = await startWorld({ thread: true, dataDir: first.dataDir })
  await reaches(next, batch.id, 'completed')
})

/** How many requests the own key has made: those that wait are among them. */
async function inFlight({ db }: World): Promise<number> {
  const rows = await db.selectFrom('rate_windows').select('requests').execute()
  return rows.reduce((sum, { requests }) => sum + requests, 0)
}

it('is not held up by connections that are kept alive, or by a file that nobody reads on [RES-1]', async () => {
  const world = await startWorld({ thread: true })
  const done = await translate(world, await createMenu(world))
  const { url } = (await resultOf(world, done.id)).result
  const unread = await fetch(url)
  await follow(url)
  const began = performance.now()
  await world.service.close()
  expect(performance.now() - began).toBeLessThan(2000)
  await unread.body?.cancel().catch(() => undefined)
})
