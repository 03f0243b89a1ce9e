import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { extensionOf, familyOf } from '../../src/contract/formats.ts'
import { traitsOf } from '../../src/formats/index.ts'
import { sourceFiles } from '../../src/mcp/several/source-files.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'
import { GERMAN, severalFiles, severalIn } from '../support/several.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const bilingual = (name: string) => traitsOf(extensionOf(name)).bilingual === true

/** The names that are chosen of these. */
function chosen(names: string, wishes: Parameters<typeof sourceFiles>[1] = GERMAN): string {
  const is = { listed: (name: string) => familyOf(name) !== undefined, result: () => false, bilingual }
  return sourceFiles(names.split(' ').sort(), wishes, is).chosen.join(' ')
}

describe('of the files of a folder', () => {
  it.each([
    ['en.json de.json fr.json', 'en.json'],
    ['en-GB.json en.json pt-BR.json', 'en.json'],
    ['menu.json menu.de.json menu.pt_BR.json', 'menu.json'],
    ['strings_en.po strings_de.po', 'strings_en.po'],
    ['locales/en/a.json locales/en/b.json locales/de/a.json locales/fr/b.json', 'locales/en/a.json locales/en/b.json'],
    ['res/values/a.xml res/values-de/a.xml res/values-pt-rBR/a.xml', 'res/values/a.xml'],
    ['ios/Base.lproj/a.html ios/en.lproj/a.html ios/de.lproj/a.html', 'ios/Base.lproj/a.html'],
    ['_locales/en/messages.json _locales/pt_BR/messages.json', '_locales/en/messages.json'],
    ['locale/en/LC_MESSAGES/x.po locale/de/LC_MESSAGES/x.po', 'locale/en/LC_MESSAGES/x.po'],
    ['po/app.pot po/fr.po po/pt_BR.po', 'po/app.pot'],
    ['po/app.pot po/de.po po/pt_BR.po', 'po/de.po'],
    ['po/de.po po/fr.po', 'po/de.po'],
    ['app.pot app.fr.po', 'app.pot'],
    ['values/a.json values-x/a.json', 'values-x/a.json values/a.json'],
    ['fr.json de.json', 'fr.json'],
    ['about-it.md guide.md to-do.md', 'about-it.md guide.md to-do.md'],
    ['de.json', 'de.json'],
    ['conf/messages conf/messages.de conf/messages.pt-BR conf/messages.it', 'conf/messages'],
    ['conf/messages.de conf/messages.en conf/messages.fr conf/routes', 'conf/messages.en'],
    ['conf/messages.cs conf/messages.de src/messages.cs src/messages.pl src/a.json', 'conf/messages.cs src/a.json'],
    ['messages.de x/a.json', 'messages.de x/a.json'],
    ['messages.md messages.de.md messages', 'messages messages.md'],
    ['package.json tsconfig.json pnpm-lock.yaml a.json', 'a.json'],
    ['a.md b.png c.ts', 'a.md'],
    ['app_pt_BR.ts main.ts', 'app_pt_BR.ts'],
    ['en.ts ui/db.ts src/locales/en.js src/locales/parser.js', 'en.ts src/locales/en.js'],
    ['lang/en/auth.php index.php config/app.php lang/helpers.php', 'lang/en/auth.php'],
    ['Cargo.toml i18n/en.toml gradle.properties a.properties', 'a.properties i18n/en.toml'],
    ['docs/a.md docs/b/c.md docs/de/a.md docs/de/b/c.md docs/fr/a.md', 'docs/a.md docs/b/c.md'],
    ['docs/a.md docs.de/a.md docs.de/gone.md', 'docs/a.md'],
    ['de/docs/a.md docs/a.md', 'docs/a.md'],
    ['en/a.md de/a.md de/gone.md', 'en/a.md'],
    ['docs/a.md docs/en/a.md docs/en/b.md docs/de/a.md', 'docs/a.md docs/en/a.md docs/en/b.md'],
    [
      'docs/index.md docs/it/index.md docs/it/mail.md docs/it/net.md',
      'docs/index.md docs/it/index.md docs/it/mail.md docs/it/net.md',
    ],
  ])('%s: translated are %s [MCP-17]', (names, result) => {
    expect(chosen(names)).toBe(result)
  })

  it('the source is in the language that the call names [MCP-17]', () => {
    const wishes = { ...GERMAN, source_language: 'fr' }
    expect(chosen('en.json fr.json de.json', wishes)).toBe('fr.json')
    expect(chosen('a.json a.fr-CA.json', wishes)).toBe('a.fr-CA.json')
  })
})

describe('create_batch of a folder', () => {
  it('takes its sources, below it too, and says what it left aside [MCP-17, MCP-10]', async () => {
    const host = await world.open()
    const names = ['a.md', 'sub/b.json', 'sub/en.json', 'sub/de.json', 'c.png', 'package.json', '.env.json']
    for (const name of [...names, '.hidden/x.json', 'node_modules/p/y.json']) {
      world.file(
        `docs/${name}`,
        name.endsWith('json') ? JSON.stringify({ a: `Text of ${name} here` }) : `Text of ${name}.`,
      )
    }
    symlinkSync('/etc', join(world.folder, 'docs', 'link'))
    const told = await host.call('create_batch', { file_paths: ['docs/'], ...GERMAN })
    const { batches, left_aside } = severalIn(told)
    expect(batches.map(({ file_path }) => file_path)).toEqual(['docs/a.md', 'docs/sub/b.json', 'docs/sub/en.json'])
    expect(left_aside).toEqual([
      '«docs/»: 1 file of other formats, such as «c.png»',
      '«docs/»: 1 file with settings, such as «package.json»',
      '«docs/»: 1 file in other languages beside their sources, such as «sub/de.json»',
      '«docs/»: folders of installed or built files: «node_modules»',
    ])
    for (const text of left_aside) expect(told.text).toContain(text)
  })

  it('does not take the results of this server for sources [MCP-17]', async () => {
    const host = await world.open({ answers: [{ action: 'accept' }] })
    const [only] = severalFiles(world, 'own', 1)
    const first = severalIn(await host.call('create_batch', { file_paths: ['own'], ...GERMAN }))
    await host.call('approve_batch', { approvals: first.approvals })
    const batch_ids = first.batches.map(({ id }) => id)
    expect((await host.call('get_result', { batch_ids, save_to: 'own/german' })).failed).toBe(false)
    const again = severalIn(await host.call('create_batch', { file_paths: ['own'], ...GERMAN }))
    expect(again.batches.map(({ file_path }) => file_path)).toEqual([only])
    expect(again.left_aside).toEqual(['«own»: 1 file that this server wrote, such as «german/f00.de.json»'])
  })

  it('with more than 500 files is refused with their number and where they lie, and nothing is made [MCP-17]', async () => {
    const host = await world.open()
    severalFiles(world, 'many/one', 300)
    severalFiles(world, 'many/two', 201)
    const told = await host.call('create_batch', { file_paths: ['many'], ...GERMAN })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('refused (too_many_files)')
    expect(told.text).toContain('these are 501 files, and one call takes at most 500')
    expect(told.text).toContain('«many/one» (300) and «many/two» (201)')
  })

  it('that is empty or outside is named, and the others go on [MCP-17, MCP-10]', async () => {
    const host = await world.open()
    mkdirSync(join(world.folder, 'empty'))
    const [good = ''] = severalFiles(world, 'beside-empty', 1)
    const told = await host.call('create_batch', { file_paths: ['empty', '/etc', good], ...GERMAN })
    const { batches, failed } = severalIn(told)
    expect(batches.map(({ file_path }) => file_path)).toEqual([good])
    expect(failed.map(({ file_path, code }) => [file_path, code])).toEqual([
      ['empty', 'no_files_to_translate'],
      ['/etc', 'outside_allowed_folders'],
    ])
    const alone = await host.call('create_batch', { file_paths: ['empty'], ...GERMAN })
    expect(alone.text).toContain('refused (no_files_to_translate)')
    expect(alone.text).toContain('The folder "empty" holds no file to translate.')
    const none = await host.call('create_batch', { file_paths: ['beside-empty/*.zzz'], ...GERMAN })
    expect(none.text).toContain('The glob "beside-empty/*.zzz" means no file to translate.')
  })
})
