import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { type Database, openDatabase, write } from '../../../src/service/store/database.ts'
import { CHANNEL, KINDS, tell } from '../../../src/service/store/telling.ts'
import { openWakes } from '../../../src/service/store/wakes.ts'
import { createHearing } from '../../../src/service/worker/hearing.ts'
import { createReplies } from '../../../src/service/worker/replies.ts'
import { afterFile } from '../../support/after-file.ts'
import { order } from '../../support/cluster.ts'

const url = (): string => inject('cluster').replace(/postgres$/, 'telling')
let db: Database
beforeAll(async () => {
  await order(inject('cluster'), 'create database telling')
  db = openDatabase(url())
  afterFile(() => db.destroy())
})

/** One who listens, once it hears all. */
async function listener(): Promise<readonly string[]> {
  const heard: string[] = []
  const wakes = openWakes(url(), told => void (told && heard.push(`${told.kind} ${told.batchId}`)))
  onTestFinished(async () => void (await wakes?.close()))
  await expect.poll(() => wakes?.isHearing, { interval: 5 }).toBe(true)
  return heard
}

it('of several batches that change at once all who listen hear each once, in the order of its transaction [SCL-1]', async () => {
  const all = await Promise.all([listener(), listener(), listener()])
  const names = (round: number) => Array.from({ length: 40 }, (_, at) => `bat_${round}_${at}`)
  await Promise.all(
    [0, 1, 2, 3].map(round =>
      write(db, async tx => {
        for (const name of names(round)) for (const kind of KINDS) await tell(tx, kind, name)
        // Told again before it has ended, it is one thing to hear.
        await tell(tx, 'work', `bat_${round}_0`)
      }),
    ),
  )
  const told = (round: number) => names(round).flatMap(name => KINDS.map(kind => `${kind} ${name}`))
  for (const heard of all) {
    await expect.poll(() => heard.length, { interval: 5 }).toBe(4 * 40 * KINDS.length)
    for (const round of [0, 1, 2, 3]) {
      expect(heard.filter(line => line.includes(`bat_${round}_`))).toEqual(told(round))
    }
  }
})

it('hears neither what other programs say, nor another channel or database, nor a line that is too long [SCL-1]', async () => {
  const heard = await listener()
  for (const line of ['', 'work', 'work ', 'work bat_1 bat_2', 'WORK bat_1', '{}'])
    await order(url(), `notify ${CHANNEL}, '${line}'`)
  await order(url(), `notify ${CHANNEL}`)
  await order(url(), `notify another_channel, 'work bat_1'`)
  await order(inject('cluster'), `notify ${CHANNEL}, 'work bat_1'`)
  // The longest line that a server takes has 7999 bytes. One that is longer undoes the change that it belongs to.
  const longest = 'x'.repeat(7999 - 'work '.length)
  const tooLong = write(db, async tx => {
    await tell(tx, 'work', 'bat_undone')
    await tell(tx, 'work', `${longest}x`)
  })
  await expect(tooLong).rejects.toThrow('payload string too long')
  await write(db, tx => tell(tx, 'work', longest))
  await expect.poll(() => heard, { interval: 5 }).toEqual([`work ${longest}`])
})

it('looks for work when it is told of some, or may have missed it, and not at what has ended [SCL-1]', async () => {
  let looks = 0
  const replies = createReplies({ warn: () => undefined, error: () => undefined })
  const look = () => void looks++
  const hearing = createHearing({ db, place: url(), replies, threads: { isClosed: false }, look })
  onTestFinished(async () => void (await hearing.close()))
  await expect.poll(() => looks, { interval: 5 }).toBe(1)
  await write(db, tx => tell(tx, 'moved', 'bat_1'))
  await order(url(), `notify ${CHANNEL}, 'work'`)
  await write(db, tx => tell(tx, 'work', 'bat_1'))
  await expect.poll(() => looks, { interval: 5 }).toBe(2)
  await hearing.close()
  await write(db, tx => tell(tx, 'work', 'bat_2'))
  expect(looks).toBe(2)
})
