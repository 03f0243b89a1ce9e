import { describe, expect, it, onTestFinished } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { databaseOf } from '../../../src/service/data-folder.ts'
import { write } from '../../../src/service/store/database.ts'
import { tell } from '../../../src/service/store/telling.ts'
import { createHearing } from '../../../src/service/worker/hearing.ts'
import { workShares } from '../../../src/service/worker/jobs.ts'
import { STOPPED } from '../../../src/service/worker/own-worker.ts'
import { createReplies } from '../../../src/service/worker/replies.ts'
import { HANDS } from '../../../src/service/worker/runner.ts'
import { THREADS } from '../../../src/service/worker/threads.ts'
import { MENU } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

describe('how many threads do the work, and how many batches each', () => {
  it.each([
    ['nothing said', {}, { size: THREADS, hands: Math.ceil(HANDS / THREADS) }],
    ['one thread', { workers: 1 }, { size: 1, hands: HANDS }],
    ['more threads than are usual at once', { workers: 16 }, { size: 16, hands: 1 }],
    ['no work: threads for requests alone', { workers: 0 }, { size: THREADS, hands: 0 }],
    ['no work, whatever else is said', { workers: 0, jobs_at_once: 9 }, { size: THREADS, hands: 0 }],
    ['fewer jobs than threads: a thread each', { workers: 8, jobs_at_once: 3 }, { size: 3, hands: 1 }],
    ['as many of both', { workers: 3, jobs_at_once: 3 }, { size: 3, hands: 1 }],
    ['jobs that do not come out even: rounded up', { workers: 2, jobs_at_once: 5 }, { size: 2, hands: 3 }],
    ['one job', { workers: 4, jobs_at_once: 1 }, { size: 1, hands: 1 }],
  ] as const)('%s', (_, settings, shares) => {
    expect(workShares({ workers: undefined, jobs_at_once: undefined, ...settings })).toEqual(shares)
  })

  it('never fewer at once than is set, and less than a job a thread more', () => {
    for (let workers = 1; workers <= 64; workers++) {
      for (let jobs_at_once = 1; jobs_at_once <= 256; jobs_at_once += 17) {
        const { size, hands } = workShares({ workers, jobs_at_once })
        expect(size).toBeLessThanOrEqual(workers)
        expect(size * hands).toBeGreaterThanOrEqual(jobs_at_once)
        expect(size * hands - jobs_at_once).toBeLessThan(size)
      }
    }
  })
})

describe('a creation that waits for its analysis', () => {
  const REFUSAL = { code: 'file_expired', message: 'The file is gone.' } as const

  /** So many batches that nobody analyses, and those who wait for them. */
  async function waiting(count: number) {
    const world = await startWorld({ settings: { workers: 0, creation_wait_seconds: 0 } })
    const create = () => world.call(api.batches.create, { body: { content: MENU, filename: 'menu.json' } })
    const made = await Promise.all(Array.from({ length: count }, create))
    const ids = made.map(({ batch }) => batch.id)
    const replies = createReplies({ warn: () => undefined, error: () => undefined })
    const threads = { isClosed: false }
    const place = databaseOf(world.dataDir)
    const hearing = createHearing({ db: world.db, place, replies, threads, look: () => undefined })
    onTestFinished(async () => void (await hearing.close()))
    const gone = new AbortController()
    const ended: unknown[] = []
    const waits = ids.map(async (id, at) => {
      const refusal = await hearing.analyzed(id, gone.signal)
      ended.push(refusal === undefined ? at : [at, refusal.code])
    })
    /** What another process does at the end of its analysis. */
    const move = (at: number) =>
      write(world.db, async tx => {
        await tx
          .updateTable('batches')
          .set({ status: 'awaiting_review' })
          .where('id', '=', ids[at] ?? '')
          .execute()
        await tell(tx, 'moved', ids[at] ?? '')
      })
    return { hearing, replies, threads, ids, ended, waits, gone, move }
  }

  it('of several each ends with its own batch, by whoever says so, and the rest when the caller goes [CRE-8, SCL-1]', async () => {
    const { hearing, replies, ids, ended, waits, gone, move } = await waiting(4)
    expect(await hearing.analyzed('bat_none', gone.signal)).toBeUndefined()
    replies.receive({ type: 'analyzed', batchId: ids[2] ?? '', refusal: REFUSAL })
    await waits[2]
    await move(1)
    await waits[1]
    expect(ended).toEqual([[2, REFUSAL.code], 1])
    gone.abort()
    await Promise.all(waits)
    expect(new Set(ended.slice(2))).toEqual(new Set([0, 3]))
    // Whoever comes after its end is not kept.
    expect(await hearing.analyzed(ids[0] ?? '', gone.signal)).toBeUndefined()
  })

  it('is told that the service stops, and so is whoever comes then [SCL-2]', async () => {
    const { hearing, replies, threads, ids, ended, waits, gone } = await waiting(2)
    threads.isClosed = true
    expect(await hearing.analyzed(ids[0] ?? '', gone.signal)).toEqual(STOPPED)
    replies.endAnalyses(STOPPED)
    await Promise.all(waits)
    expect(new Set(ended)).toEqual(new Set([0, 1].map(at => [at, STOPPED.code])))
  })
})
