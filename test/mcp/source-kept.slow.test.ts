import { linkSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

const SOURCE = { menu: { open: 'Open it', close: 'Close it' }, bye: 'See you soon' }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

let made = 0
/** A file in a folder of its own, and its finished translation. */
async function finished(name: string, content: string) {
  made += 1
  const folder = `folder-${made}`
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const file_path = world.file(`${folder}/${name}`, content)
  const id = await translated(host, { file_path, target_languages: ['de'] })
  return { host, id, at: (inner: string) => join(world.folder, folder, inner) }
}

async function translated(host: Host, call: Record<string, unknown>): Promise<string> {
  const { id, approval } = madeIn(await host.call('create_batch', call))
  await host.call('approve_batch', approval)
  expect(madeIn(await host.call('get_batch', { batch_id: id, wait_seconds: 20 })).status).toBe('completed')
  return id
}

describe('get_result, told to save to the source itself,', () => {
  it.each([
    ['app.json', JSON.stringify({ ...SOURCE, bye: 'app' })],
    ['locales/en/c.json', JSON.stringify({ ...SOURCE, bye: 'c' })],
    ['a.md', '# The garden\n\nWater the plants.\n'],
  ])('never replaces the source itself, %s, by its translation [MCP-10]', async (name, content) => {
    const { host, id, at } = await finished(name, content)
    for (const overwrite of [true, false]) {
      const told = await host.call('get_result', { batch_id: id, save_to: at(name), overwrite })
      expect(told.text).toContain('get_result refused (is_source)')
      expect(told.text).toContain('is the source itself, which its translation never replaces')
      expect(readFileSync(at(name), 'utf8')).toBe(content)
    }
  })

  it('never replaces a source that it wrote itself, by any name it has [MCP-10]', async () => {
    const first = await finished('words.md', '# Words\n\nGood evening, words.\n')
    await first.host.call('get_result', { batch_id: first.id })
    const call = { file_path: first.at('words.de.md'), source_language: 'en', target_languages: ['fr'] }
    const id = await translated(first.host, call)
    linkSync(first.at('words.de.md'), first.at('hard.md'))
    const before = readFileSync(first.at('words.de.md'), 'utf8')
    for (const name of ['words.de.md', 'hard.md']) {
      const asked = { batch_id: id, save_to: first.at(name), overwrite: true }
      expect((await first.host.call('get_result', asked)).text).toContain('is_source')
      expect(readFileSync(first.at(name), 'utf8')).toBe(before)
    }
  })

  it.each([
    ['de.po', 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Open the gate"\nmsgstr ""\n'],
    ['words.csv', 'key,en,fr\nopen,Open the gate,Ouvrir\nshut,Close the gate,\n'],
    ['words.json', '{"en":{"open":"Open the gate"},"fr":{"open":"Ouvrir"}}'],
  ])('fills the source where it holds its translation itself, %s, and keeps it [MCP-10]', async (name, content) => {
    const { host, id, at } = await finished(name, content)
    const told = await host.call('get_result', { batch_id: id, save_to: at(name), overwrite: true })
    expect(told.failed, told.text).toBe(false)
    expect(readFileSync(at(name), 'utf8')).toMatch(/Open the gate[\s\S]*⟦de/)
    const [, copy = ''] = /this brings it back: (?:cp --|copy) (\S+) /.exec(told.text) ?? []
    expect(readFileSync(copy, 'utf8')).toBe(content)
  })
})

describe('get_result, told to replace a file that is named for another language,', () => {
  it.each([
    ['po/fr.po', 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "Open the gate"\nmsgstr "Ouvrir"\n', 'po/de.po'],
    ['locales/en/a.json', JSON.stringify({ ...SOURCE, bye: 'a' }), 'locales/de/a.json'],
  ])('leaves it as it is, %s, and saves under the name of the language [MCP-10]', async (name, content, place) => {
    const { host, id, at } = await finished(name, content)
    const other = name.replace('/en/', '/fr/')
    if (other !== name) world.file(`folder-${made}/${other}`, content)
    const told = await host.call('get_result', { batch_id: id, save_to: at(other), overwrite: true })
    expect(told.text).toContain('get_result refused (other_language)')
    expect(told.text).toContain('is named for French (fr), and this translation is in German (de)')
    expect(readFileSync(at(other), 'utf8')).toBe(content)
    const usual = await host.call('get_result', { batch_id: id, overwrite: true })
    expect(usual.data.saved_to).toBe(at(place))
  })

  it('fills it where it holds several languages, whatever its name says [MCP-10]', async () => {
    const { host, id, at } = await finished('en.csv', 'key,en,fr\nopen,Open the yard,Ouvrir\nshut,Close the yard,\n')
    const told = await host.call('get_result', { batch_id: id, save_to: at('en.csv'), overwrite: true })
    expect(told.failed, told.text).toBe(false)
  })
})
