import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Host, startHost } from '../bench/processes.ts'
import { writeTable } from '../bench/samples.ts'
import { codeIn, madeIn, startMcpWorld, type Told, toldOf } from '../support/mcp.ts'
import { forgetPeak, memoryOf } from '../support/memory.ts'
import { makePlace, PROGRAM } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import { mountSmall } from '../support/small-disk.ts'

it('says that the disk is full, leaves no half file, and saves the same result elsewhere [MCP-10]', async ({
  skip,
}) => {
  const world = await startMcpWorld()
  const disk = join(world.folder, 'small')
  if (!mountSmall(disk, 64)) skip('mounting a small disk needs root')
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const file_path = world.file('long.txt', 'Hello there, this goes on.\n\n'.repeat(4000))
  const { id: batch_id, approval } = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
  await host.call('approve_batch', approval)
  const told = await host.call('get_result', { batch_id, wait_seconds: 45, save_to: join(disk, 'long.txt') })
  expect(told.failed, told.text).toBe(true)
  expect(told.text).toContain('file_error')
  expect(told.text).toContain('disk space')
  expect(readdirSync(disk)).toEqual([])
  const elsewhere = await host.call('get_result', { batch_id })
  expect(elsewhere.data).toMatchObject({ saved_to: join(world.folder, 'long.de.txt') })
})

it('says that the disk of the service is full, keeps nothing of the file, and takes a smaller one [CRE-9, MCP-7]', async ({
  skip,
}) => {
  const place = makePlace()
  const disk = join(place.temporary, 'small')
  if (!mountSmall(disk, 2048)) skip('mounting a small disk needs root')
  const dataDir = join(disk, 'data')
  const host = await openProgram(place, { TRANSLATION_DATA_DIR: dataDir, TRANSLATION_ENGINE: 'pseudo' })
  writeFileSync(join(place.work, 'long.txt'), 'Hello there, this goes on.\n\n'.repeat(100_000))
  writeFileSync(join(place.work, 'short.txt'), 'Hello there.\n')
  const told = await host.call('create_batch', { file_path: 'long.txt', target_languages: ['de'] })
  expect(told.failed, told.text).toBe(true)
  expect(told.text).toContain('The disk of the service is full')
  expect(told.text).not.toContain(disk)
  expect(readdirSync(join(dataDir, 'files')).filter(name => name !== '.files-of')).toEqual([])
  expect(madeIn(await host.call('create_batch', { file_path: 'short.txt', target_languages: ['de'] })).status).toBe(
    'awaiting_review',
  )
  await host.close()
})

describe.skipIf(process.platform !== 'linux')('a table of 60 MB', () => {
  const MEGABYTE = 1_000_000
  /** Counted as spreadsheets do: the head is row 1. */
  const LAST_ROW = 2000

  async function call(host: Host, name: string, input: Record<string, unknown>): Promise<Told> {
    return toldOf(await host.request('tools/call', { name, arguments: input }))
  }

  /** Waits, in as many calls as it takes, until nobody works on the translation. */
  async function settled(host: Host, batch_id: string): Promise<Told> {
    for (;;) {
      const told = await call(host, 'get_batch', { batch_id, wait_seconds: 45 })
      if (!/^(?:queued|analyzing|translating)$/.test(madeIn(told).status)) return told
    }
  }

  /** A table of so many bytes through the built program, service and all: what memory it added at its peak, and both files. */
  async function wholeJob(bytes: number) {
    const { home, work, temporary } = makePlace()
    const file = join(work, 'table.csv')
    writeTable(file, bytes)
    const env = {
      TMPDIR: temporary,
      TRANSLATION_ENGINE: 'pseudo',
      TRANSLATION_ALLOW: work,
      TRANSLATION_CONSENT: 'code',
    }
    const host = await startHost({ args: [PROGRAM], home, env })
    // The service and its thread run before anything is measured.
    madeIn(await call(host, 'create_batch', { content: 'Hello', filename: 'a.txt', target_languages: ['de'] }))
    const before = memoryOf(host.pid).now
    forgetPeak(host.pid)
    const instruction = `Translate the title column of rows 1 to ${LAST_ROW} into German.`
    const { id } = madeIn(await call(host, 'create_batch', { file_path: file, instruction }))
    const { approval } = madeIn(await settled(host, id))
    const approval_code = codeIn(await call(host, 'approve_batch', approval))
    madeIn(await call(host, 'approve_batch', { ...approval, approval_code }))
    expect(madeIn(await settled(host, id)).status).toBe('completed')
    const { data, text } = await call(host, 'get_result', { batch_id: id })
    const added = memoryOf(host.pid).peak - before
    await host.end()
    return { added, file, result: z.string(text).parse(data.saved_to) }
  }

  it('goes through the whole program in the memory that 20 MB take, and comes back whole [LIM-2, RES-2, MCP-10]', async () => {
    const small = await wholeJob(20 * MEGABYTE)
    const large = await wholeJob(60 * MEGABYTE)
    // What held the table, or its cells, would grow with it: three times as much.
    expect(large.added).toBeLessThan(small.added * 1.75)
    expect(statSync(large.file).size).toBeGreaterThan(59 * MEGABYTE)
    const [before = [], after = []] = [large.file, large.result].map(file => readFileSync(file, 'utf8').split('\r\n'))
    const changed = before.flatMap((row, index) => (row === after[index] ? [] : [index]))
    expect(after).toHaveLength(before.length)
    expect(changed).toEqual(Array.from({ length: LAST_ROW - 1 }, (_, index) => index + 1))
    const title = /^(\d+,SKU-\d+,)("(?:[^"]|"")*"|[^,]*)(,.*)$/s
    for (const index of changed) {
      const [, head, , tail] = title.exec(before[index] ?? '') ?? []
      const [, own, text, rest] = title.exec(after[index] ?? '') ?? []
      expect({ head: own, tail: rest }).toEqual({ head, tail })
      expect(text).toContain('⟦de')
    }
  })
})
