import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inheritProject } from '../../../src/sync/project/inherit.ts'
import { openProject } from '../../../src/sync/project/open-project.ts'
import { pairsIn } from '../../../src/sync/project/pairs.ts'
import { type IncludeEntry, PROJECT_FILE } from '../../../src/sync/project/project-file.ts'
import { readProjectFile } from '../../../src/sync/project/read-project-file.ts'
import { rulesOf } from '../../../src/sync/project/rule.ts'
import { projectFoldersAbove, projectFoldersBelow, walkProject } from '../../../src/sync/project/walk.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'walk-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), '{}')
  }
}

function link(from: string, to: string): void {
  mkdirSync(path.dirname(path.join(root, from)), { recursive: true })
  symlinkSync(to, path.join(root, from))
}

const projectOf = (...include: IncludeEntry[]) =>
  inheritProject([
    { folder: '', file: readProjectFile(JSON.stringify({ source: 'en', targets: ['de'], files: { include } })) },
  ])
const walk = (...include: IncludeEntry[]) => walkProject(root, rulesOf(projectOf(...include)))
const LINKS = process.platform !== 'win32'

describe('a walk through a project', () => {
  it('lists the files that its globs may mean, sorted, and reads no other folder', async () => {
    write(
      'locales/en/b.json',
      'locales/en/a.json',
      'locales/de/a.json',
      'locales/x/no.json',
      'src/en/no.json',
      'z.json',
    )
    const { files, unreadable } = await walk('locales/[locale]/*.json')
    expect(files).toEqual(['locales/de/a.json', 'locales/en/a.json', 'locales/en/b.json', 'z.json'])
    expect(unreadable).toEqual([])
  })

  it('looks for sources and translations where both have globs of their own', async () => {
    write('docs/a/b.md', 'i18n/de/a/b.md', 'other/c.md')
    const { files } = await walk({ source: 'docs/**/*.md', target: 'i18n/[locale]/**/*.md' })
    expect(files).toEqual(['docs/a/b.md', 'i18n/de/a/b.md'])
  })

  it('goes into hidden folders and those of packages only where a glob names them', async () => {
    write('.git/en.json', 'node_modules/x/en.json', '.github/en.json', 'a/node_modules/en.json', 'a/en.json')
    expect((await walk('**/[locale].json')).files).toEqual(['a/en.json'])
    expect((await walk('.github/[locale].json')).files).toEqual(['.github/en.json'])
    expect((await walk('node_modules/*/[locale].json')).files).toEqual(['node_modules/x/en.json'])
  })

  it('stops at a project file of another folder, and says it', async () => {
    write(PROJECT_FILE, 'a/en.json', `b/${PROJECT_FILE}`, 'b/en.json', 'b/c/en.json')
    const { files, nested } = await walk('**/[locale].json')
    expect(files).toEqual(['a/en.json', PROJECT_FILE])
    expect(nested).toEqual(['b'])
  })

  it.runIf(LINKS)('follows no link to a folder, in a ring or out of the project', async () => {
    write('app/a/en.json', 'outside/en.json')
    link('app/a/loop', '..')
    link('app/self', 'self')
    link('app/out', '../outside')
    link('app/twin', 'a')
    const { files, links } = await walkProject(path.join(root, 'app'), rulesOf(projectOf('**/[locale].json')))
    expect(files).toEqual(['a/en.json'])
    expect(links).toEqual(['a/loop', 'out', 'self', 'twin'])
  })

  it.runIf(LINKS)('reads a link to a file of the project, but none that leads out or nowhere', async () => {
    write('app/src/english.json', 'secret.json')
    link('app/l/en.json', '../src/english.json')
    link('app/l/de.json', '../../secret.json')
    link('app/l/fr.json', 'nowhere.json')
    const listing = await walkProject(path.join(root, 'app'), rulesOf(projectOf('l/[locale].json')))
    expect(listing.files).toEqual(['l/en.json'])
    expect(listing.links).toEqual(['l/de.json', 'l/en.json', 'l/fr.json'])
    const { pairs, conflicts } = pairsIn(projectOf('l/[locale].json'), listing)
    expect(pairs.map(({ source }) => source)).toEqual(['l/en.json'])
    expect(conflicts).toMatchObject([{ code: 'target_through_link', path: 'l/de.json' }])
  })

  it.runIf(LINKS)('finds the project also through a link to its own folder', async () => {
    write('app/en.json')
    link('link', 'app')
    expect((await walkProject(path.join(root, 'link'), rulesOf(projectOf('[locale].json')))).files).toEqual(['en.json'])
  })

  it.runIf(LINKS && process.getuid?.() !== 0)('names the folders that it may not read', async () => {
    write('a/en.json', 'b/en.json')
    chmodSync(path.join(root, 'b'), 0)
    const { files, unreadable } = await walk('*/[locale].json')
    chmodSync(path.join(root, 'b'), 0o700)
    expect([files, unreadable]).toEqual([['a/en.json'], ['b']])
  })
})

describe('a project file', () => {
  it('is found above a path, the nearest first, and none above the folder that may be read', async () => {
    write(PROJECT_FILE, `app/${PROJECT_FILE}`, `app/packages/x/${PROJECT_FILE}`)
    const app = path.join(root, 'app')
    const deep = path.join(app, 'packages', 'x', 'locales', 'en.json')
    expect(await projectFoldersAbove(deep, app)).toEqual([path.join(app, 'packages', 'x'), app])
    expect(await projectFoldersAbove(app, app)).toEqual([app])
    expect(await projectFoldersAbove(path.join(app, 'packages', 'y'), app)).toEqual([app])
    expect(await projectFoldersAbove(root, app)).toEqual([])
    expect(await projectFoldersAbove(`${app}-other`, app)).toEqual([])
  })

  it.runIf(LINKS)('that is a link out of the folder that may be read is none', async () => {
    write(PROJECT_FILE, 'app/x')
    link(`app/${PROJECT_FILE}`, `../${PROJECT_FILE}`)
    expect(await projectFoldersAbove(path.join(root, 'app'), path.join(root, 'app'))).toEqual([])
  })

  it('is found below a folder, but not in hidden folders and those of packages', async () => {
    write(
      PROJECT_FILE,
      `b/${PROJECT_FILE}`,
      `a/c/${PROJECT_FILE}`,
      `node_modules/x/${PROJECT_FILE}`,
      `.x/${PROJECT_FILE}`,
    )
    expect(await projectFoldersBelow(root)).toEqual([root, path.join(root, 'a', 'c'), path.join(root, 'b')])
  })

  it('is opened with all that it inherits, and named in errors from the folder that may be read on', async () => {
    writeFileSync(path.join(root, PROJECT_FILE), '{ "source": "en", "targets": ["de"], "glossary": "terms.csv" }')
    write(`packages/a/${PROJECT_FILE}`)
    const project = await openProject(path.join(root, 'packages', 'a', 'x'), root)
    expect(project).toMatchObject({ folder: 'packages/a', source: 'en', wishes: { glossary: 'terms.csv' } })
    expect(await openProject(path.join(root, 'packages'), path.join(root, 'packages'))).toBeUndefined()
    writeFileSync(path.join(root, 'packages', 'a', PROJECT_FILE), '{\n"sources": 1 }')
    await expect(openProject(path.join(root, 'packages', 'a'), root)).rejects.toThrow(
      expect.objectContaining({ code: 'unknown_key', file: `packages/a/${PROJECT_FILE}`, line: 2 }),
    )
  })
})
