import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { startMcpWorld } from '../support/mcp.ts'
import { severalFiles } from '../support/several.ts'

const Made = z.looseObject({ batch_id: z.string(), plan_revision: z.string(), next_step: z.string() })
const Round = z.looseObject({ segments: z.array(z.string()), done: z.boolean(), next_step: z.string() })

it("the assistant's own model translates all files of a run as one stream, told which line is of which file [MCP-17, MCP-15]", async () => {
  const world = await startMcpWorld({ service: { engine: 'agent', memory: false, requests_per_minute: 1_000_000 } })
  severalFiles(world, 'stream', 60)
  const host = await world.open()
  const told = await host.call('create_batch', { file_paths: ['stream'], target_languages: ['de'] })
  const { batch_id, plan_revision, next_step } = Made.parse(told.data)
  expect(next_step).toBe(
    `translate_segments ${JSON.stringify({ batch_id, plan_revision })} once what is left out is fine`,
  )
  const other = await host.call('translate_segments', { batch_id, plan_revision, search: 'x' })
  expect(other.text).toContain('search is for one translation')
  let round = await host.call('translate_segments', { batch_id, plan_revision })
  expect(round.text, round.text).toContain('1. is «stream/f00.json»')
  let rounds = 0
  for (let open = Round.parse(round.data); !open.done; open = Round.parse(round.data)) {
    const translations = open.segments.map(line =>
      line.replace('Good morning number', 'Guten Morgen Nummer').replace('See you soon', 'Bis bald'),
    )
    round = await host.call('translate_segments', { batch_id, target_language: 'de', translations })
    expect(round.failed, round.text).toBe(false)
    rounds += 1
    expect(rounds).toBeLessThan(20)
  }
  expect(Round.parse(round.data).next_step).toBe(`get_result ${JSON.stringify({ batch_id })}`)
  const done = await host.call('get_result', { batch_id })
  expect(done.data, done.text).toMatchObject({ counts: { all: 60, saved: 60 } })
  expect(JSON.parse(readFileSync(join(world.folder, 'stream.de/f07.json'), 'utf8'))).toEqual({
    a: 'Guten Morgen Nummer 7 of stream',
    b: 'Bis bald',
  })
  expect(existsSync(join(world.folder, 'stream/f07.de.json'))).toBe(false)
  await world.close()
})

it('a file whose plan changed is named before a line is handed out; the others go on without it [MCP-15]', async () => {
  const world = await startMcpWorld({ service: { engine: 'agent', memory: false, requests_per_minute: 1_000_000 } })
  severalFiles(world, 'changed', 3)
  const host = await world.open()
  const { batch_id, plan_revision } = Made.parse(
    (await host.call('create_batch', { file_paths: ['changed'], target_languages: ['de'] })).data,
  )
  const [one] = z
    .object({ batches: z.array(z.looseObject({ id: z.string(), file_name: z.string() })) })
    .parse((await host.call('list_batches', {})).data).batches
  // Two are made at a time, so any of the last two may be the newest.
  await host.call('plan_batch', { batch_id: one?.id, instruction: 'formal' })
  const refused = await host.call('translate_segments', { batch_id, plan_revision })
  expect(refused.failed).toBe(true)
  expect(refused.text).toContain('1 of 3 files could not be approved; the others are.')
  expect(refused.text).toContain(`${one?.id} was not approved: plan_changed`)
  expect(refused.text).toContain('create_batch with the same files shows the plans as they are now')
  expect(refused.text).toContain(`translate_segments {"batch_id":"${batch_id}"} translates the others without them.`)
  let round = await host.call('translate_segments', { batch_id })
  expect(round.text).toContain(`No lines of «changed/${one?.file_name}»: plan_changed`)
  for (let open = Round.parse(round.data); !open.done; open = Round.parse(round.data)) {
    const translations = open.segments.map(line => line.replace('Good morning number', 'Guten Morgen Nummer'))
    round = await host.call('translate_segments', { batch_id, target_language: 'de', translations })
  }
  const done = await host.call('get_result', { batch_id })
  expect(done.data, done.text).toMatchObject({ counts: { all: 3, saved: 2 } })
  await world.close()
})
