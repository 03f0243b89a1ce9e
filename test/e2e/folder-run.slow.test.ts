import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getEncoding } from 'js-tiktoken'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { makePlace, type Place } from '../support/program.ts'
import { openProgram, type ProgramHost } from '../support/program-host.ts'
import { PSEUDO } from './shop.ts'

const Made = z.looseObject({
  batch_id: z.string().optional(),
  plan_revision: z.string().optional(),
  batches: z.array(z.looseObject({ id: z.string() })),
  not_listed: z.number().optional(),
  total: z.looseObject({ files: z.number(), credit_cost: z.number() }),
  failed: z.array(z.looseObject({ file_path: z.string(), code: z.string() })),
  next_step: z.string(),
})

const Fetched = z.looseObject({
  counts: z.looseObject({ all: z.number(), saved: z.number(), failed: z.number() }),
  saved_in: z.array(z.looseObject({ folder: z.string(), files: z.number() })),
  next_step: z.string(),
})

const COUNT = 499

/** Files in 20 folders, two of them with one name and one content. */
function pages({ work }: Place): void {
  for (let at = 0; at < COUNT; at += 1) {
    const folder = join(work, 'docs', `part${at % 20}`)
    mkdirSync(folder, { recursive: true })
    const text = at < 2 ? 'The same text in two places.' : `The soup number ${at} is hot today.`
    writeFileSync(join(folder, at < 2 ? 'index.md' : `page${at}.md`), `# Page\n\n${text}\n`)
  }
}

function filesBelow({ work }: Place, folder: string): string[] {
  const entries = readdirSync(join(work, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
  return entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Makes the same call as long as its answer says that it is to go on. */
async function untilWhole(host: ProgramHost, tool: string, input: Record<string, unknown>, goesOn: RegExp) {
  const encoding = getEncoding('o200k_base')
  for (let calls = 1; ; calls += 1) {
    const told = await host.call(tool, input, { onprogress: () => undefined })
    expect(told.failed, told.text).toBe(false)
    for (const text of [JSON.stringify(told.data), told.text])
      expect(encoding.encode(text).length, tool).toBeLessThanOrEqual(8000)
    if (!goesOn.test(z.string().parse(told.data.next_step))) return { told, calls }
  }
}

it('500 files of a folder and beside it, one of them broken, are one plan, one question and one report over stdio, and the results mirror the tree [MCP-17, MCP-6, MCP-10]', async () => {
  const place = makePlace()
  pages(place)
  writeFileSync(join(place.work, 'broken.json'), '{"a": ')
  const questions: string[] = []
  const host = await openProgram(place, PSEUDO, question => questions.push(question))
  const asked = { file_paths: ['docs', 'broken.json'], target_languages: ['fr'] }

  const { told } = await untilWhole(host, 'create_batch', asked, /same call again/)
  const made = Made.parse(told.data)
  expect(made.total.files).toBe(COUNT)
  expect(made.batches.length + (made.not_listed ?? 0)).toBe(COUNT)
  expect(made.failed).toMatchObject([{ file_path: 'broken.json' }])
  const { batch_id, plan_revision } = made
  expect(made.next_step).toContain(`approve_batch ${JSON.stringify({ batch_id, plan_revision })}`)

  const approved = await untilWhole(host, 'approve_batch', { batch_id, plan_revision }, /^approve_batch/)
  expect(questions).toHaveLength(1)
  expect(questions[0]).toContain(`Translate ${COUNT} files for ${made.total.credit_cost.toLocaleString('en')} credits?`)
  expect(questions[0]?.split('\n').length).toBeLessThan(60)
  expect(approved.told.data.next_step).toBe(`get_result ${JSON.stringify({ batch_id })}`)

  const fetched = await untilWhole(host, 'get_result', { batch_id, save_to: 'out/{lang}/' }, /^get_result/)
  const { counts, saved_in, next_step } = Fetched.parse(fetched.told.data)
  expect(counts).toMatchObject({ all: COUNT, saved: COUNT, failed: 0 })
  expect(saved_in).toEqual([{ folder: join('out', 'fr'), files: COUNT }])
  expect(next_step).toContain('tell the person where the files are')
  const names = (folder: string) =>
    filesBelow(place, folder)
      .map(file => file.slice(join(place.work, folder).length))
      .sort()
  expect(names('out/fr')).toEqual(names('docs'))
  expect(readFileSync(join(place.work, 'out/fr/part7/page7.md'), 'utf8')).toContain('⟦fr')

  const again = Made.parse((await untilWhole(host, 'create_batch', asked, /same call again/)).told.data)
  expect(again.batch_id).toBe(batch_id)
  expect(again.next_step).toBe(`get_result ${JSON.stringify({ batch_id })}`)
  await host.close()

  // In a later process the run is known, and lies where the tree of its folder does.
  const next = await openProgram(place, PSEUDO)
  const later = await untilWhole(next, 'get_result', { batch_id }, /^get_result/)
  expect(Fetched.parse(later.told.data).counts).toMatchObject({ saved: COUNT })
  expect(names('docs.fr')).toEqual(names('docs'))
})
