import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { type Host, type McpWorld, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const TARGETS = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt-BR', 'sv', 'da', 'fi', 'cs', 'el', 'hu', 'ro', 'ja'] as const
let next = 0

/** A glossary of its own with so many terms. */
async function glossary(count: number) {
  const language_pair = `en-${TARGETS[next++]}`
  const terms = Array.from({ length: count }, (_, at) => ({ source: `word ${at}`, target: `Wort ${at}` }))
  await world.call(api.glossaries.create, { body: { language_pair, name: 'Names', terms } })
  return { language_pair, read: () => world.call(api.glossaries.get, { params: { language_pair } }) }
}

const open = () => world.open()
const manage = async (host: Host, input: object) => host.call('manage_glossary', { ...input })

describe('manage_glossary', () => {
  it('makes the glossary that terms are added to where there is none, and says so [GLO-1]', async () => {
    const host = await open()
    const terms = [{ source: 'sign in', target: 'увійти' }]
    const call = { action: 'add_terms', language_pair: 'en-bg', terms }
    const made = await manage(host, call)
    expect(made.data).toMatchObject({ glossary: { language_pair: 'en-bg', term_count: 1 } })
    expect(made.text).toContain('There was none, so it was made.')
    expect((await manage(host, call)).text).not.toContain('There was none')
    const nameless = await manage(host, { action: 'add_terms', language_pair: 'en-sk', name: 'Shop' })
    expect([nameless.failed, nameless.text]).toEqual([true, expect.stringContaining('glossary_not_found')])
  })

  it('creates a glossary, adds, overwrites and removes terms, and says how many there are [GLO-1]', async () => {
    const host = await open()
    const language_pair = 'en-uk'
    const made = await manage(host, {
      action: 'create',
      language_pair,
      name: 'App',
      terms: [{ source: 'a', target: 'б' }],
    })
    expect(made.data).toMatchObject({ glossary: { language_pair, name: 'App', term_count: 1 } })
    const added = await manage(host, {
      action: 'add_terms',
      language_pair,
      terms: [
        { source: 'a', target: 'в', note: 'always', case_sensitive: true },
        { source: 'c', target: 'г' },
      ],
    })
    expect(added.text).toContain('Wrote 2 terms. Now en-uk «App»')
    const shown = await host.call('get_glossary', { language_pair })
    expect(shown.data).toMatchObject({
      glossary: { term_count: 2, terms: [{ target: 'в', note: 'always', case_sensitive: true }, { target: 'г' }] },
    })
    const removed = await manage(host, { action: 'remove_terms', language_pair, remove: ['a'] })
    expect(removed.data).toMatchObject({ glossary: { term_count: 1 } })
    const renamed = await manage(host, { action: 'add_terms', language_pair, name: 'Shop' })
    expect(renamed.data).toMatchObject({ glossary: { name: 'Shop', term_count: 1 } })
  })

  it.each(['replace_all', 'delete'])(
    '%s needs the count of terms as it is now, and changes nothing otherwise [GLO-2]',
    async action => {
      const host = await open()
      const { language_pair, read } = await glossary(3)
      const terms = action === 'delete' ? {} : { terms: [{ source: 'only', target: 'nur' }] }
      const before = await read()
      for (const [count, words] of [
        [{}, 'needs expected_term_count'],
        [{ expected_term_count: 2 }, 'has 3 terms now, not 2'],
      ] as const) {
        const told = await manage(host, { action, language_pair, ...terms, ...count })
        expect(told).toMatchObject({ failed: true, text: expect.stringContaining(words) })
        expect(told.text).toContain('Nothing was changed')
        expect(await read()).toEqual(before)
      }
      const done = await manage(host, { action, language_pair, ...terms, expected_term_count: 3 })
      expect(done.failed, done.text).toBe(false)
      const left = await host.call('get_glossary', { language_pair })
      if (action === 'delete') expect(left.text).toContain('glossary_not_found')
      else expect(left.data).toMatchObject({ glossary: { name: 'Names', term_count: 1 } })
    },
  )

  it('reads terms from a file in an allowed folder [MCP-10, GLO-1]', async () => {
    const host = await open()
    const { language_pair } = await glossary(0)
    world.file('terms.csv', 'source,target,note\nsign in,anmelden,verb\nsign out,abmelden,\n')
    const told = await manage(host, { action: 'add_terms', language_pair, from_file: 'terms.csv' })
    expect(told.data).toMatchObject({ glossary: { term_count: 2 } })
  })

  it('shows the first term of a file, so that a header nobody knows is seen [GLO-1, MCP-6]', async () => {
    const host = await open()
    const { language_pair } = await glossary(0)
    world.file('begriffe.csv', 'Begriff;Übersetzung\nsign in;anmelden\n')
    const told = await manage(host, { action: 'add_terms', language_pair, from_file: 'begriffe.csv' })
    expect(told.text).toContain('First term of the file: «Begriff» → «Übersetzung». If that is a header')
    const given = await manage(host, { action: 'add_terms', language_pair, terms: [{ source: 'a', target: 'b' }] })
    expect(given.text).not.toContain('First term')
  })

  it('names the line of a file that is wrong, for the reader’s faults and the service’s [GLO-2]', async () => {
    const host = await open()
    const { language_pair, read } = await glossary(1)
    const add = async (content: string) => {
      world.file('wrong.csv', content)
      const told = await manage(host, { action: 'add_terms', language_pair, from_file: 'wrong.csv' })
      expect(told.failed).toBe(true)
      return told.text
    }
    expect(await add('source,target\na,b\nc\n')).toContain('Line 3 has one column')
    expect(await add(`source,target\na,b\n\n${'x'.repeat(501)},y\n`)).toContain('Line 4 of the file')
    expect((await read()).term_count).toBe(1)
  })

  it.each([
    ['terms and a file', { action: 'add_terms', terms: [], from_file: 'a.csv' }, 'not both'],
    ['an action without what it needs', { action: 'remove_terms' }, 'it needs remove'],
    [
      'what an action does not take',
      { action: 'delete', remove: ['a'], expected_term_count: 0 },
      'it does not take remove',
    ],
    ['a file outside the folders', { action: 'create', from_file: '/etc/hosts' }, 'outside_allowed_folders'],
    ['a pair that is none', { action: 'create', language_pair: 'english' }, 'invalid_language_pair'],
  ])('refuses %s [GLO-2, MCP-7]', async (_what, input, words) => {
    const told = await manage(await open(), { language_pair: 'en-vi', ...input })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining(words) })
    await world.refuse(api.glossaries.get, { params: { language_pair: 'en-vi' } })
  })

  it('points to the glossary that exists when it is created twice [ERR-4]', async () => {
    const { language_pair } = await glossary(0)
    const told = await manage(await open(), { action: 'create', language_pair })
    expect(told.text).toContain('glossary_already_exists')
    expect(told.text).toContain('add_terms')
  })

  it('reads no files of this machine over HTTP [MCP-10]', async () => {
    const host = await world.open({}, { settings: { ...world.parts.settings, transport: 'http' } })
    const told = await manage(host, { action: 'create', language_pair: 'en-vi', from_file: 'terms.csv' })
    expect(told.text).toContain('cannot read files of your machine')
  })
})

describe('get_glossary', () => {
  it('shows so many terms at a time and says how many there are [MCP-6]', async () => {
    const host = await open()
    const { language_pair } = await glossary(60)
    const told = await host.call('get_glossary', { language_pair })
    expect(told.data).toMatchObject({ matching: 60, glossary: { term_count: 60, terms: { length: 50 } } })
    expect(told.data).toMatchObject({
      warnings: ['Only the first 50 of 60 terms shown: use search, or a higher limit.'],
    })
    expect((await host.call('get_glossary', { language_pair, limit: 200 })).data).not.toHaveProperty('warnings')
    const found = await host.call('get_glossary', { language_pair, search: 'WORT 5' })
    expect(found.data).toMatchObject({ matching: 11 })
    expect(found.text).toContain('11 terms of 60 with «WORT 5»')
  })

  it('lists the glossaries without their terms, all pages of them [MCP-6]', async () => {
    const told = await (await open()).call('get_glossary', { search: 'names' })
    const { data } = await world.list(api.glossaries.list, { query: { limit: '100' } })
    expect(told.data).toMatchObject({ matching: data.filter(({ name }) => name === 'Names').length })
    expect(JSON.stringify(told.data.glossaries)).not.toContain('"terms"')
  })
})
