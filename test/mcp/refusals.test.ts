import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { McpSettings } from '../../src/mcp/context.ts'
import { ACCOUNT, batch, CREDITS, GLOSSARY, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import { openHost } from '../support/mcp.ts'

const START: Canned = {
  'GET /v1/account': ACCOUNT,
  'GET /v1/credits': CREDITS,
  'GET /v1/batches/bat_1': batch(),
  'GET /v1/batches/bat_1/plan': planned(),
  'GET /v1/glossaries/en-de': GLOSSARY,
}
const TERMS = [{ source: 'a', target: 'b' }]

async function start(canned: Canned = {}, settings: Partial<McpSettings> = {}) {
  const { parts, faults } = await cannedParts({ ...START, ...canned }, settings)
  const host = await openHost(parts)
  const [folder = ''] = await parts.folders.allowed()
  return { host, faults, folder }
}

type Refused = readonly [
  what: string,
  tool: string,
  input: object,
  code: string,
  words: string,
  settings?: Partial<McpSettings>,
]

/** What can be refused here is refused here: the service is not even asked. */
const REFUSED: readonly Refused[] = [
  ['no file', 'create_batch', {}, 'one_file', 'no file was given. Give exactly one of file_path'],
  [
    'two files',
    'create_batch',
    { content: 'x', file_url: 'https://a.test/x.txt' },
    'one_file',
    'content and file_url were given together',
  ],
  [
    'an upload with a name',
    'create_batch',
    { upload_id: 'upl_1', filename: 'a.txt' },
    'filename_with_upload',
    'leave filename out',
  ],
  [
    'a local file over HTTP',
    'create_batch',
    { file_path: '/tmp/a.txt' },
    'no_local_files',
    'call create_batch without a file for an address to upload it to',
    { transport: 'http' },
  ],
  [
    'two files over HTTP',
    'create_batch',
    { content: 'x', file_url: 'https://a.test/x.txt' },
    'one_file',
    'Give exactly one of content with filename, file_url or upload_id.',
    { transport: 'http' },
  ],
  [
    'a tag that is none',
    'create_batch',
    { content: 'x', target_languages: ['german!'] },
    'invalid_language_tag',
    '"german!"',
  ],
  [
    'a source that is none',
    'plan_batch',
    { batch_id: 'bat_1', source_language: '1' },
    'invalid_language_tag',
    '"1" is not a BCP 47',
  ],
  [
    'a plan without words',
    'plan_batch',
    { batch_id: 'bat_1' },
    'nothing_asked',
    'give target_languages or an instruction',
  ],
  [
    'blank words',
    'plan_batch',
    { batch_id: 'bat_1', instruction: ' \n ' },
    'nothing_asked',
    'get_batch shows the plan',
  ],
  [
    'words that grow too long with the arguments',
    'plan_batch',
    { batch_id: 'bat_1', instruction: 'x'.repeat(3500), leave_out: ['y'.repeat(500)] },
    'too_long',
    'Name fewer parts',
  ],
  [
    'terms given twice',
    'manage_glossary',
    { action: 'create', language_pair: 'en-de', terms: TERMS, from_file: 'a.csv' },
    'terms_twice',
    'give terms or from_file, not both',
  ],
  [
    'terms of a local file over HTTP',
    'manage_glossary',
    { action: 'create', language_pair: 'en-de', from_file: 'a.csv' },
    'no_local_files',
    'Give the terms themselves.',
    { transport: 'http' },
  ],
  [
    'a count where none is needed, and no removals',
    'manage_glossary',
    { action: 'remove_terms', language_pair: 'en-de', expected_term_count: 1 },
    'wrong_arguments',
    'it does not take expected_term_count, and it needs remove',
  ],
]

describe('a call that cannot be meant', () => {
  it.each(
    REFUSED.map(([what, tool, input, code, words, settings = {}]) => ({ what, tool, input, code, words, settings })),
  )(
    '$what: is refused before anybody is asked, with the way on [MCP-4, MCP-7]',
    async ({ tool, input, code, words, settings }) => {
      const { host, faults } = await start({}, settings)
      const { failed, text } = await host.call(tool, { ...input })
      expect(failed).toBe(true)
      expect(text).toContain(`${tool} refused (${code}).`)
      expect(text.replaceAll('\n', ' ')).toContain(words)
      expect(text).toMatch(/Nothing was (?:done|changed)/)
      expect(faults.seen).toEqual([])
    },
  )

  it('is one whose file is a folder, too large for a glossary, or has another extension [MCP-10]', async () => {
    const { host, faults, folder } = await start()
    mkdirSync(join(folder, 'sub.txt'))
    for (const name of ['terms.csv', 'messages.de', 'plain']) truncateSync(touch(folder, name), 5 * 1024 * 1024)
    const asked = [
      [
        'create_batch',
        { file_path: 'sub.txt' },
        '"sub.txt" is a folder. Give the path of one file; create_batch takes a whole folder in file_paths.',
      ],
      [
        'create_batch',
        { file_path: 'terms.csv', filename: 'terms.txt' },
        'filename must end like the file itself (.csv).',
      ],
      ['create_batch', { file_path: 'messages.de', filename: 'messages.txt' }, 'like the file itself (messages).'],
      ['create_batch', { file_path: 'plain', filename: 'plain.txt' }, 'like the file itself (without an extension).'],
      [
        'manage_glossary',
        { action: 'create', language_pair: 'en-de', from_file: 'terms.csv' },
        'a glossary file may have 4.2 MB, this one has 5.2 MB.',
      ],
    ] as const
    for (const [tool, input, words] of asked) {
      const { failed, text } = await host.call(tool, { ...input })
      expect(failed).toBe(true)
      expect(text).toContain(words)
      expect(text).not.toContain('undefined')
    }
    expect(faults.seen).toEqual([])
  })
})

function touch(folder: string, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  return path
}

describe('an upload made beforehand', () => {
  const created =
    (status: number, more: object = {}) =>
    () =>
      found(planned({ batch: batch(more), reused: status === 200 }), status)

  it('is sent by its id, under a key of this call only: a repeat finds its translation and says so [CRE-4, CRE-10]', async () => {
    const { host, faults } = await start({ 'POST /v1/batches': created(200) })
    const { failed, text, data } = await host.call('create_batch', { upload_id: 'upl_1', target_languages: ['de'] })
    expect({ failed, reused: data.reused }).toEqual({ failed: false, reused: true })
    expect(text).toContain('Found bat_1')
    const sent = faults.seen.filter(({ method }) => method === 'POST')
    expect(sent).toHaveLength(1)
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      upload_id: 'upl_1',
      instruction: 'Translate into German (de).',
    })
    expect(sent[0]?.headers['idempotency-key']).not.toMatch(/^mcp-/)
  })

  it('is not sent again because its translation was archived: there is only the one [CRE-4]', async () => {
    const { host, faults } = await start({ 'POST /v1/batches': created(200, { archived: true }) })
    const { failed, data } = await host.call('create_batch', { upload_id: 'upl_1' })
    expect({ failed, reused: data.reused }).toEqual({ failed: false, reused: true })
    expect(faults.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('whose file is gone is told so, not tried under another key [CRE-9]', async () => {
    const { host, faults } = await start({ 'POST /v1/batches': () => refused(410, 'file_expired', 'The file is gone') })
    const { failed, text } = await host.call('create_batch', { upload_id: 'upl_1' })
    expect(failed).toBe(true)
    expect(text).toContain('(file_expired)')
    expect(faults.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

describe('a repeated creation', () => {
  it('goes on to a new translation while what it finds is of no use, under a key of its own each time [CRE-10]', async () => {
    let asked = 0
    const { host, faults } = await start({
      'POST /v1/batches': () => {
        asked += 1
        if (asked === 1) return found(planned({ batch: batch({ archived: true }), reused: true }), 200)
        if (asked === 2) return refused(410, 'file_retention_expired', 'The file is gone')
        if (asked === 3) return found(planned({ batch: batch({ status: 'failed' }), reused: true }), 200)
        return found(planned({ batch: batch({ id: 'bat_9' }) }), 201)
      },
    })
    const input = { content: 'x', filename: 'a.txt', target_languages: ['de'] }
    const { data } = await host.call('create_batch', input)
    expect(data).toMatchObject({ batch: { id: 'bat_9' }, reused: false })
    const keys = faults.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(4)
    asked = 0
    await host.call('create_batch', input)
    const again = faults.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
    expect(again.slice(4)).toEqual(keys)
  })

  it('ends after twenty useless ones with the last, rather than going on for ever [CRE-10]', async () => {
    const { host, faults } = await start({
      'POST /v1/batches': () => found(planned({ batch: batch({ status: 'failed' }), reused: true }), 200),
    })
    const { data } = await host.call('create_batch', { content: 'x', filename: 'a.txt' })
    expect(data).toMatchObject({ reused: true, batch: { status: 'failed' } })
    expect(faults.seen.filter(({ method }) => method === 'POST')).toHaveLength(21)
  })
})

describe('usage over a long time', () => {
  it('shows the last hundred days with any use, and says how many are left out of the points [MCP-6, USE-1]', async () => {
    const day = { credits_used: 1, batches_completed: 0, words_translated: 1 }
    const points = Array.from({ length: 103 }, (_, at) => ({ date: `2026-01-01#${at}`, ...day }))
    const usage = { from: '2026-01-01T00:00:00Z', to: 'now', granularity: 'day', totals: day, points }
    const { host } = await start({ 'GET /v1/usage': usage })
    const { text, data } = await host.call('get_usage')
    expect(data.points).toEqual(points.slice(3))
    expect(data.warnings).toEqual(['3 earlier days left out of points, not of totals: ask for a shorter period.'])
    expect(text).toContain('From 2026-01-01 to now: 1 credit used, 0 translations completed, 1 word translated.')
  })
})
