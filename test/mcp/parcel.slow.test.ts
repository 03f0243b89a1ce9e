import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { contentsOf, FILES, parcelOfFiles } from '../formats/parcel/parcels.ts'
import { startMcpWorld } from '../support/mcp.ts'

const Made = z.looseObject({
  batch: z.looseObject({ id: z.string() }),
  plan: z.looseObject({
    plan_revision: z.string(),
    included: z.array(z.looseObject({ part: z.string() })),
    not_included: z.array(z.looseObject({ part: z.string(), reason: z.string() })),
  }),
})
const Round = z.looseObject({ segments: z.array(z.string()), done: z.boolean() })

it("the assistant's own model translates asked files of a zip, and the result is a zip beside its source [MCP-15, RES-1]", async () => {
  const world = await startMcpWorld({ service: { engine: 'agent', memory: false } })
  writeFileSync(join(world.folder, 'parcel.zip'), parcelOfFiles(FILES))
  const host = await world.open()
  const told = await host.call('create_batch', {
    file_path: 'parcel.zip',
    target_languages: ['de'],
    only: ['docs/', 'letter.docx', 'app/'],
    leave_out: ['*.pot', 'docs/b.txt', 'app/en.json > menu.close'],
  })
  const { batch, plan } = Made.parse(told.data)
  expect(plan.included.map(({ part }) => part)).toEqual([
    'docs/a.md > Guide',
    'docs/a.md > Setup',
    'app/en.json > menu.open',
    'letter.docx > main text',
  ])
  expect(plan.not_included).toContainEqual(
    expect.objectContaining({ part: 'app/messages.pot > a.c', reason: 'left out because you asked' }),
  )
  const refused = await host.call('plan_batch', { batch_id: batch.id, only: ['docs/c.md'] })
  expect(refused.text).toMatch(/no part called “docs\/c\.md” \(nearest: /)
  const asked = { batch_id: batch.id, plan_revision: plan.plan_revision, target_language: 'de' }
  let round = await host.call('translate_segments', asked)
  expect(round.text).toContain('6 lines to translate')
  for (let open = Round.parse(round.data); !open.done; open = Round.parse(round.data)) {
    const translations = open.segments.map(line => line.replace('Open', 'Öffne').replace('welcome', 'willkommen'))
    round = await host.call('translate_segments', { ...asked, translations })
    expect(round.failed, round.text).toBe(false)
  }
  const done = await host.call('get_result', { batch_id: batch.id })
  expect(done.failed, done.text).toBe(false)
  const contents = await contentsOf(readFileSync(join(world.folder, 'parcel.de.zip')))
  expect(contents['docs/a.md']?.toString()).toContain('Öffne the *door* first.')
  for (const name of ['docs/b.txt', 'data/words.csv', 'app/messages.pot', 'page.html', 'img/a.png'])
    expect(contents[name]?.equals(Buffer.from(FILES[name] ?? '')), name).toBe(true)
  await world.close()
})

it('a zip in several languages is saved as a zip for each, and read before it is kept [RES-1]', async () => {
  const world = await startMcpWorld({ service: { engine: 'pseudo' } })
  writeFileSync(join(world.folder, 'parcel.zip'), parcelOfFiles(FILES))
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const told = await host.call('create_batch', { file_path: 'parcel.zip', target_languages: ['de', 'fr'] })
  const { batch, plan } = Made.parse(told.data)
  await host.call('approve_batch', { batch_id: batch.id, plan_revision: plan.plan_revision })
  const done = await host.call('get_result', { batch_id: batch.id, wait_seconds: 20 })
  expect(done.failed, done.text).toBe(false)
  for (const tag of ['de', 'fr']) {
    const contents = await contentsOf(readFileSync(join(world.folder, `parcel.${tag}.zip`)))
    expect(contents['docs/a.md']?.toString()).toContain(`⟦${tag} `)
    expect(contents['img/a.png']).toEqual(FILES['img/a.png'])
  }
  const named = await host.call('get_result', { batch_id: batch.id, save_to: 'all.zip' })
  expect(named.failed, named.text).toBe(false)
  expect(Object.keys(await contentsOf(readFileSync(join(world.folder, 'all.zip'))))).toHaveLength(2)
  await world.close()
})
