import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { entriesFor, LAYOUTS } from './layouts.ts'
import { LOCK, makeRepository, projectOf, type Repository } from './repository.ts'

const JSON_LAYOUT = LAYOUTS['JSON of i18next']
const ENTRIES = entriesFor(2)
const SOURCE = JSON_LAYOUT.write(ENTRIES)
/** No test can take a right away from the user who has all. */
const isRoot = process.getuid?.() === 0

function twoFiles(files: readonly string[] = ['menu', 'shop']): Repository {
  const repository = makeRepository(projectOf({ include: 'locales/[locale]/*.json' }, ['de']))
  for (const name of files) repository.put(`locales/en/${name}.json`, SOURCE)
  return repository
}

function commit(repository: Repository, message: string): void {
  repository.git('add', '-A')
  repository.git('commit', '-q', '-m', message)
}

describe('two branches that each add a neighbour', () => {
  it('merge by plain git, and check passes', async () => {
    const repository = makeRepository(projectOf(JSON_LAYOUT))
    const add = (after: string, name: string) => {
      const text = repository.text(JSON_LAYOUT.source)
      const line = new RegExp(`( *"${after}": .*,\n)`)
      repository.put(JSON_LAYOUT.source, text.replace(line, `$1    "${name}": "A new text, ${name}",\n`))
    }
    repository.put('.gitattributes', `${LOCK} merge=union\n`)
    repository.put(JSON_LAYOUT.source, SOURCE)
    await repository.sync()
    commit(repository, 'first')
    repository.git('switch', '-q', '-c', 'other')
    // Neighbours in the lock, where keys are sorted; not in the files.
    add('text3', 'zeta1')
    expect(await repository.sync()).toMatchObject({ code: 0 })
    commit(repository, 'other')
    repository.git('switch', '-q', 'main')
    add('text15', 'zeta2')
    expect(await repository.sync()).toMatchObject({ code: 0 })
    commit(repository, 'main')
    repository.git('merge', '-q', '-m', 'merged', 'other')
    expect(repository.text('locales/de.json')).toMatch(/zeta1[\s\S]*zeta2/)
    expect(await repository.run('check')).toMatchObject({ code: 0, stdout: '' })
    const before = repository.text('locales/de.json')
    expect(await repository.sync()).toMatchObject({ code: 0, credits: 0 })
    expect(repository.text('locales/de.json')).toBe(before)
    expect(await repository.run('check')).toMatchObject({ code: 0 })
  })

  it('with a key that both changed leave one line that holds', async () => {
    const repository = makeRepository(projectOf(JSON_LAYOUT))
    repository.put('.gitattributes', `${LOCK} merge=union\n`)
    repository.put(JSON_LAYOUT.source, SOURCE)
    await repository.sync()
    commit(repository, 'first')
    for (const [branch, text] of [
      ['other', 'One way to say it'],
      ['main', 'Another way to say it'],
    ] as const) {
      repository.git('switch', '-q', ...(branch === 'main' ? ['main'] : ['-c', branch]))
      repository.put(JSON_LAYOUT.source, SOURCE.replace('Of part0 this is text3 for you', text))
      expect((await repository.sync()).code).toBe(0)
      commit(repository, branch)
    }
    repository.git('merge', '-q', '-m', 'merged', '-X', 'theirs', 'other')
    expect(repository.text(LOCK).match(/text3\tde/g)?.length).toBeGreaterThan(2)
    expect(await repository.run('check')).toMatchObject({ code: 0 })
    expect(await repository.sync()).toMatchObject({ code: 0, credits: 0 })
    expect(await repository.run('check')).toMatchObject({ code: 0 })
  })
})

describe('what cannot be worked with', () => {
  it('a translation that does not parse is named with its line and left, and the others go on', async () => {
    const repository = twoFiles()
    const broken = '{\n  "part0": {\n    "text0": "x"\n    "text1": "y"\n  }\n}\n'
    repository.put('locales/de/menu.json', broken)
    const { code, files, problems } = await repository.sync()
    expect(code).toBe(1)
    expect(problems).toEqual([{ path: 'locales/de/menu.json', words: expect.stringMatching(/line 4/i) }])
    expect(files).toEqual([expect.objectContaining({ path: 'locales/de/shop.json', error: null, open: [] })])
    expect(repository.text('locales/de/menu.json')).toBe(broken)
    expect(await repository.run('check')).toMatchObject({ code: 1, stdout: expect.stringContaining('menu.json') })
  })

  it('a broken source leaves its translations and their lines of the lock', async () => {
    const repository = twoFiles()
    await repository.sync()
    const [lock, german] = [repository.text(LOCK), repository.text('locales/de/menu.json')]
    repository.put('locales/en/menu.json', SOURCE.slice(0, 300))
    expect(await repository.sync()).toMatchObject({ code: 1, credits: 0 })
    expect([repository.text(LOCK), repository.text('locales/de/menu.json')]).toEqual([lock, german])
    expect((await repository.run('sync')).stdout).not.toContain('in step')
  })

  it('a lock of a newer version, and an unknown key of the project file with the nearest known one', async () => {
    const repository = twoFiles()
    const newer = '# translation-mcp lock 2\n'
    repository.put(LOCK, newer)
    for (const order of ['sync', 'check'])
      expect(await repository.run(order)).toMatchObject({ code: 2, stderr: expect.stringContaining('version 2') })
    expect(repository.text(LOCK)).toBe(newer)
    rmSync(join(repository.folder, LOCK))
    repository.put('translation-mcp.json', '{"source": "en", "target": ["de"]}')
    for (const order of ['sync', 'check'])
      expect(await repository.run(order)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/"target".*"targets"/),
      })
  })

  it('a loop of links is not followed', async () => {
    const repository = makeRepository(projectOf({ include: '**/[locale].json' }, ['de']))
    repository.put('locales/en.json', SOURCE)
    symlinkSync(join(repository.folder, 'locales'), join(repository.folder, 'locales', 'again'))
    const { code, files } = await repository.sync()
    expect({ code, paths: files.map(({ path }) => path) }).toEqual({ code: 0, paths: ['locales/de.json'] })
  })

  it('two sources of one translation: nothing is done', async () => {
    const repository = makeRepository({
      source: 'en',
      targets: ['de'],
      files: {
        include: [
          { source: 'a/*.json', target: 'out/[locale]/*.json' },
          { source: 'b/*.json', target: 'out/[locale]/*.json' },
        ],
      },
    })
    repository.put('a/menu.json', SOURCE)
    repository.put('b/menu.json', SOURCE)
    const before = repository.stamps()
    expect(await repository.sync()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/a\/menu\.json.*b\/menu\.json/),
    })
    expect(await repository.run('check')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('out/de/menu.json'),
    })
    expect(repository.stamps()).toEqual(before)
  })

  it('a folder in the place of a translation is named, and the others go on', async () => {
    const repository = twoFiles()
    mkdirSync(join(repository.folder, 'locales/de/menu.json'), { recursive: true })
    const { code, files } = await repository.sync()
    expect(code).toBe(1)
    expect(files.find(({ path }) => path === 'locales/de/shop.json')).toMatchObject({ error: null, open: [] })
    expect(repository.text('locales/de/shop.json')).toContain('⟦de')
  })

  it('a file in the place of a folder keeps nothing else back, and what was paid for is there once that is mended', async () => {
    const repository = makeRepository(projectOf({ include: 'locales/*/[locale].json' }, ['de', 'fr']))
    repository.put(
      'translation-mcp.json',
      JSON.stringify({ source: 'en', targets: ['de', 'fr'], files: { include: ['[locale]/menu.json'] } }),
    )
    repository.put('en/menu.json', SOURCE)
    repository.put('de', 'no folder')
    const { code, files, credits } = await repository.sync()
    expect({ code, errors: files.map(({ error }) => error) }).toEqual({
      code: 1,
      errors: [expect.stringMatching(/EEXIST|ENOTDIR/), null],
    })
    expect(credits).toBeGreaterThan(0)
    rmSync(join(repository.folder, 'de'))
    expect(await repository.sync()).toMatchObject({ code: 0 })
    expect(await repository.run('check')).toMatchObject({ code: 0 })
  })

  it.skipIf(isRoot)('a folder that may not be written in is named, and what was there stays', async () => {
    const repository = twoFiles()
    await repository.sync()
    repository.put('locales/en/menu.json', SOURCE.replace('text3 for you', 'text3 for all'))
    const before = repository.text('locales/de/menu.json')
    chmodSync(join(repository.folder, 'locales/de'), 0o555)
    const { code, files } = await repository.sync()
    chmodSync(join(repository.folder, 'locales/de'), 0o755)
    expect(code).toBe(1)
    expect(files[0]?.error).toContain('EACCES')
    expect(repository.text('locales/de/menu.json')).toBe(before)
    expect(await repository.sync()).toMatchObject({ code: 0, credits: 0 })
  })

  it('a translation that changes while it is translated stays as the person left it', async () => {
    const repository = twoFiles(['menu'])
    await repository.sync()
    repository.put('locales/en/menu.json', SOURCE.replaceAll(' for you', ' for all'))
    const run = repository.start()
    await run.heard('being translated')
    const edited = repository.text('locales/de/menu.json').replace(/⟦[^⟧]*⟧/, 'Das schrieb ein Mensch')
    repository.put('locales/de/menu.json', edited)
    expect(await run.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('locales/de/menu.json: the file has changed meanwhile'),
    })
    expect(repository.text('locales/de/menu.json')).toBe(edited)
    const { files } = await repository.sync()
    expect(files[0]).toMatchObject({ states: { edited_stale: 1 } })
    expect(repository.text('locales/de/menu.json')).toContain('Mensch')
  })
})
