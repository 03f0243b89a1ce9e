import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { storedIn, translate } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
const done: string[] = []
let waiting = ''

const files = (...argv: readonly string[]) => ran(['files', ...argv], { TRANSLATION_DATA_DIR: world.dataDir })
const stored = () => storedIn(world.dataDir).length

const Kept = z.looseObject({
  batch_id: z.string(),
  original: z.looseObject({ size_bytes: z.int() }),
  result: z.unknown(),
})
const listed = async (...argv: readonly string[]) =>
  (await files('list', '--json', ...argv)).stdout
    .split('\n')
    .flatMap(line => (line ? [Kept.parse(JSON.parse(line))] : []))

const order = { instruction: 'Translate to German' }

beforeAll(async () => {
  world = await startWorld()
})

/** Three translations that are done, and one that waits for its approval. */
async function fill(): Promise<void> {
  for (const filename of ['one.txt', 'two.txt', 'three.txt']) {
    const body = { ...order, content: `Hello ${filename}`, filename }
    done.push((await translate(world, await world.call(api.batches.create, { body }))).id)
  }
  const body = { ...order, content: 'Not approved', filename: 'waits.txt' }
  waiting = (await world.call(api.batches.create, { body })).batch.id
}

describe('the files that are kept', () => {
  it('are listed by translation, newest first, in pages, with sizes and until when', async () => {
    await fill()
    const all = await listed()
    expect(all.map(({ batch_id }) => batch_id)).toEqual([waiting, ...done.toReversed()])
    expect(all[0]).toMatchObject({
      status: 'awaiting_review',
      result: null,
      ...{ source_language: 'en', target_languages: ['de'] },
      original: { file_name: 'waits.txt', size_bytes: 12 },
    })
    expect(all[3]).toMatchObject({ status: 'completed', result: { file_name: 'one.de.txt' } })
    const first = await files('list', '--limit', '3')
    expect(first.stdout).toMatch(
      /^bat_\w+ {2}«waits\.txt» \(en → de\) 12 bytes {2}awaiting_review {2}until \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/,
    )
    const [, cursor = ''] = /--cursor (bat_\w+)\./.exec(first.stderr) ?? []
    expect((await listed('--cursor', cursor)).map(({ batch_id }) => batch_id)).toEqual([done[0]])
    expect(await listed('--until', '2001-01-01')).toEqual([])
  })

  it('are deleted for one translation: the original and the result, at once, and the audit log tells it', async () => {
    const [id = ''] = done
    const before = stored()
    const gone = await files('delete', id)
    expect(gone).toMatchObject({ code: 0, stderr: '' })
    expect(gone.stdout).toMatch(/^Deleted the files of 1 translation\. /)
    expect(stored()).toBe(before - 2)
    expect(await world.refuse(api.batches.result, { params: { batch_id: id } })).toMatchObject({
      code: 'file_retention_expired',
    })
    expect(await world.call(api.batches.get, { params: { batch_id: id } })).toMatchObject({ id, status: 'completed' })
    const { stdout } = await ran(['audit', '--what', 'files_deleted'], { TRANSLATION_DATA_DIR: world.dataDir })
    expect(stdout).toMatch(new RegExp(`files_deleted {2}by operator {2}${id}`))
  })

  it('stay where there is no such translation, where they are gone, and where they are at work, with status 1', async () => {
    const [gone = '', , working = ''] = done
    await world.db.updateTable('batches').set({ status: 'translating' }).where('id', '=', working).execute()
    const before = stored()
    const ended = await files('delete', 'bat_NONE', gone, working)
    await world.db.updateTable('batches').set({ status: 'completed' }).where('id', '=', working).execute()
    expect(ended).toMatchObject({ code: 1, stdout: 'Deleted the files of 0 translations.\n' })
    expect(ended.stderr.split('\n')).toEqual([
      'bat_NONE: there is no such translation in this workspace: translation-mcp files list shows them.',
      `${gone}: its files are gone already.`,
      `${working}: it is being worked on, so its files were kept; delete them when it has ended.`,
      '3 could not be deleted.',
      '',
    ])
    expect(stored()).toBe(before)
  })

  it('are deleted for all translations before a moment, and a plan without its file says so', async () => {
    const none = await files('delete', '--until', '2001-01-01', '--json')
    expect(none).toEqual({ code: 0, stdout: '', stderr: '' })
    const ended = await files('delete', '--until', '2999-01-01', '--json')
    expect(ended.code).toBe(0)
    expect(ended.stdout.trim().split('\n')).toHaveLength(3)
    expect(stored()).toBe(0)
    const body = { instruction: 'Translate to French' }
    const refused = await world.refuse(api.batches.plan, { params: { batch_id: waiting }, body })
    expect(refused.message).toBe(
      'The file is no longer stored: it passed its retention time, or was deleted. Create the translation again from the file.',
    )
  })

  it('are not listed from a place that is none: a cursor is the id of a translation here', async () => {
    for (const cursor of ['nonsense', 'bat_zzz', '0']) {
      const ended = await files('list', '--cursor', cursor)
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Start without --cursor.') })
    }
  })

  it('are not deleted by an order that names none, or too much', async () => {
    for (const [argv, words] of [
      [['delete'], 'needs the ids'],
      [['delete', 'bat_1', '--until', '2999-01-01'], 'not both'],
      [['delete', 'bat_1', '--limit', '1'], 'does not take --limit'],
      [['list', 'more'], 'takes no "more"'],
      [['burn'], 'takes one of list, delete'],
    ] as const) {
      expect(await files(...argv)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
    }
  })
})
