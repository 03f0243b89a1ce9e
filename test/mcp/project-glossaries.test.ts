import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const TARGETS = ['de', 'fr', 'es', 'it', 'nl', 'pl'] as const
let next = 0

/** Two repositories with a file each, and a language pair of their own. */
function twoProjects() {
  const target = TARGETS[next++] ?? 'sv'
  const [shop, blog] = ['shop', 'blog'].map(name => {
    const repository = `${name}-${target}`
    mkdirSync(join(world.folder, repository, '.git'), { recursive: true })
    const config = `[remote "origin"]\n\turl = https://git.example/${repository}.git\n`
    writeFileSync(join(world.folder, repository, '.git', 'config'), config)
    return world.file(`${repository}/menu.json`, `{"take": "Take a spoon from ${repository}."}`)
  })
  return { shop: shop ?? '', blog: blog ?? '', target, language_pair: `en-${target}` }
}

const manage = (host: Host, input: object) => host.call('manage_glossary', { ...input })
const TERMS = [{ source: 'spoon', target: 'lepel' }]

describe('project_of', () => {
  it('makes, shows and removes the glossary of the project of a file, through every call a text names [GLO-1, MCP-6]', async () => {
    const host = await world.open()
    const { shop, blog, language_pair } = twoProjects()
    const none = await host.call('get_glossary', { project_of: shop })
    expect(none.text).toContain('No glossaries.')
    expect(none.text).toContain(`"project_of":"${shop}"`)
    const made = await manage(host, { action: 'add_terms', language_pair, project_of: shop, terms: TERMS })
    expect(made.text).toContain(`Wrote 1 term. Now ${language_pair} of the project «shop-`)
    expect(made.data.next_step).toContain(`get_glossary {"language_pair":"${language_pair}","project_of":"${shop}"}`)
    const again = await manage(host, { action: 'create', language_pair, project_of: shop, terms: TERMS })
    expect([again.failed, again.text]).toEqual([true, expect.stringContaining('glossary_already_exists')])
    const shown = await host.call('get_glossary', { language_pair, project_of: shop })
    expect(shown.data).toMatchObject({ glossary: { term_count: 1, project: expect.stringContaining('shop-') } })
    for (const project_of of [blog, undefined]) {
      const other = await host.call('get_glossary', { language_pair, project_of })
      expect(other.text).toContain('glossary_not_found')
    }
    const unseen = await manage(host, { action: 'delete', language_pair, project_of: shop })
    expect(unseen.text).toContain(
      `get_glossary {"language_pair":"${language_pair}","project_of":"${shop}","limit":1} shows`,
    )
    const gone = await manage(host, { action: 'delete', language_pair, project_of: shop, expected_term_count: 1 })
    expect(gone.text).toContain(`Deleted ${language_pair} of the project`)
    expect((await host.call('get_glossary', { project_of: shop })).text).toContain('No glossaries.')
  })

  it('is of the same project that create_batch names: its plan says so, and that of another does not [GLO-3, PLN-2]', async () => {
    const host = await world.open()
    const { shop, blog, target, language_pair } = twoProjects()
    await world.call(api.glossaries.create, { body: { language_pair, terms: [{ source: 'fork', target: 'vork' }] } })
    await manage(host, { action: 'create', language_pair, project_of: shop, name: 'Shop', terms: TERMS })
    const mine = await host.call('create_batch', { file_path: shop, target_languages: [target] })
    expect(mine.text).toContain(`Glossaries: ${language_pair} (1 term), ${language_pair} of the project (1 term).`)
    const theirs = await host.call('create_batch', { file_path: blog, target_languages: [target] })
    expect(theirs.text).toContain(`Glossaries: ${language_pair} (1 term).`)
  })

  it('a change of it is told to whoever repeats the call, in that project alone [GLO-3, CRE-10]', async () => {
    const host = await world.open({ answers: [{ action: 'accept' }, { action: 'accept' }] })
    const { shop, blog, target, language_pair } = twoProjects()
    const asked = [shop, blog].map(file_path => ({ file_path, target_languages: [target] }))
    for (const one of asked) await host.call('approve_batch', madeIn(await host.call('create_batch', one)).approval)
    await manage(host, { action: 'add_terms', language_pair, project_of: shop, terms: TERMS })
    const [mine, theirs] = await Promise.all(asked.map(one => host.call('create_batch', one)))
    expect(mine?.text).toContain(`The glossary ${language_pair} has changed since this was approved`)
    expect(theirs?.text).not.toContain('has changed since')
  })

  it('is a file that may be read, on this machine; else nothing is done, and the way without it is named [MCP-7]', async () => {
    const host = await world.open()
    const { shop, language_pair } = twoProjects()
    const call = { action: 'create', language_pair, terms: TERMS }
    for (const project_of of ['/etc/hostname', 'not-here.json', '']) {
      const told = await manage(host, { ...call, project_of })
      expect(told.failed, told.text).toBe(true)
    }
    const remote = await world.open({}, { settings: { ...world.parts.settings, transport: 'http' } })
    const told = await manage(remote, { ...call, project_of: shop })
    expect(told.text).toMatch(/no_local_files[\s\S]*Without project_of, the glossary holds for the whole workspace\./)
    expect((await host.call('get_glossary', { language_pair })).text).toContain('glossary_not_found')
  })
})
