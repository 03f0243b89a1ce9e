import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createFolders } from '../../src/mcp/files/folders.ts'
import { type Host, type McpWorld, madeIn, startMcpWorld, type Told } from '../support/mcp.ts'
import { temporaryFolder } from '../support/world.ts'

const ACCEPT = [{ action: 'accept' }] as const
const TEXTS = { open: 'Open the window', close: 'Close the door' }

const Row = z.looseObject({ language: z.string(), saved_to: z.string(), size_bytes: z.number(), sha256: z.string() })
const Apart = z.looseObject({
  saved_to: z.string(),
  saved: z.array(Row).default([]),
  failed: z.array(z.looseObject({ language: z.string(), code: z.string() })).default([]),
  next_step: z.string(),
})

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const at = (...names: string[]) => join(world.folder, ...names)

/** A finished translation of a file; its texts differ from those of every other file here. */
async function finished(
  name: string,
  target_languages: readonly string[],
  content = JSON.stringify({ ...TEXTS, name }),
) {
  const host = await world.open({ answers: ACCEPT })
  const file_path = world.file(name, content)
  const { id, approval } = madeIn(await host.call('create_batch', { file_path, target_languages }))
  await host.call('approve_batch', approval)
  const fetched = (more = {}, by: Host = host) => by.call('get_result', { batch_id: id, wait_seconds: 20, ...more })
  return { fetched }
}

function apartIn(told: Told) {
  expect(told.failed, told.text).toBe(false)
  return Apart.parse(told.data)
}

describe('a result', () => {
  it.each([
    ['locales/en/common.json', 'locales/de/common.json'],
    ['ext/_locales/en/messages.json', 'ext/_locales/de/messages.json'],
    ['site/docs/en/guide/start.json', 'site/docs/de/guide/start.json'],
    ['plain/menu.json', 'plain/menu.de.json'],
  ])('of %s goes to %s, whose folder is made [MCP-10]', async (source, place) => {
    const { fetched } = await finished(source, ['de'])
    const { saved_to } = apartIn(await fetched())
    expect(saved_to).toBe(at(place))
    expect(readFileSync(saved_to, 'utf8')).toContain('⟦de')
  })

  it('in a folder that is named says its language by its name alone [MCP-10]', async () => {
    const { fetched } = await finished('chosen/locales/en/c.json', ['de'])
    expect(apartIn(await fetched({ save_to: 'chosen/out/' })).saved_to).toBe(at('chosen/out/c.de.json'))
  })

  it('leaves no allowed folder for its language: there it lies beside its source [MCP-10]', async () => {
    const { fetched } = await finished('narrow/en/common.json', ['de'])
    const open = at('narrow', 'en')
    const folders = createFolders({ named: [open], project: undefined, working: open, home: open })
    const { saved_to } = apartIn(await fetched({}, await world.open({}, { folders })))
    expect(saved_to).toBe(at('narrow/en/common.de.json'))
    expect(existsSync(at('narrow/de'))).toBe(false)
  })

  it('does not follow a link from the folder of its language out of the allowed ones [MCP-10]', async () => {
    const { fetched } = await finished('linked/en/common.json', ['de', 'fr'])
    const outside = temporaryFolder()
    symlinkSync(outside, at('linked/de'))
    const { saved } = apartIn(await fetched())
    expect(saved.map(({ saved_to }) => saved_to)).toEqual([at('common.json'), at('linked/fr/common.json')])
    expect(readdirSync(outside)).toEqual([])
  })

  it('says which file is in the way in the folder of its language [MCP-10]', async () => {
    const { fetched } = await finished('way/en/common.json', ['de'])
    mkdirSync(at('way/de'))
    writeFileSync(at('way/de/common.json'), 'mine')
    expect((await fetched()).text).toContain('another file at way/de/common.json')
  })

  it('of a catalogue named after the target fills it, only when told, and keeps what was there [MCP-10]', async () => {
    const catalogue = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Open"\nmsgstr "Auf"\n\nmsgid "Save"\nmsgstr ""\n'
    const { fetched } = await finished('po/de.po', ['de'], catalogue)
    const refused = await fetched()
    expect(refused.text).toContain('file_exists')
    expect(readFileSync(at('po/de.po'), 'utf8')).toBe(catalogue)
    const told = await fetched({ overwrite: true })
    expect(apartIn(told).saved_to).toBe(at('po/de.po'))
    expect(told.text).toContain('this brings it back')
    expect(readFileSync(at('po/de.po'), 'utf8')).toMatch(/msgstr "Auf"[\s\S]*msgstr ".*⟦de/)
    expect(readdirSync(at('po'))).toEqual(['de.po'])
  })
})

describe('a result in several languages', () => {
  it('is a file for each, beside the source in the manner of its folders; a repeat finds them [MCP-10, MCP-17]', async () => {
    const { fetched } = await finished('apart/en/app.json', ['de', 'pl'])
    const told = await fetched()
    const { saved, saved_to } = apartIn(told)
    expect(saved).toMatchObject([
      { language: 'de', saved_to: at('apart/de/app.json') },
      { language: 'pl', saved_to: at('apart/pl/app.json') },
    ])
    expect(saved_to).toBe(saved[0]?.saved_to)
    for (const { language, saved_to: place, size_bytes } of saved) {
      const text = readFileSync(place)
      expect([text.toString().includes(`⟦${language}`), text.length]).toEqual([true, size_bytes])
      expect(told.text).toContain(place)
    }
    expect(apartIn(await fetched()).saved).toEqual(saved)
    expect(readdirSync(at('apart')).sort()).toEqual(['de', 'en', 'pl'])
  })

  it('goes into a folder that is named, or into one zip where save_to ends so [MCP-10]', async () => {
    const { fetched } = await finished('named/en/app.json', ['de', 'pl'])
    apartIn(await fetched({ save_to: 'named/out/' }))
    expect(readdirSync(at('named/out')).sort()).toEqual(['app.de.json', 'app.pl.json'])
    mkdirSync(at('named/there'))
    apartIn(await fetched({ save_to: 'named/there' }))
    expect(readdirSync(at('named/there')).sort()).toEqual(['app.de.json', 'app.pl.json'])
    const zip = await fetched({ save_to: 'named/all.zip' })
    expect(zip.data).toMatchObject({ saved_to: at('named/all.zip'), media_type: 'application/zip' })
  })

  it('names each file that was not saved and why, and saves the others; no file of another is replaced [MCP-10]', async () => {
    const { fetched } = await finished('mixed/app.json', ['de', 'fr', 'pl'])
    writeFileSync(at('mixed/app.fr.json'), '{"mine":"keep"}')
    const told = await fetched()
    const { saved, failed, next_step } = apartIn(told)
    expect(saved.map(({ language }) => language)).toEqual(['de', 'pl'])
    expect(failed).toMatchObject([{ language: 'fr', code: 'file_exists' }])
    expect(told.text).toContain('as 2 files, one for a language each:')
    expect(told.text).toContain('Not saved: fr: file_exists')
    expect(next_step).toContain('"overwrite":true')
    const again = apartIn(await fetched({ overwrite: true }))
    expect(again.failed).toMatchObject([{ language: 'fr', code: 'not_replaced' }])
    expect(readFileSync(at('mixed/app.fr.json'), 'utf8')).toBe('{"mine":"keep"}')
    expect(readdirSync(at('mixed')).sort()).toEqual(['app.de.json', 'app.fr.json', 'app.json', 'app.pl.json'])
  })

  it('is refused where no file of it can be saved, and leaves nothing behind [MCP-10]', async () => {
    const { fetched } = await finished('none/app.json', ['de', 'fr'])
    for (const name of ['app.de.json', 'app.fr.json']) writeFileSync(at('none', name), 'mine')
    const told = await fetched()
    expect([told.failed, told.text]).toEqual([true, expect.stringContaining('another file at none/app.de.json')])
    expect(readdirSync(at('none')).sort()).toEqual(['app.de.json', 'app.fr.json', 'app.json'])
  })
})
