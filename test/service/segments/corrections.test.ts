import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { openFiles } from '../../../src/service/files/blobs.ts'
import { retainFiles } from '../../../src/service/retention.ts'
import { reaches, resultOf, storedFiles } from '../../support/flow.ts'
import { agentWorld, answer, completed, handedOver, next, translated } from '../../support/segments.ts'
import type { World } from '../../support/world.ts'

const usageOf = async (world: World) => (await world.call(api.usage.get)).totals

describe('a correction after completion', () => {
  it('writes the file anew, costs nothing, and is remembered [MCP-15, RES-2, MCP-21]', async () => {
    const world = await agentWorld()
    const content = '{"open": "Open the book", "close": "Close the book"}'
    const handed = await handedOver(world, { content, filename: 'a.json' })
    await completed(world, handed)
    const before = await resultOf(world, handed.batch_id)
    const done = await world.call(api.batches.get, { params: { batch_id: handed.batch_id } })
    const usage = await usageOf(world)
    const round = await answer(world, handed, [{ id: '2', text: 'Das Buch schließen' }])
    expect(round).toMatchObject({ rejected: [], segments: [], done: true })
    const again = await reaches(world, handed.batch_id, 'completed')
    expect(again.completed_at).toBe(done.completed_at)
    const { file } = await resultOf(world, handed.batch_id)
    expect(JSON.parse(file.text)).toEqual({ open: translated('Open the book'), close: 'Das Buch schließen' })
    expect(file.text).not.toBe(before.file.text)
    expect(await usageOf(world)).toEqual(usage)
    expect(usage).toMatchObject({ credits_used: 0, words_translated: 6, batches_completed: 1 })
    // The original and the new result: the old one is gone.
    expect(storedFiles(world)).toHaveLength(2)
    const later = await handedOver(world, { content, filename: 'b.json' })
    await reaches(world, later.batch_id, 'completed')
    expect(JSON.parse((await resultOf(world, later.batch_id)).file.text).close).toBe('Das Buch schließen')
  })

  it('that cannot be written leaves the file, says so, and is written when it comes again [MCP-15, RES-2]', async () => {
    const world = await agentWorld()
    const handed = await handedOver(world, { content: '{"a": "Open the box"}', filename: 'a.json' })
    await completed(world, handed)
    const { file_blob } = await world.db.selectFrom('batches').select('file_blob').executeTakeFirstOrThrow()
    const original = join(world.dataDir, 'files', file_blob ?? '')
    const bytes = readFileSync(original)
    writeFileSync(original, '{"a":')
    const params = { batch_id: handed.batch_id }
    const translations = [{ id: '1', text: 'Öffne die Kiste' }]
    const { plan_revision } = handed
    const correction = { params, body: { plan_revision, target_language: 'de', translations } }
    expect((await world.refuse(api.batches.answerSegments, correction)).code).toBe('invalid_request')
    expect((await reaches(world, handed.batch_id, 'completed')).error).toBeNull()
    // As though the disk had failed after the correction was taken.
    const writing = { status: 'translating', phase: 'writing' } as const
    await world.db.updateTable('batches').set(writing).where('id', '=', handed.batch_id).execute()
    await handedOver(world, { content: 'Another text.', filename: 'b.txt' })
    const failed = await reaches(world, handed.batch_id, 'completed')
    expect(failed.error?.message).toContain('The last correction could not be written')
    expect((await resultOf(world, handed.batch_id)).file.text).toBe(`{"a": "${translated('Open the box')}"}`)
    writeFileSync(original, bytes)
    await answer(world, handed, [{ id: '1', text: 'Öffne die Kiste' }])
    expect((await reaches(world, handed.batch_id, 'completed')).error).toBeNull()
    expect((await resultOf(world, handed.batch_id)).file.text).toBe('{"a": "Öffne die Kiste"}')
  })

  it('that fails the checks leaves what stands, and one that says the same writes nothing [MCP-15, ENG-2]', async () => {
    const world = await agentWorld()
    const handed = await handedOver(world, { content: '{"a": "Hello {name}"}', filename: 'a.json' })
    await completed(world, handed)
    const wrong = await answer(world, handed, [{ id: '1', text: 'Hallo' }])
    expect(wrong.rejected).toEqual([
      { id: '1', reason: expect.stringContaining('{name}'), final: true, stays: 'translation' },
    ])
    const same = await answer(world, handed, [{ id: '1', text: translated('Hello {name}') }])
    expect(same.rejected).toEqual([])
    const { status } = await world.call(api.batches.get, { params: { batch_id: handed.batch_id } })
    expect(status).toBe('completed')
    expect((await resultOf(world, handed.batch_id)).file.text).toBe(`{"a": "${translated('Hello {name}')}"}`)
  })

  it('gives a segment whose source stayed its translation after all [MCP-15]', async () => {
    const world = await agentWorld()
    const handed = await handedOver(world, { content: '{"a": "Good night {name}"}', filename: 'a.json' })
    await answer(world, handed, [{ id: '1', text: 'Gute Nacht' }])
    await answer(world, handed, [{ id: '1', text: 'Gute Nacht' }])
    await reaches(world, handed.batch_id, 'completed')
    expect((await resultOf(world, handed.batch_id)).result.quality?.kept_source).toBe(1)
    await answer(world, handed, [{ id: '1', text: 'Gute Nacht, {name}' }])
    await reaches(world, handed.batch_id, 'completed')
    const { result, file } = await resultOf(world, handed.batch_id)
    expect(file.text).toBe('{"a": "Gute Nacht, {name}"}')
    expect(result.quality).toMatchObject({ repaired: 1, kept_source: 0, findings: [] })
  })

  it('loses none of many that come while the file is written [MCP-15]', async () => {
    const world = await agentWorld()
    const names = Array.from({ length: 12 }, (_, at) => `A stone called ${at}`)
    const handed = await handedOver(world, { content: names.join('\n\n'), filename: 'a.txt' })
    await completed(world, handed)
    for (const at of names.keys()) await answer(world, handed, [{ id: `${at + 1}`, text: `Stein ${at}` }])
    await reaches(world, handed.batch_id, 'completed')
    expect((await resultOf(world, handed.batch_id)).file.text).toBe(names.map((_, at) => `Stein ${at}`).join('\n\n'))
    expect(world.logged).toEqual([])
  })
})

describe('a file whose time is over', () => {
  async function expire(world: World, id: string) {
    const files = openFiles(join(world.dataDir, 'files'), () => world.newId('blb'))
    await world.db.updateTable('batches').set({ file_expires_at: 1 }).where('id', '=', id).execute()
    await retainFiles(world.db, files, Date.now())
  }

  it('ends what waits for answers, and its segments are forgotten [MCP-15, CRE-9]', async () => {
    const world = await agentWorld()
    const handed = await handedOver(world, { content: 'A ship.\n\nA boat.', filename: 'a.txt' })
    await next(world, handed)
    await answer(world, handed, [{ id: '1', text: 'Ein Schiff.' }])
    await expire(world, handed.batch_id)
    const failed = await world.call(api.batches.get, { params: { batch_id: handed.batch_id } })
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'file_retention_expired' } })
    const refused = await world.refuse(api.batches.segments, { params: { batch_id: handed.batch_id } })
    expect(refused).toMatchObject({ code: 'file_retention_expired', status: 403 })
    for (const table of ['segments', 'translations'] as const) {
      expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  it('ends corrections of what is completed [MCP-15, CRE-9]', async () => {
    const world = await agentWorld()
    const handed = await handedOver(world, { content: 'A raft.', filename: 'a.txt' })
    await completed(world, handed)
    await expire(world, handed.batch_id)
    const body = { plan_revision: handed.plan_revision, target_language: 'de', translations: [] }
    const refused = await world.refuse(api.batches.answerSegments, { params: { batch_id: handed.batch_id }, body })
    expect(refused.code).toBe('file_retention_expired')
  })
})

it('segments that a killed process had half taken out of the file are taken out anew [MCP-15]', async () => {
  const first = await agentWorld()
  const handed = await handedOver(first, { content: 'A tree.\n\nA leaf.\n\nA root.', filename: 'a.txt' })
  await next(first, handed)
  await first.db
    .updateTable('batches')
    .set({ phase: 'extracting', lease_owner: 'wrk_gone', lease_until: 1 })
    .where('id', '=', handed.batch_id)
    .execute()
  await first.db.deleteFrom('segments').where('number', '=', 2).execute()
  await first.close()
  const second = await agentWorld({ dataDir: first.dataDir })
  const { segments } = await next(second, handed)
  expect(segments.map(({ id, text }) => [id, text])).toEqual([
    ['1', 'A tree.'],
    ['2', 'A leaf.'],
    ['3', 'A root.'],
  ])
})
