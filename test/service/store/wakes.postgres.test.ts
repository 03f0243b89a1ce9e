import { expect, inject, it } from 'vitest'
import { openDatabase, write } from '../../../src/service/store/database.ts'
import { leaseTime } from '../../../src/service/store/leases.ts'
import { tell } from '../../../src/service/store/telling.ts'
import { type Hear, openWakes } from '../../../src/service/store/wakes.ts'
import { afterFile } from '../../support/after-file.ts'
import { order, rowsOf } from '../../support/cluster.ts'

const LISTENING = "application_name = 'translation-mcp listening' and datname = 'wakes'"
const url = (): string => inject('cluster').replace(/postgres$/, 'wakes')

it('what a transaction tells is heard at once when it ends well, also after the connection was cut [SCL-1]', async () => {
  await order(inject('cluster'), 'create database wakes')
  const heard: (readonly [said: string, at: number])[] = []
  const hear: Hear = told =>
    void heard.push([told === undefined ? 'missed' : `${told.kind} ${told.batchId}`, Date.now()])
  const db = openDatabase(url())
  const wakes = openWakes(url(), hear)
  afterFile(async () => {
    await wakes?.close()
    await db.destroy()
  })
  const words = () => heard.map(([said]) => said)
  await expect.poll(words).toEqual(['missed'])
  expect(wakes?.isHearing).toBe(true)

  // Ten times, so that one pause of this machine is not taken for a slow way.
  const took: number[] = []
  for (let round = 0; round < 10; round++) {
    await write(db, tx => tell(tx, 'work', `bat_${round}`))
    const ended = Date.now()
    await expect.poll(words, { interval: 1 }).toContain(`work bat_${round}`)
    took.push((heard.at(-1)?.[1] ?? 0) - ended)
  }
  expect(took.sort((a, b) => a - b)[5]).toBeLessThan(100)

  const undone = write(db, async tx => {
    await tell(tx, 'moved', 'bat_undone')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await order(url(), "notify translation_mcp, 'what another program says'")

  await order(inject('cluster'), `select pg_terminate_backend(pid) from pg_stat_activity where ${LISTENING}`)
  await expect.poll(() => words().filter(said => said === 'missed').length).toBe(2)
  await write(db, tx => tell(tx, 'moved', 'bat_after'))
  await expect.poll(() => words().at(-1)).toBe('moved bat_after')
  expect(words()).not.toContain('moved bat_undone')

  await wakes?.close()
  expect(wakes?.isHearing).toBe(false)
  await expect.poll(() => rowsOf(url(), `select pid as it from pg_stat_activity where ${LISTENING}`)).toEqual([])
})

it('claims follow the clock of the server, whatever the clock of a machine says; a clock that is given counts [SCL-2]', async () => {
  const db = openDatabase(inject('cluster'))
  afterFile(() => db.destroy())
  const [said = ''] = await rowsOf(
    inject('cluster'),
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as it',
  )
  const real = Date.now
  try {
    Date.now = () => real() - 3_600_000
    expect(Math.abs((await leaseTime(db, Date.now)) - Number(said))).toBeLessThan(60_000)
  } finally {
    Date.now = real
  }
  expect(await leaseTime(db, () => 42)).toBe(42)
})
