import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createFolders } from '../../src/mcp/files/folders.ts'
import { ACCOUNT, planned } from '../support/answers.ts'
import { cannedParts, found, refused } from '../support/canned.ts'
import { HOSTS, type McpWorld, madeIn, openHost, startMcpWorld } from '../support/mcp.ts'
import { ends } from '../support/seed.ts'

const STRINGS = JSON.stringify({ greeting: 'Good morning, {name}', bye: 'See you soon' }, null, 2)
const ACCEPT = [{ action: 'accept' }] as const

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

describe.each(ends(HOSTS))('through %s', kind => {
  it('takes a file to a saved result beside its source and asks the person once [MCP-1, MCP-3, MCP-9]', async () => {
    const host = await world.open({ kind, answers: ACCEPT })
    const file_path = world.file(`${kind}/en.json`, STRINGS.replace('soon', kind))
    const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
    expect(made.status).toBe('awaiting_review')
    const approved = await host.call('approve_batch', made.approval)
    expect(approved.data).toMatchObject({ credits_reserved: made.cost })
    expect(host.questions).toHaveLength(1)
    expect(madeIn(await host.call('get_batch', { batch_id: made.id })).status).toBe('completed')
    const saved_to = join(world.folder, kind, 'de.json')
    const result = await host.call('get_result', { batch_id: made.id })
    expect(result.data).toMatchObject({ saved_to, engine: 'pseudo', quality: { segments: 2, kept_source: 0 } })
    expect(Object.keys(JSON.parse(readFileSync(saved_to, 'utf8')))).toEqual(['greeting', 'bye'])
    expect(readFileSync(saved_to, 'utf8')).toContain('{name}')
  })
})

describe('a file in a folder whose name hides something', () => {
  it('is saved beside its source; the words for people show what is hidden [MCP-10, MCP-13]', async () => {
    const host = await world.open({ answers: ACCEPT })
    const file_path = world.file('odd\u202efolder/en.json', STRINGS.replace('soon', 'odd'))
    const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
    await host.call('approve_batch', made.approval)
    const result = await host.call('get_result', { batch_id: made.id, wait_seconds: 10 })
    expect(result.data.saved_to).toBe(join(world.folder, 'odd‹U+202E›folder', 'de.json'))
    expect(readFileSync(join(world.folder, 'odd\u202efolder', 'de.json'), 'utf8')).toContain('⟦de')
    expect(result.text).toContain('odd‹U+202E›folder')
    expect(result.text).not.toContain('\u202e')
  })
})

describe('plan_batch', () => {
  it('says of words that nothing comes of that the plan stays, and names a tag that is not supported [PLN-1, MCP-7, MCP-14]', async () => {
    const host = await world.open()
    const call = { content: 'Hello, the plan stays.', filename: 'stays.txt', target_languages: ['de'] }
    const { id, approval } = madeIn(await host.call('create_batch', call))
    const useless = await host.call('plan_batch', { batch_id: id, instruction: 'also Klingon' })
    expect([useless.failed, useless.text]).toEqual([true, expect.stringContaining('Not understood: also Klingon.')])
    for (const target_languages of [['xx-klingon'], ['fr', 'xx-klingon']]) {
      const unknown = await host.call('plan_batch', { batch_id: id, target_languages, instruction: 'Be formal.' })
      expect(unknown.failed).toBe(true)
      expect(unknown.text).toContain('“xx-klingon” is not among the supported languages')
      const made = await host.call('create_batch', { content: 'Hello.', filename: 'a.txt', target_languages })
      expect(made.text).toContain('“xx-klingon” is not among the supported languages')
    }
    expect(madeIn(await host.call('get_batch', { batch_id: id })).approval).toEqual(approval)
    const mixed = await host.call('plan_batch', { batch_id: id, target_languages: ['fr'], instruction: 'zzz qqq' })
    expect(mixed.data).toMatchObject({ plan: { target_languages: ['fr'], not_understood: ['zzz qqq'] } })
  })
})

describe('create_batch', () => {
  it('finds the same translation when it is repeated, with its current plan, and says so [CRE-10]', async () => {
    const host = await world.open()
    const call = { content: 'Hello twice', filename: 'twice.txt', target_languages: ['de'] }
    const first = madeIn(await host.call('create_batch', call))
    const planned = madeIn(await host.call('plan_batch', { batch_id: first.id, instruction: 'also French' }))
    const again = await host.call('create_batch', call)
    expect(again.data).toMatchObject({ reused: true, batch: { id: first.id } })
    expect(again.text).toContain(planned.approval.plan_revision)
    expect(again.text).toContain('this is the translation made then')
  })

  it('makes one translation when its answer was lost and the host calls again [CRE-10]', async () => {
    const host = await world.open()
    const call = { content: 'Hello, lost answer', filename: 'lost.txt', target_languages: ['de'] }
    await host.call('get_account')
    world.faults.script({ kind: 'lose' }, { kind: 'lose' })
    const made = madeIn(await host.call('create_batch', call))
    const again = madeIn(await host.call('create_batch', call))
    expect(again.id).toBe(made.id)
    const { data } = await world.list(api.batches.list, { query: { search: 'lost.txt' } })
    expect(data).toHaveLength(1)
  })

  it('makes a new translation when the one it finds is archived [CRE-10]', async () => {
    const host = await world.open()
    const call = { content: 'Hello, archive', filename: 'archived.txt', target_languages: ['de'] }
    const first = madeIn(await host.call('create_batch', call))
    await host.call('update_batch', { batch_id: first.id, archived: true })
    const second = await host.call('create_batch', call)
    expect(second.data).toMatchObject({ reused: false })
    expect(madeIn(second).id).not.toBe(first.id)
    expect(await host.call('create_batch', call)).toMatchObject({
      data: { reused: true, batch: { id: madeIn(second).id } },
    })
  })

  it('makes a new translation when the one it finds has failed [CRE-10]', async () => {
    const host = await world.open()
    const call = { content: 'Hello, failure', filename: 'failed.txt', target_languages: ['de'] }
    const first = madeIn(await host.call('create_batch', call))
    const failed = { status: 'failed', error_code: 'internal_error', error_message: 'it broke' } as const
    await world.db.updateTable('batches').set(failed).where('id', '=', first.id).execute()
    const second = await host.call('create_batch', call)
    expect(second.data).toMatchObject({ reused: false })
    expect(madeIn(second).id).not.toBe(first.id)
  })

  it('makes a new translation when the one it finds has lost its file [CRE-10]', async () => {
    const gone = [refused(410, 'file_expired', 'The file is gone.'), found(planned(), 201)]
    const { parts, faults } = await cannedParts({
      'GET /v1/account': ACCOUNT,
      'POST /v1/batches': () => gone.shift() ?? refused(500, 'internal_error', 'asked too often'),
    })
    const told = await (await openHost(parts)).call('create_batch', { content: 'a', filename: 'a.txt' })
    expect(told.data).toMatchObject({ reused: false, batch: { id: 'bat_1' } })
    const keys = faults.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })

  it('makes a new translation when another engine is configured, so that none passes for the other’s [CRE-10]', async () => {
    const keys: unknown[] = []
    for (const engine of ['pseudo', undefined, 'pseudo']) {
      const { parts, faults } = await cannedParts(
        { 'GET /v1/account': ACCOUNT, 'POST /v1/batches': () => found(planned(), 201) },
        { engine },
      )
      await (await openHost(parts)).call('create_batch', { content: 'a', filename: 'a.txt' })
      keys.push(faults.seen.at(-1)?.headers['idempotency-key'])
    }
    expect(keys[0]).toBe(keys[2])
    expect(keys[1]).not.toBe(keys[0])
  })

  it('makes another translation on purpose with make_new', async () => {
    const host = await world.open()
    const call = { content: 'Hello, anew', filename: 'anew.txt', target_languages: ['de'] }
    const first = madeIn(await host.call('create_batch', call))
    const second = madeIn(await host.call('create_batch', { ...call, make_new: true }))
    expect(second.id).not.toBe(first.id)
  })

  it('suggests instructions when none is given, and the next step is a call that works [CRE-8]', async () => {
    const host = await world.open()
    const created = await host.call('create_batch', {
      content: 'Nothing was said about this text.',
      filename: 'plain.txt',
    })
    expect(created.data).toMatchObject({
      plan: null,
      suggested_instructions: expect.arrayContaining([expect.any(String)]),
    })
    const [, json = '{}'] = /then plan_batch (\{.*\})/.exec(String(created.data.next_step)) ?? []
    const planned = await host.call('plan_batch', JSON.parse(json))
    expect(madeIn(planned).approval.plan_revision).not.toBe('')
  })

  it.each([
    ['no file', {}, 'no file was given'],
    ['two files', { content: 'a', file_url: 'https://example.com/a.txt' }, 'content and file_url were given together'],
    ['an upload with a filename', { upload_id: 'upl_1', filename: 'a.txt' }, 'leave filename out'],
    ['a tag that is none', { content: 'a', filename: 'a.txt', target_languages: ['German'] }, 'list_languages'],
  ])('refuses %s in words that say what to give, and calls no service [MCP-7]', async (_case, input, words) => {
    const { parts, faults } = await cannedParts({})
    const host = await openHost(parts)
    const told = await host.call('create_batch', input)
    expect(told.failed).toBe(true)
    expect(faults.seen).toEqual([])
    expect(told.text).toContain('Nothing was done')
    expect(told.text).toContain(words)
  })
})

describe('create_batch with a file_path', () => {
  it('refuses a filename that ends otherwise than the file, and nothing is made [MCP-10]', async () => {
    const host = await world.open()
    const file_path = world.file('settings.toml', 'password = "hunter2"')
    const told = await host.call('create_batch', { file_path, filename: 'settings.txt' })
    expect(told).toMatchObject({
      failed: true,
      text: expect.stringContaining('filename must end like the file itself'),
    })
    expect(told.text).not.toContain('hunter2')
    const bare = world.file('key', 'hunter2')
    expect((await host.call('create_batch', { file_path: bare, filename: 'key.txt' })).failed).toBe(true)
    const named = await host.call('create_batch', { file_path: world.file('own.txt', 'own'), filename: 'Other.TXT' })
    expect(named.data).toMatchObject({ batch: { file_name: 'Other.TXT' } })
  })
})

describe('plan_batch', () => {
  it('says what a refinement changed, and names what it did not understand [MCP-14]', async () => {
    const host = await world.open()
    const made = madeIn(
      await host.call('create_batch', { content: STRINGS, filename: 'refine.json', target_languages: ['de'] }),
    )
    const planned = await host.call('plan_batch', {
      batch_id: made.id,
      instruction: 'Also French. Frobnicate the bananas.',
    })
    expect(planned.data).toMatchObject({
      changes: ['cost from 5 credits to 10 credits', 'languages: added French (fr)'],
    })
    expect(planned.data).toMatchObject({ plan: { not_understood: ['Frobnicate the bananas'] } })
    expect(planned.text).toContain('Note: Not understood, so not applied: «Frobnicate the bananas».')
    expect(planned.data.next_step).toContain('with only, leave_out, keep_untranslated or tone says it exactly')
  })

  it('refuses a call that asks for nothing', async () => {
    const host = await world.open()
    const told = await host.call('plan_batch', { batch_id: 'bat_1' })
    expect(told).toMatchObject({
      failed: true,
      text: expect.stringContaining('give target_languages or an instruction'),
    })
  })
})

describe('approve_batch', () => {
  it('asks nobody about a translation that is archived, and says how it comes back [MCP-9, APR-3]', async () => {
    const host = await world.open()
    const file_path = world.file('put-away.json', '{"a":"Put away for now"}')
    const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
    await host.call('update_batch', { batch_id: made.id, archived: true })
    const { failed, text } = await host.call('approve_batch', made.approval)
    expect([failed, text]).toEqual([true, expect.stringContaining('(batch_archived)')])
    expect(text).toContain(`update_batch {"batch_id":"${made.id}","archived":false}`)
    expect(text).not.toContain('approval_code')
  })
})

describe('get_result', () => {
  async function finished(name: string, content = STRINGS) {
    const host = await world.open({ answers: ACCEPT })
    const file_path = world.file(name, content)
    const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
    await host.call('approve_batch', made.approval)
    return { host, batch_id: made.id }
  }

  it('never replaces another file unless told, and finds its own file again [MCP-10]', async () => {
    const { host, batch_id } = await finished('twice/en.json')
    const first = await host.call('get_result', { batch_id })
    const repeat = await host.call('get_result', { batch_id })
    expect(repeat.data).toMatchObject({ saved_to: first.data.saved_to, sha256: first.data.sha256 })
    const other = world.file('twice/de.json', 'somebody else’s words')
    const refused = await host.call('get_result', { batch_id })
    expect(refused.failed).toBe(true)
    expect(refused.text).toContain('file_exists')
    expect(refused.text).toContain('overwrite: true')
    expect(readFileSync(other, 'utf8')).toBe('somebody else’s words')
    const told = await host.call('get_result', { batch_id, overwrite: true })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('not_replaced')
    expect(readFileSync(other, 'utf8')).toBe('somebody else’s words')
  })

  it('says that the source has changed since it was sent, and only then [MCP-10]', async () => {
    const words = 'The source file has changed since it was sent'
    const { host, batch_id } = await finished('changing/en.json', STRINGS.replace('soon', 'as it was'))
    expect((await host.call('get_result', { batch_id })).text).not.toContain(words)
    world.file('changing/en.json', STRINGS.replace('soon', 'as it is'))
    const { data, text } = await host.call('get_result', { batch_id, save_to: 'changing/old/' })
    expect(text).toContain(words)
    expect(data.warnings).toEqual([expect.stringContaining(words)])
  })

  it('names the file that is in the way, as the caller would name it [MCP-10]', async () => {
    const { host, batch_id } = await finished('inway/en.json', STRINGS.replace('soon', 'in the way'))
    world.file('inway/de.json', 'somebody else’s words')
    world.file('inway/other.json', 'somebody else’s words')
    expect((await host.call('get_result', { batch_id })).text).toContain('another file at inway/de.json')
    const { text } = await host.call('get_result', { batch_id, save_to: 'inway/other.json' })
    expect(text).toContain('another file at inway/other.json')
    expect(text).toContain('request_id')
    const within = await host.call('get_result', { batch_id, save_to: 'inway/' })
    expect(within.text).toContain('another file at inway/de.json')
  })

  it('saves into the first folder when the source’s is shut, and says that save_to chooses [MCP-10]', async () => {
    const { batch_id } = await finished('shut/en.json', STRINGS.replace('soon', 'shut'))
    const open = join(world.folder, 'still-open')
    mkdirSync(open)
    const folders = createFolders({ named: [open], project: undefined, working: open, home: open })
    const host = await world.open({}, { folders })
    const { data, text } = await host.call('get_result', { batch_id })
    expect(data).toMatchObject({ saved_to: join(open, 'de.json') })
    expect(text).toContain('save_to chooses another place')
  })

  it('saves to a file or into a folder that is named [MCP-10]', async () => {
    const { host, batch_id } = await finished('named/en.json')
    const file = await host.call('get_result', { batch_id, save_to: 'out/german.json' })
    expect(file.data).toMatchObject({ saved_to: join(world.folder, 'out/german.json') })
    const folder = await host.call('get_result', { batch_id, save_to: 'out/' })
    expect(folder.data).toMatchObject({ saved_to: join(world.folder, 'out/de.json') })
  })

  it('gives several languages as a file each, or as one zip where save_to says so, under no other kind of name [MCP-10]', async () => {
    const host = await world.open({ answers: ACCEPT })
    const file_path = world.file('zip/en.json', STRINGS)
    const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de', 'fr'] }))
    await host.call('approve_batch', made.approval)
    const refused = await host.call('get_result', { batch_id: made.id, save_to: 'zip/both.json' })
    expect(refused).toMatchObject({ failed: true, text: expect.stringContaining('does not end in .zip') })
    expect(existsSync(join(world.folder, 'zip/both.json'))).toBe(false)
    const zip = await host.call('get_result', { batch_id: made.id, save_to: 'zip/both.zip' })
    expect(zip.data).toMatchObject({ media_type: 'application/zip', saved_to: join(world.folder, 'zip/both.zip') })
    const { data } = await host.call('get_result', { batch_id: made.id })
    expect(data).toMatchObject({ media_type: 'application/json', saved_to: join(world.folder, 'zip/de.json') })
  })

  it('gives back the state, not an error, when the translation is not finished [MCP-8]', async () => {
    const host = await world.open()
    const made = madeIn(
      await host.call('create_batch', { content: 'not yet', filename: 'n.txt', target_languages: ['de'] }),
    )
    const told = await host.call('get_result', { batch_id: made.id })
    expect(told.failed).toBe(false)
    expect(told.text).toContain('No file yet')
    expect(told.data).toMatchObject({ batch: { id: made.id }, next_step: expect.stringContaining('get_batch') })
  })

  it('gives a link instead of a file over HTTP, as a field and as a resource_link', async () => {
    const { batch_id } = await finished('link/en.json')
    const remote = await world.open({}, { settings: { ...world.parts.settings, transport: 'http' } })
    const { data, links, text } = await remote.call('get_result', { batch_id })
    expect(data).toMatchObject({ url: expect.stringMatching(/^http/), file_name: 'de.json' })
    expect(links).toEqual([data.url])
    expect(data.page_url).toBe(`${data.url}&view=page`)
    expect(text).toContain(`${data.page_url}`)
    expect(data.next_step).toContain('give the person page_url')
  })
})
