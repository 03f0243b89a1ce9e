import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectTerms } from '../../../src/cli/sync/project-terms.ts'
import { openSyncProject } from '../../../src/sync/disk/open.ts'
import { GlossaryRefused } from '../../../src/sync/disk/refused.ts'
import { eachInFolder } from '../../sync/disk/folder.ts'

const files = eachInFolder()
const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['[locale].json'] }, glossary: 'terms.csv' }
const TABLE = 'en,de,fr\nwine cellar,Weinkeller,cave\nroof,,toit\n'

interface Given {
  readonly project?: object
  readonly more?: Readonly<Record<string, string | object>>
  /** The folder of the project in the repository. */
  readonly at?: string
  readonly root?: string
}

async function opened({ project = {}, more = {}, at = '', root }: Given = {}) {
  const below = (name: string) => (at === '' ? name : `${at}/${name}`)
  const own = { [below('translation-mcp.json')]: { ...PROJECT, ...project }, [below('en.json')]: { a: 'Open' } }
  files.write({ '.git/HEAD': 'ref: refs/heads/main\n', ...own, ...more })
  return await openSyncProject(files.place(at), [], [], root === undefined ? {} : { root })
}

/** The terms for a language, `source = target`. */
async function terms(language: string, given: Given = {}, shut?: (place: string) => Promise<boolean>) {
  const found = await projectTerms(await opened(given), language, shut)
  return found?.terms.terms.map(({ source, target }) => `${source} = ${target}`)
}

/** Why there are none. */
async function refusal(language: string, given: Given = {}): Promise<GlossaryRefused> {
  const refused = await terms(language, given).catch((error: unknown) => error)
  if (refused instanceof GlossaryRefused) return refused
  throw new Error('The file was taken.')
}

describe('the terms of a project', () => {
  it('are those of its file for one language, from the language of the project [SYN-1]', async () => {
    const more = { 'terms.csv': TABLE }
    expect(await terms('de', { more })).toEqual(['wine cellar = Weinkeller'])
    expect(await terms('fr', { more })).toEqual(['wine cellar = cave', 'roof = toit'])
  })

  it('are none where no file is named, and for a language that a file for several has not', async () => {
    expect(await terms('de', { project: { glossary: undefined } })).toBeUndefined()
    expect(await terms('fr', { more: { 'terms.csv': 'en,de\na,b\n' } })).toBeUndefined()
  })

  it('are those of the file that is named for the language alone, where one is', async () => {
    const project = { by_target: { fr: { glossary: 'own/fr.csv' } } }
    const more = { 'terms.csv': TABLE, 'own/fr.csv': 'source,target\na,b\n' }
    expect(await terms('fr', { project, more })).toEqual(['a = b'])
    expect(await terms('de', { project, more })).toEqual(['wine cellar = Weinkeller'])
  })

  it('of a table that names no languages are for the only one that there is', async () => {
    const more = { 'terms.csv': 'source,target\na,b\n' }
    expect(await terms('de', { project: { targets: ['de'] }, more })).toEqual(['a = b'])
  })

  it('of a table that names none are for none of several, and it says where that is mended', async () => {
    const { words, how } = await refusal('de', { more: { 'terms.csv': 'source,target\na,b\n' } })
    expect(words).toMatch(/^terms\.csv, the glossary: /)
    expect(how).toContain('"by_target"')
  })

  it('are found from the folder of the project, wherever that lies in its repository', async () => {
    const more = { 'web/app/terms.csv': TABLE, 'terms.csv': 'en,de\nno,nein\n' }
    expect(await terms('de', { at: 'web/app', more })).toEqual(['wine cellar = Weinkeller'])
  })

  it('are found where the whole disk is the repository', async () => {
    expect(await terms('de', { root: '/', more: { 'terms.csv': TABLE } })).toEqual(['wine cellar = Weinkeller'])
  })
})

describe('a glossary file', () => {
  it('that is missing, a folder, or empty of terms is named as the project does', async () => {
    expect((await refusal('de')).words).toBe('terms.csv, the glossary, is not there.')
    const empty = await refusal('de', { project: { targets: ['de'] }, more: { 'terms.csv': 'en,de\n' } })
    expect(empty.message).toBe('Nothing was done. terms.csv, the glossary: The file has no terms.')
    mkdirSync(files.place('own.csv'))
    const { words } = await refusal('de', { project: { glossary: 'own.csv' } })
    expect(words).toBe('own.csv, the glossary: It is not a file.')
  })

  it('whose link leads out of the repository is not read, and one that stays within is', async () => {
    const elsewhere = `${files.at}-more`
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
    files.write({ [`../${elsewhere.split('/').at(-1)}/terms.csv`]: TABLE, 'own/real.csv': TABLE })
    symlinkSync(`${elsewhere}/terms.csv`, files.place('terms.csv'))
    // A folder whose name only begins like that of the repository is another one.
    expect((await refusal('de')).words).toBe('terms.csv, the glossary, leads out of the repository.')
    symlinkSync(files.place('own/real.csv'), files.place('in.csv'))
    expect(await terms('de', { project: { glossary: 'in.csv' } })).toEqual(['wine cellar = Weinkeller'])
  })

  it('is asked for by where it really lies whether it may be read', async () => {
    files.write({ '.own/terms.csv': TABLE })
    symlinkSync(files.place('.own/terms.csv'), files.place('terms.csv'))
    const asked: string[] = []
    const shut = async (place: string) => asked.push(place) > 0
    await expect(terms('de', {}, shut)).rejects.toThrow('lies where this server may not read')
    expect(asked).toEqual([expect.stringMatching(/\/\.own\/terms\.csv$/)])
    expect(await terms('de', {}, async () => false)).toHaveLength(1)
  })
})
