import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'
import { GERMAN, severalFiles, severalIn } from '../support/several.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const files = (folder: string, count: number) => severalFiles(world, folder, count)

describe.each(['sdk 1', 'modern'] as const)('create_batch of several files, through %s,', kind => {
  it('plans each, in their order, with one total and one exact call that approves all [MCP-17, MCP-6]', async () => {
    const host = await world.open({ kind, answers: [{ action: 'accept' }] })
    const file_paths = files(`all-${kind.replace(' ', '')}`, 2)
    const told = await host.call('create_batch', { file_paths, ...GERMAN })
    const { batches, total, next_step, approvals } = severalIn(told)
    expect(batches.map(({ file_path }) => file_path)).toEqual(file_paths)
    const plans = await Promise.all(batches.map(({ id }) => host.call('get_batch', { batch_id: id })))
    const costs = plans.map(({ data }) => z.looseObject({ credit_cost: z.number() }).parse(data.plan).credit_cost)
    expect(total).toMatchObject({ files: 2, credit_cost: costs.reduce((sum, cost) => sum + cost) })
    expect(next_step).toContain(`approve_batch ${JSON.stringify({ approvals })}`)
    for (const { file_path } of batches) expect(told.text).toContain(`«${file_path}»: English (en) into German (de), `)
    expect((await host.call('approve_batch', { approvals })).data).toMatchObject({
      credits_reserved: total.credit_cost,
    })
    expect(host.questions).toHaveLength(1)
  })
})

describe('create_batch of several files', () => {
  it('finds all again when it is repeated, as a call for one of them does [MCP-17, CRE-10]', async () => {
    const host = await world.open()
    const file_paths = files('again', 3)
    const first = severalIn(await host.call('create_batch', { file_paths, ...GERMAN }))
    const again = severalIn(await host.call('create_batch', { file_paths, ...GERMAN }))
    expect(again.batches.map(({ id }) => id)).toEqual(first.batches.map(({ id }) => id))
    expect(again.warnings).toEqual([expect.stringContaining('All files were sent before')])
    const one = await host.call('create_batch', { file_path: file_paths[1], ...GERMAN })
    expect(one.data).toMatchObject({ reused: true, batch: { id: first.batches[1]?.id } })
    const { data } = await world.list(api.batches.list, { query: { limit: '100' } })
    expect(data.filter(({ id }) => first.batches.some(batch => batch.id === id))).toHaveLength(3)
  })

  it('says when it is repeated that a glossary is newer than what was approved, until another is made [GLO-3, CRE-10]', async () => {
    const host = await world.open({ answers: [{ action: 'accept' }] })
    const body = { language_pair: 'en-pl', name: 'Shop', terms: [{ source: 'Good morning', target: 'Dzień dobry' }] }
    await world.call(api.glossaries.create, { body })
    const asked = { file_paths: files('newer', 2), target_languages: ['pl', 'nl'] }
    const { approvals, batches } = severalIn(await host.call('create_batch', asked))
    await host.call('approve_batch', { approvals })
    const again = async () => severalIn(await host.call('create_batch', asked)).warnings.join(' ')
    expect(await again()).not.toContain('changed since')
    const terms = [{ source: 'soon', target: 'wkrótce' }]
    await world.call(api.glossaries.update, { params: { language_pair: 'en-pl' }, body: { terms } })
    expect(await again()).toContain(
      'The glossary en-pl has changed since this was approved: create_batch with make_new',
    )
    await world.call(api.glossaries.create, { body: { ...body, language_pair: 'en-nl' } })
    expect(await again()).toContain('The glossaries en-pl and en-nl have changed since this was approved')
    const one = { ...asked, file_paths: undefined, file_path: asked.file_paths[0] }
    const found = await host.call('create_batch', one)
    expect(found.data).toMatchObject({ reused: true, batch: { id: batches[0]?.id } })
    expect(found.text).toContain('The glossaries en-pl and en-nl have changed')
    expect((await host.call('create_batch', { ...one, make_new: true })).text).not.toContain('changed since')
    await world.call(api.glossaries.remove, { params: { language_pair: 'en-nl' } })
    await world.call(api.glossaries.remove, { params: { language_pair: 'en-pl' } })
    expect(await again()).toContain('The glossary en-pl has changed')
  })

  it('says once what was understood for all, to the assistant and to the person who approves [MCP-17, MCP-14]', async () => {
    const host = await world.open({ answers: [{ action: 'decline' }] })
    const wishes = { ...GERMAN, tone: 'informal', keep_untranslated: ['Acme'] }
    const told = await host.call('create_batch', { file_paths: files('understood', 3), ...wishes })
    await host.call('approve_batch', { approvals: severalIn(told).approvals })
    for (const text of [told.text, host.questions[0] ?? '']) {
      expect(text.match(/Guidance for the engine: «Tone: informal»\./g), text).toHaveLength(1)
      expect(text.match(/Kept untranslated: «Acme»\./g), text).toHaveLength(1)
    }
  })

  it('names each file that fails with its own reason, and plans the others [MCP-17]', async () => {
    const host = await world.open()
    const [good = ''] = files('mixed', 1)
    world.file('mixed/empty.json', '')
    world.file('mixed/tool.exe', 'MZ')
    world.file('mixed/broken.json', '{"a": ')
    world.file('mixed/.env.json', '{"a":"secret"}')
    const wrong = ['mixed/empty.json', 'mixed/tool.exe', 'mixed/gone.json', '../secret.json', 'mixed/.env.json']
    const told = await host.call('create_batch', { file_paths: [...wrong, 'mixed/broken.json', good], ...GERMAN })
    const { batches, failed, total } = severalIn(told)
    expect(failed.map(({ file_path, code }) => [file_path, code])).toEqual([
      ['mixed/empty.json', 'file_empty'],
      ['mixed/tool.exe', 'unsupported_format'],
      ['mixed/gone.json', 'file_not_found'],
      ['../secret.json', 'outside_allowed_folders'],
      ['mixed/.env.json', 'hidden_file'],
      ['mixed/broken.json', 'invalid_request'],
    ])
    for (const { file_path } of failed) expect(told.text).toContain(`«${file_path}»`)
    expect(batches).toMatchObject([{ file_path: good }])
    expect(total.files).toBe(1)
  })

  it('is a failure that names all files where none could be planned [MCP-17, MCP-7]', async () => {
    const host = await world.open()
    const told = await host.call('create_batch', { file_paths: ['no/a.json', 'no/b.json'], ...GERMAN })
    expect([told.failed, told.text]).toEqual([true, expect.stringContaining('None of 2 files was planned')])
    expect(told.text).toMatch(/«no\/a\.json»: file_not_found: .*\n.*«no\/b\.json»: file_not_found/)
  })

  it('sends a file once that is named twice, and one that is a copy of another [MCP-17]', async () => {
    const host = await world.open()
    const [one = '', two = ''] = files('twice', 2)
    const copy = 'twice/copy/f00.json'
    world.file(copy, JSON.stringify({ a: 'Good morning number 0 of twice', b: 'See you soon' }))
    const told = await host.call('create_batch', { file_paths: [one, `./${one}`, one, two, copy], ...GERMAN })
    const { batches, warnings, next_step } = severalIn(told)
    expect(batches.map(({ file_path }) => file_path)).toEqual([one, two])
    expect(warnings).toEqual([
      `«./${one}» is the same file as «${one}» and was sent once.`,
      `«${one}» was given twice and sent once.`,
      expect.stringContaining(`«${copy}» has the name and the content of «${one}»`),
    ])
    expect(next_step.match(/"batch_id"/g)).toHaveLength(2)
  })

  it('says what is common once: words that were not understood, the engine [MCP-17, MCP-14]', async () => {
    const host = await world.open()
    const file_paths = files('words', 3)
    const told = await host.call('create_batch', { file_paths, ...GERMAN, instruction: 'zzz qqq' })
    expect(severalIn(told).warnings).toEqual(['Not understood, so not applied: «zzz qqq».'])
    expect(told.text.match(/Engine: pseudo/g)).toHaveLength(1)
    expect(told.data.engines).toMatchObject([{ engine: 'pseudo' }])
  })

  it('asks for languages where none are named, and says the call for each file [MCP-17, CRE-8]', async () => {
    const host = await world.open()
    const told = await host.call('create_batch', { file_paths: files('open', 2) })
    const { batches, next_step } = severalIn(told)
    expect(next_step).toContain(`plan_batch ${JSON.stringify({ batch_id: batches[0]?.id, target_languages: ['…'] })}`)
    expect(told.data.suggested_instructions).toContainEqual(expect.stringMatching(/^Translate/))
  })

  it('refuses what belongs to one file, and over HTTP says what works instead [MCP-17, MCP-7]', async () => {
    const host = await world.open()
    const file_paths = files('refused', 2)
    for (const [more, code] of [
      [{ file_path: file_paths[0] }, 'one_file'],
      [{ content: 'Hello.', filename: 'a.txt' }, 'one_file'],
      [{ filename: 'a.json' }, 'filename_of_one'],
    ] as const) {
      const told = await host.call('create_batch', { file_paths, ...more, ...GERMAN })
      expect([told.failed, told.text]).toEqual([true, expect.stringContaining(`refused (${code})`)])
    }
    const remote = await world.open({}, { settings: { ...world.parts.settings, transport: 'http' } })
    const told = await remote.call('create_batch', { file_paths, ...GERMAN })
    expect(told.text).toMatch(/refused \(no_local_files\)[\s\S]*approve_batch with approvals/)
  })
})
