import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Host, type McpWorld, madeIn, startMcpWorld, type Told } from '../support/mcp.ts'
import { GERMAN, severalFiles, severalIn } from '../support/several.ts'

const ACCEPT = { answers: [{ action: 'accept' }] } as const

const Fetched = z.looseObject({
  results: z.array(z.looseObject({ batch_id: z.string(), saved_to: z.string().optional() })),
  not_finished: z.array(z.looseObject({ batch_id: z.string(), status: z.string() })).default([]),
  failed: z.array(z.looseObject({ batch_id: z.string(), code: z.string(), reason: z.string() })).default([]),
  next_step: z.string(),
})

function fetchedIn(told: Told) {
  expect(told.failed, told.text).toBe(false)
  return Fetched.parse(told.data)
}

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

/** Makes and approves the translations of these files, and gives their ids. */
async function translated(host: Host, file_paths: readonly string[]): Promise<string[]> {
  const { batches, approvals } = severalIn(await host.call('create_batch', { file_paths, ...GERMAN }))
  const told = await host.call('approve_batch', { approvals })
  expect(told.failed, told.text).toBe(false)
  return batches.map(({ id }) => id)
}

describe('get_result of several translations', () => {
  it('waits for all and saves each beside its source; a repeat finds the same files [MCP-17, MCP-10]', async () => {
    const host = await world.open(ACCEPT)
    const files = severalFiles(world, 'beside', 3)
    const batch_ids = await translated(host, files)
    const { results, next_step } = fetchedIn(await host.call('get_result', { batch_ids }))
    const places = files.map(file => join(world.folder, file.replace('.json', '.de.json')))
    expect(results.map(({ saved_to }) => saved_to)).toEqual(places)
    for (const place of places) expect(readFileSync(place, 'utf8')).toContain('⟦de')
    expect(next_step).toBe('tell the person where the files are')
    const again = fetchedIn(await host.call('get_result', { batch_ids }))
    expect(again.results.map(({ saved_to }) => saved_to)).toEqual(places)
  })

  it('saves into one folder, and none in the place of another of the same call [MCP-17, MCP-10]', async () => {
    const host = await world.open(ACCEPT)
    const [first = ''] = severalFiles(world, 'one', 1)
    const [second = ''] = severalFiles(world, 'two', 1)
    const batch_ids = await translated(host, [first, second])
    for (const overwrite of [false, true]) {
      const told = await host.call('get_result', { batch_ids, save_to: 'all', overwrite })
      const { results, failed } = fetchedIn(told)
      expect(results).toMatchObject([{ batch_id: batch_ids[0], saved_to: join(world.folder, 'all', 'f00.de.json') }])
      expect(failed).toMatchObject([{ batch_id: batch_ids[1], code: 'same_place' }])
      expect(readFileSync(join(world.folder, 'all', 'f00.de.json'), 'utf8')).toContain('ööñéé')
    }
  })

  it('saves none over the source of another of the same call, told to overwrite or not [MCP-17, MCP-10]', async () => {
    const host = await world.open(ACCEPT)
    const one = { hello: 'Good morning to you', bye: 'See you soon' }
    world.file('sources/in/app.json', JSON.stringify(one))
    const other = JSON.stringify({ ...one, bye: 'See you tomorrow' })
    const at = world.file('sources/app.de.json', other)
    const batch_ids = await translated(host, ['sources/in/app.json', 'sources/app.de.json'])
    for (const overwrite of [false, true]) {
      const told = await host.call('get_result', { batch_ids, save_to: 'sources', overwrite })
      const { results, failed } = fetchedIn(told)
      expect(results.map(({ batch_id }) => batch_id)).toEqual([batch_ids[1]])
      expect(failed).toMatchObject([{ batch_id: batch_ids[0], code: 'is_source' }])
      expect(told.text).toContain('"app.de.json" is the source of another result of this call')
      expect(readFileSync(at, 'utf8')).toBe(other)
    }
    const [id = ''] = batch_ids
    const alone = await host.call('get_result', { batch_id: id, save_to: 'sources/', overwrite: true })
    expect(alone.failed, alone.text).toBe(false)
  })

  it('names what is not finished, what was not saved and why, and saves the others [MCP-17]', async () => {
    const host = await world.open(ACCEPT)
    const files = severalFiles(world, 'mixed', 3)
    const [one = '', two = ''] = await translated(host, files.slice(0, 2))
    const { batches } = severalIn(await host.call('create_batch', { file_paths: files.slice(2), ...GERMAN }))
    const open = batches[0]?.id ?? ''
    writeFileSync(join(world.folder, 'mixed', 'f01.de.json'), '{"mine":"keep"}')
    const batch_ids = [one, two, open, 'bat_unknown', one]
    const told = await host.call('get_result', { batch_ids })
    const { results, not_finished, failed, next_step } = fetchedIn(told)
    expect(results).toMatchObject([{ batch_id: one }])
    expect(not_finished).toMatchObject([{ batch_id: open, status: 'awaiting_review' }])
    expect(failed).toMatchObject([
      { batch_id: two, code: 'file_exists' },
      { batch_id: 'bat_unknown', code: 'batch_not_found' },
    ])
    expect(next_step).toContain(`get_result ${JSON.stringify({ batch_ids: [two], overwrite: true })}`)
    expect(readFileSync(join(world.folder, 'mixed', 'f01.de.json'), 'utf8')).toBe('{"mine":"keep"}')
    for (const { batch_id } of [...not_finished, ...failed]) expect(told.text).toContain(batch_id)
  })

  it('is a failure that names all where none can be fetched, and writes nothing [MCP-17, MCP-7]', async () => {
    const host = await world.open()
    const told = await host.call('get_result', { batch_ids: ['bat_a', 'bat_b'] })
    expect([told.failed, told.text]).toEqual([true, expect.stringContaining('None of 2 results was fetched')])
    expect(told.text).toMatch(/bat_a: batch_not_found[\s\S]*bat_b: batch_not_found/)
    for (const input of [{}, { batch_id: 'bat_a', batch_ids: ['bat_b'] }]) {
      expect((await host.call('get_result', input)).text).toContain('refused (invalid_arguments)')
    }
    expect(existsSync(join(world.folder, 'bat_a'))).toBe(false)
  })

  it('gives a link for each over HTTP [MCP-17]', async () => {
    const host = await world.open(ACCEPT)
    const batch_ids = await translated(host, severalFiles(world, 'links', 2))
    const remote = await world.open({}, { settings: { ...world.parts.settings, transport: 'http' } })
    const told = await remote.call('get_result', { batch_ids })
    const { results } = fetchedIn(told)
    expect(results).toMatchObject([{ url: expect.stringMatching(/^http/) }, { url: expect.stringMatching(/^http/) }])
    expect(told.links).toEqual(results.map(({ url }) => url))
  })
})

it('a copy of a file in another folder of its repository has a translation of its own, saved beside it; a moved file has not [MCP-10, CRE-10]', async () => {
  const host = await world.open(ACCEPT)
  world.file('copies/.git/config', '')
  const content = JSON.stringify({ hello: 'Good day to all the copies' })
  const made = async (folder: string) => {
    const file_path = world.file(`copies/${folder}/en.json`, content)
    const { data, text } = await host.call('create_batch', { file_path, ...GERMAN })
    return { file_path, text, reused: data.reused, ...madeIn({ data, text, failed: false, links: [] }) }
  }
  const [one, two] = [await made('one'), await made('two')]
  expect(two).toMatchObject({ reused: false })
  expect(two.id).not.toBe(one.id)
  for (const again of [one, two]) {
    const folder = again === one ? 'one' : 'two'
    expect(await made(folder)).toMatchObject({ reused: true, id: again.id })
    await host.call('approve_batch', again.approval)
    const saved = await host.call('get_result', { batch_id: again.id, wait_seconds: 10 })
    expect(saved.data.saved_to).toBe(join(world.folder, 'copies', folder, 'de.json'))
  }
  rmSync(one.file_path)
  expect(await made('three')).toMatchObject({ reused: true, id: one.id })
})
