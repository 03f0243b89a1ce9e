import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { dataDirIn, makePlace, type Place } from '../support/program.ts'
import { openProgram, type ProgramHost } from '../support/program-host.ts'
import { GERMAN, severalIn } from '../support/several.ts'
import { ahead } from './agent-files.ts'

/** Writes so many files with words of their own. */
function pages({ work }: Place, count: number): string[] {
  mkdirSync(join(work, 'pages'))
  return Array.from({ length: count }, (_, at) => {
    writeFileSync(join(work, 'pages', `p${at}.txt`), `Good morning on page ${at}.\n`)
    return `pages/p${at}.txt`
  })
}

const Listed = z.looseObject({ batches: z.array(z.looseObject({ file_name: z.string() })) })

async function namesIn(host: ProgramHost): Promise<string[]> {
  const told = await host.call('list_batches', { limit: 50, search: 'p' })
  return Listed.parse(told.data).batches.map(({ file_name }) => file_name)
}

describe('several files, over stdio', () => {
  it('whose process is killed in the midst are all found again by the same call, none made twice [MCP-17, CRE-10]', async () => {
    const place = makePlace()
    const file_paths = pages(place, 30)
    const first = await openProgram(place)
    expect(await namesIn(first)).toEqual([])
    const cut = first.call('create_batch', { file_paths, ...GERMAN })
    const killed = expect(cut).rejects.toThrow()
    const db = openDatabase(databaseOf(dataDirIn(place)))
    const planned = async () => (await db.selectFrom('plans').select('batch_id').execute()).length
    await expect.poll(planned, { interval: 5, timeout: 20_000 }).toBeGreaterThanOrEqual(3)
    await first.kill()
    await killed
    await db.destroy()
    const next = await openProgram(place, ahead(place, 5))
    const made = await namesIn(next)
    expect(made.length).toBeGreaterThanOrEqual(3)
    expect(made.length).toBeLessThan(30)
    let again = severalIn(await next.call('create_batch', { file_paths, ...GERMAN }))
    // What the killed process was at work on may need the time of a call; the answer says so, and the same call goes on.
    while (again.not_sent.length > 0) again = severalIn(await next.call('create_batch', { file_paths, ...GERMAN }))
    expect(again.batches.map(({ file_path }) => file_path)).toEqual(file_paths)
    const names = await namesIn(next)
    expect(names).toHaveLength(30)
    expect(new Set(names).size).toBe(30)
  })

  it("are translated one after the other by the caller's own model, as the next steps say, and fetched together [MCP-17, MCP-15]", async () => {
    const place = makePlace()
    const host = await openProgram(place)
    const made = severalIn(await host.call('create_batch', { file_paths: [...pages(place, 2), 'pages'], ...GERMAN }))
    expect(made.batches).toHaveLength(2)
    expect(made.total).toMatchObject({ files: 2, credit_cost: 0 })
    const [first] = made.approvals
    expect(made.next_step).toBe(`translate_segments ${JSON.stringify(first)}, and so for 1 other in batches`)
    for (const approval of made.approvals) {
      const { data } = await host.call('translate_segments', approval)
      const [line = ''] = z.array(z.string()).parse(data.segments)
      const told = await host.call('translate_segments', {
        ...approval,
        translations: [line.replace('Good morning', 'Guten Morgen')],
      })
      expect(told.data, told.text).toMatchObject({ done: true })
    }
    const batch_ids = made.batches.map(({ id }) => id)
    expect((await host.call('get_result', { batch_ids })).data).toMatchObject({ results: [{ engine: 'agent' }, {}] })
    expect(readFileSync(join(place.work, 'pages', 'p1.de.txt'), 'utf8')).toBe('Guten Morgen on page 1.\n')
  })
})
