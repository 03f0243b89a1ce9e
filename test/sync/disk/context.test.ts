import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeDeltas } from '../../../src/sync/disk/deltas.ts'
import { openSyncProject, readerIn } from '../../../src/sync/disk/open.ts'
import { planProject } from '../../../src/sync/plan.ts'
import { wishesOf } from '../support.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['l/[locale].json'] } }

beforeEach(() => {
  files.write({ 'l/en.json': { menu: { soup: 'Soup', pie: 'Pie' } }, 'l/de.json': { menu: { pie: 'Kuchen' } } })
})

/** The deltas of the project as their texts, by languages, and how many lines of code they have. */
async function deltas(project: object = {}) {
  files.write({ 'translation-mcp.json': { ...PROJECT, ...project } })
  const opened = await openSyncProject(files.at, [], [])
  const read = readerIn(opened.folder)
  const plan = await planProject({ ...opened, wishes: wishesOf({}), tries: true, read })
  const { to_translate, places } = await writeDeltas(opened, plan, {
    work: files.place('.git/work'),
    engine: undefined,
  })
  const texts = to_translate.map(({ file, target_languages }) => [target_languages.join(), readFileSync(file, 'utf8')])
  return { places, files: to_translate.map(({ file }) => file), ...Object.fromEntries(texts) }
}

describe('lines of code that use a text', () => {
  it('go along with it, and with no other', async () => {
    execFileSync('git', ['init', '-q'], { cwd: files.at })
    files.write({
      'src/a.tsx': "\n<b>{t('menu.soup')}</b>",
      'src/b.tsx': "t('menu.dessert')",
      'out.log': "t('menu.soup')",
    })
    const { places, de } = await deltas({ targets: ['de'] })
    expect(places).toBe(1)
    expect(JSON.parse(de)).toEqual({
      menu: { soup: 'Soup', '@soup': { description: "In the code, src/a.tsx:2: <b>{t('menu.soup')}</b>" } },
    })
  })

  it('come from no file that git ignores, no link, and no folder of packages', async () => {
    execFileSync('git', ['init', '-q'], { cwd: files.at })
    files.write({
      '.gitignore': 'private\n',
      'private/a.ts': "t('menu.soup')",
      'node_modules/x/a.ts': "t('menu.soup')",
    })
    files.write({ 'elsewhere.txt': "t('menu.soup')" })
    symlinkSync(files.place('elsewhere.txt'), files.place('link.ts'))
    expect(await deltas()).toMatchObject({ places: 0 })
  })

  it('are found without git, too', async () => {
    files.write({
      'src/a.ts': "t('menu.soup')",
      'node_modules/x/a.ts': "t('menu.soup')",
      '.hidden/a.ts': "t('menu.soup')",
    })
    expect(await deltas({ targets: ['de'] })).toMatchObject({ places: 1 })
  })

  it('stay here where that is said', async () => {
    files.write({ 'src/a.ts': "t('menu.soup')" })
    const { places, de } = await deltas({ targets: ['de'], code_context: false })
    expect(places).toBe(0)
    expect(JSON.parse(de)).toEqual({ menu: { soup: 'Soup' } })
  })

  it('change neither the place of what is sent nor its bytes while the code is the same', async () => {
    files.write({ 'src/a.ts': "t('menu.soup')" })
    const [one, again] = [await deltas(), await deltas()]
    expect(again).toEqual(one)
    files.write({ 'src/a.ts': "\n\nt('menu.soup')" })
    expect((await deltas()).files).toEqual(one.files)
  })
})

describe('the translation in the language of reference', () => {
  it('goes along, but with that language itself', async () => {
    const { fr, de } = await deltas({ reference: 'de', by_target: { de: { reference: 'fr' } } })
    expect(JSON.parse(fr).menu).toEqual({ soup: 'Soup', pie: 'Pie', '@pie': { description: 'In de: Kuchen' } })
    expect(JSON.parse(de).menu).toEqual({ soup: 'Soup' })
  })

  it('needs not to be one of the targets', async () => {
    files.write({ 'l/es.json': { menu: { soup: 'Sopa\ndel  día' } } })
    const { de } = await deltas({ targets: ['de'], reference: 'es' })
    expect(JSON.parse(de).menu['@soup']).toEqual({ description: 'In es: Sopa del día' })
  })

  it('is none where its file is not there, or is broken', async () => {
    expect(JSON.parse((await deltas({ targets: ['de'], reference: 'es' })).de).menu).toEqual({ soup: 'Soup' })
    files.write({ 'l/es.json': '{' })
    expect(JSON.parse((await deltas({ targets: ['de'], reference: 'es' })).de).menu).toEqual({ soup: 'Soup' })
    expect(existsSync(files.place('l/fr.json'))).toBe(false)
  })
})
