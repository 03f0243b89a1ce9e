import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isHardLinkToOthers } from '../../src/mcp/files/handles.ts'
import { keptLine, mayReplace } from '../../src/mcp/files/replacing.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
import { type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'
import { expectMode } from '../support/mode.ts'
import { temporaryFolder } from '../support/world.ts'

const ACCEPT = [{ action: 'accept' }] as const
const SOURCE = { menu: { open: 'Open it', close: 'Close it' }, bye: 'See you soon' }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const manifest = '{"name":"shop","description":"All for the garden","scripts":{"test":"vitest run"}}'
/** Nothing else of such a file is translated, and this only where it is asked for. */
const DESCRIPTION = { only: ['description'] }

let made = 0
/** A finished translation of a file in a folder of its own. */
async function finished(
  name: string,
  content: string,
  asked: object = {},
): Promise<{ host: Host; id: string; at(name: string): string }> {
  made += 1
  const folder = `folder-${made}`
  const host = await world.open({ answers: ACCEPT })
  const file_path = world.file(`${folder}/${name}`, content)
  const { id, approval } = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'], ...asked }))
  await host.call('approve_batch', approval)
  expect(madeIn(await host.call('get_batch', { batch_id: id, wait_seconds: 20 })).status).toBe('completed')
  return { host, id, at: inner => join(world.folder, folder, inner) }
}

/** A copy that an answer names, with the command that brings it back. */
function keptIn(text: string): { copy: string; target: string } {
  const [, copy = '', target = ''] = /this brings it back: (?:cp --|copy) (\S+) (\S+)/.exec(text) ?? []
  return { copy, target }
}

describe('get_result, told to overwrite,', () => {
  it.each([
    ['build.sh', '#!/bin/sh\necho build\n'],
    ['mcp.json', '{"mcpServers":{}}'],
    ['AGENTS.md', '# Rules\n'],
    ['package.json', '{"name":"shop"}'],
    ['notes', 'mine'],
  ])('never puts a text into %s: the result keeps the extension of its format [MCP-10]', async (name, content) => {
    const { host, id, at } = await finished('words.txt', `Words for ${name}.`)
    writeFileSync(at(name), content)
    const told = await host.call('get_result', { batch_id: id, save_to: at(name), overwrite: true })
    expect(told.text).toContain('get_result refused (other_extension)')
    expect(told.text).toContain('a save_to that ends in .txt or names a folder')
    expect(readFileSync(at(name), 'utf8')).toBe(content)
    const free = await host.call('get_result', { batch_id: id, save_to: at(`new-${name}`) })
    expect(free.failed).toBe(true)
    expect(existsSync(at(`new-${name}`))).toBe(false)
  })

  it.each([
    ['package.json', '{"name":"shop","version":"1.0.0","scripts":{"test":"vitest"}}'],
    ['other.json', '{"menu":{"open":"Öffnen"},"old":"Alt"}'],
    ['broken.json', '{"menu":'],
  ])('leaves %s as it is: it has other keys than the source [MCP-10]', async (name, content) => {
    const { host, id, at } = await finished('en.json', JSON.stringify({ ...SOURCE, bye: name }))
    writeFileSync(at(name), content)
    const told = await host.call('get_result', { batch_id: id, save_to: at(name), overwrite: true })
    expect(told.text).toContain('get_result refused (not_replaced)')
    expect(told.text).toContain('Save under another name')
    expect(readFileSync(at(name), 'utf8')).toBe(content)
  })

  it('leaves package.json as it is also where the source was made to have its keys [MCP-10]', async () => {
    const { host, id, at } = await finished('en.json', manifest, DESCRIPTION)
    writeFileSync(at('package.json'), manifest.replace('shop', 'other'))
    const told = await host.call('get_result', { batch_id: id, save_to: at('package.json'), overwrite: true })
    expect(told.text).toContain('not_replaced')
    expect(readFileSync(at('package.json'), 'utf8')).toContain('other')
  })

  it('takes no package.json that it was made to write before for the source of another [MCP-10]', async () => {
    const first = await finished('en.json', manifest, DESCRIPTION)
    await first.host.call('get_result', { batch_id: first.id, save_to: first.at('new/package.json') })
    const { host, id } = await finished('package.json', readFileSync(first.at('new/package.json'), 'utf8'), DESCRIPTION)
    writeFileSync(first.at('package.json'), manifest)
    const told = await host.call('get_result', { batch_id: id, save_to: first.at('package.json'), overwrite: true })
    expect(told.text).toContain('not_replaced')
    expect(readFileSync(first.at('package.json'), 'utf8')).toBe(manifest)
  })

  it('replaces nothing where the copy of it cannot be kept [MCP-10]', async () => {
    const { host, id, at } = await finished('en.json', JSON.stringify({ ...SOURCE, bye: 'No copy' }))
    const german = JSON.stringify({ menu: { open: 'Auf', close: 'Zu' }, bye: 'Keine' })
    writeFileSync(at('de.json'), german)
    const copies = join(world.dataDir, 'replaced')
    rmSync(copies, { recursive: true, force: true })
    writeFileSync(copies, 'in the way')
    onTestFinished(() => rmSync(copies))
    const told = await host.call('get_result', { batch_id: id, overwrite: true })
    expect(told.text).toContain('get_result failed (file_error)')
    expect(readFileSync(at('de.json'), 'utf8')).toBe(german)
    expect(readdirSync(at('.')).sort()).toEqual(['de.json', 'en.json'])
  })

  it('replaces another translation of the source, keeps it, and says how to get it back [MCP-10]', async () => {
    const { host, id, at } = await finished('en.json', JSON.stringify(SOURCE))
    const german = JSON.stringify({ menu: { open: 'Auf', close: 'Zu' }, bye: 'Bis bald' })
    writeFileSync(at('de.json'), german)
    const told = await host.call('get_result', { batch_id: id, overwrite: true })
    expect(told.failed, told.text).toBe(false)
    expect(readFileSync(at('de.json'), 'utf8')).toContain('⟦de')
    const { copy, target } = keptIn(told.text)
    expect(target).toBe(at('de.json'))
    expect(readFileSync(copy, 'utf8')).toBe(german)
    expectMode(copy, 0o600)
    expectMode(join(copy, '..'), 0o700)
    expect(JSON.stringify(told.data.warnings)).toContain(copy)
  })

  it('replaces what it wrote itself, and not what somebody changed since [MCP-10]', async () => {
    const { host, id, at } = await finished('words.txt', 'Good morning, words.')
    await host.call('get_result', { batch_id: id })
    const again = await host.call('get_result', { batch_id: id, overwrite: true })
    expect(again.failed, again.text).toBe(false)
    expect(keptIn(again.text).copy).toBe('')
    writeFileSync(at('words.de.txt'), 'edited by a person')
    const refused = await host.call('get_result', { batch_id: id, overwrite: true })
    expect(refused.text).toContain('not_replaced')
    expect(readFileSync(at('words.de.txt'), 'utf8')).toBe('edited by a person')
  })

  it('leaves a link as it is, and what it leads to [MCP-10]', async () => {
    const { host, id, at } = await finished('words.txt', 'Good morning, link.')
    writeFileSync(at('target.txt'), 'mine')
    symlinkSync(at('target.txt'), at('words.de.txt'))
    for (const overwrite of [true, false])
      expect((await host.call('get_result', { batch_id: id, overwrite })).failed).toBe(true)
    expect(readFileSync(at('target.txt'), 'utf8')).toBe('mine')
  })

  it('leaves no temporary file behind, whatever it answers [MCP-10]', async () => {
    const { host, id, at } = await finished('words.txt', 'Good morning, leftovers.')
    writeFileSync(at('words.de.txt'), 'mine')
    await host.call('get_result', { batch_id: id, overwrite: true })
    await host.call('get_result', { batch_id: id, save_to: at('new/') })
    expect(readdirSync(at('.')).sort()).toEqual(['new', 'words.de.txt', 'words.txt'])
    expect(readdirSync(at('new'))).toEqual(['words.de.txt'])
  })

  it('takes any extension of the same format [MCP-10]', async () => {
    const { host, id, at } = await finished('words.po', 'msgid "Save the file"\nmsgstr ""\n')
    expect((await host.call('get_result', { batch_id: id, save_to: at('words.pot') })).failed).toBe(false)
    expect((await host.call('get_result', { batch_id: id, save_to: at('LOUD.PO') })).failed).toBe(false)
  })

  it.each(['CON.txt', 'nul.txt', 'a.txt:stream.txt', 'C:a.txt', 'LPT1.de.txt', 'dots. /a.txt', 'com¹.txt'])(
    'makes no file called %s, which means something else on Windows [MCP-10]',
    async name => {
      const { host, id, at } = await finished('words.txt', `Good morning, ${name}.`)
      const told = await host.call('get_result', { batch_id: id, save_to: at(name) })
      expect(told.text).toContain('bad_path')
      expect(readdirSync(at('.'))).toEqual(['words.txt'])
    },
  )
})

describe('a zip of several languages', () => {
  it.each([
    ['C:evil.txt', ['evil.de.txt', 'evil.fr.txt'], 'evil.translations.zip'],
    ['CON.txt', ['_CON.de.txt', '_CON.fr.txt'], '_CON.translations.zip'],
    ['a.txt:b.txt', ['a.txt_b.de.txt', 'a.txt_b.fr.txt'], 'a.txt_b.translations.zip'],
    ['what? *now*.txt', ['what_ _now_.de.txt', 'what_ _now_.fr.txt'], 'what_ _now_.translations.zip'],
  ])('of %s holds no name that means something else on Windows [MCP-10]', async (filename, names, zip) => {
    const host = await world.open({ answers: ACCEPT })
    const call = { content: `Words of ${filename}.`, filename, target_languages: ['de', 'fr'] }
    const { id, approval } = madeIn(await host.call('create_batch', call))
    await host.call('approve_batch', approval)
    const told = await host.call('get_result', { batch_id: id, wait_seconds: 20, save_to: 'zips/all.zip' })
    expect(told.data).toMatchObject({ file_name: zip, saved_to: join(world.folder, 'zips', 'all.zip') })
    expect(Object.keys(unzipSync(readFileSync(join(world.folder, 'zips', 'all.zip')))).sort()).toEqual(names)
    rmSync(join(world.folder, 'zips'), { recursive: true })
    await host.call('get_result', { batch_id: id, save_to: 'zips/' })
    expect(readdirSync(join(world.folder, 'zips')).sort()).toEqual(names)
    rmSync(join(world.folder, 'zips'), { recursive: true })
  })
})

describe('what may be replaced', () => {
  const never = async () => false
  const always = async () => true

  it('is the file that a change of its parts was planned for, which a splice then changes', async () => {
    expect(await mayReplace({ name: 'de.json', sha256: 'a', planned: 'a' }, never)).toBe(true)
    expect(await mayReplace({ name: 'de.json', sha256: 'b', planned: 'a' }, never)).toBe(false)
  })

  it('is what this program wrote and nobody changed', async () => {
    expect(await mayReplace({ name: 'AGENTS.md', sha256: 'a', written: 'a' }, never)).toBe(true)
    expect(await mayReplace({ name: 'de.json', sha256: 'b', written: 'a' }, never)).toBe(false)
  })

  it.each([
    ...[
      'package.json',
      'Package.JSON',
      'mcp.json',
      'AGENTS.md',
      'CLAUDE.md',
      'docker-compose.yml',
      'tsconfig.build.json',
    ],
    ...['review.prompt.md', 'AGENT\u017f.md', 'PAC\u212aAGE.json', 'AGENTS\u200d.md'],
  ])(
    'is never %s as a counterpart, whatever the source is called: it could have been made for this [MCP-10]',
    async name => {
      for (const source of [undefined, 'en.json', name, name.toUpperCase()])
        expect(await mayReplace({ name, sha256: 'a', source }, always)).toBe(false)
      expect(await mayReplace({ name: `de.${name}x`, sha256: 'a', source: 'en.json' }, always)).toBe(true)
    },
  )

  it.each(['settings.json', 'Tasks.json'])(
    'is %s as a counterpart only where the source has that name too [MCP-10]',
    async name => {
      expect(await mayReplace({ name, sha256: 'a', source: 'en.json' }, always)).toBe(false)
      expect(await mayReplace({ name, sha256: 'a', source: name.toUpperCase() }, always)).toBe(true)
    },
  )
})

describe('the copies of replaced files', () => {
  async function keeping(days = 30) {
    const folder = temporaryFolder()
    let now = Date.parse('2026-03-01T12:00:00Z')
    const written = createWritten({ folder: () => folder, days, clock: () => now })
    const file = join(folder, 'file')
    writeFileSync(file, 'old words')
    const handle = await open(file)
    onTestFinished(() => handle.close())
    const copies = () => readdirSync(join(folder, 'replaced')).sort()
    return { folder, handle, written, copies, pass: (ms: number) => (now += ms) }
  }

  it('say when they go, and go then', async () => {
    const { folder, handle, written, copies } = await keeping(2)
    const { path, until } = await written.keep(handle, 'a.json', 'others')
    expect(new Date(until).toISOString()).toBe('2026-03-03T12:00:00.000Z')
    const old = new Date('2026-02-20T00:00:00Z')
    utimesSync(path, old, old)
    const next = await written.keep(handle, 'b.json', 'others')
    expect(copies().map(name => join(folder, 'replaced', name))).toEqual([next.path])
  })

  it('go with the next file that is saved, also where that replaces nothing', async () => {
    const { folder, handle, written, copies } = await keeping(2)
    const { path } = await written.keep(handle, 'a.json', 'others')
    const old = new Date('2026-02-20T00:00:00Z')
    utimesSync(path, old, old)
    await written.note(join(folder, 'b.json'), 'hash')
    expect(copies()).toEqual([])
    expect(await written.hashOf(join(folder, 'b.json'))).toBe('hash')
  })

  it('of what it wrote itself are 300 at most: the oldest go first, and those of files of others stay', async () => {
    const { folder, handle, written } = await keeping()
    for (const name of ['superseded', 'replaced']) {
      mkdirSync(join(folder, name))
      for (let at = 0; at < 320; at += 1)
        writeFileSync(join(folder, name, `20260201T000000-${String(at).padStart(8, '0')}-a.json`), 'x')
    }
    const { path } = await written.keep(handle, 'b.json', 'own')
    const own = readdirSync(join(folder, 'superseded')).sort()
    expect(own).toHaveLength(300)
    expect(existsSync(path)).toBe(true)
    expect(own[0]).toContain('-00000021-')
    expect(readdirSync(join(folder, 'replaced'))).toHaveLength(320)
  })

  it('of files of others are pushed out by none: where there is no room, nothing is replaced [MCP-10]', async () => {
    const { folder, handle, written, copies } = await keeping()
    mkdirSync(join(folder, 'replaced'))
    const large = join(folder, 'replaced', '20260201T000000-00000000-a.json')
    writeFileSync(large, '')
    truncateSync(large, 500 * 1024 * 1024)
    await expect(written.keep(handle, 'b.json', 'others')).rejects.toMatchObject({ code: 'copies_full' })
    await written.note(join(folder, 'x.json'), 'hash')
    expect(copies()).toEqual(['20260201T000000-00000000-a.json'])
    expect((await written.keep(handle, 'b.json', 'own')).path).toContain('superseded')
  })

  it('have a name of their own, whatever the file was called', async () => {
    const { folder, handle, written, copies } = await keeping()
    await written.keep(handle, '../../evil\u202e.json', 'others')
    await written.keep(handle, 'CON', 'others')
    expect(
      copies()
        .map(name => name.slice(25))
        .sort(),
    ).toEqual(['_CON', 'evil.json'])
    expect(readdirSync(folder).sort()).toEqual(['file', 'replaced'])
  })

  it.runIf(process.getuid?.() !== 0)('fail before anything is replaced where the data folder takes none', async () => {
    const { folder, handle, written } = await keeping()
    chmodSync(folder, 0o500)
    onTestFinished(() => chmodSync(folder, 0o700))
    await expect(written.keep(handle, 'a.json', 'others')).rejects.toMatchObject({ code: 'file_error' })
  })

  it('come back by a command that works with any name, also on Windows', () => {
    const kept = { path: "/data/it's.json", sha256: '', until: Date.parse('2026-03-03T12:00:00Z') }
    expect(keptLine(kept, '/work/a b.json', 'linux')).toBe(
      "The file that was there before is kept until 2026-03-03; this brings it back: cp -- '/data/it'\\''s.json' '/work/a b.json'",
    )
    expect(keptLine({ ...kept, path: 'C:\\d\\x.json' }, 'C:\\w\\a b.json', 'win32')).toContain(
      'this brings it back: copy C:\\d\\x.json "C:\\w\\a b.json"',
    )
  })
})

describe('a hard link', () => {
  it('to a file of somebody else is known by its owner and its number of names [MCP-10]', () => {
    const own = process.getuid?.() ?? 0
    expect(isHardLinkToOthers({ nlink: 2, uid: own + 1 })).toBe(process.getuid !== undefined)
    expect(isHardLinkToOthers({ nlink: 1, uid: own + 1 })).toBe(false)
    expect(isHardLinkToOthers({ nlink: 2, uid: own })).toBe(false)
  })

  it('to a file of one’s own is read as before [MCP-10]', async () => {
    const file = world.file('hard/own.txt', 'My own words.')
    linkSync(file, join(world.folder, 'hard', 'second.txt'))
    const host = await world.open()
    const told = await host.call('create_batch', { file_path: 'hard/second.txt', target_languages: ['de'] })
    expect(told.failed, told.text).toBe(false)
  })
})
