import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ran } from '../../support/ran.ts'
import { eachInFolder } from '../../sync/disk/folder.ts'

const files = eachInFolder()
const PROJECT = { source: 'en', targets: ['de'], files: { include: ['[locale].json'] } }
const LOCK = 'app/translation-mcp.lock'

/** A repository whose project lies in `app`. */
function write(texts: Readonly<Record<string, string | object>>, project: object = PROJECT): void {
  files.write({ '.git/HEAD': '', 'app/translation-mcp.json': project })
  for (const [name, content] of Object.entries(texts)) files.write({ [`app/${name}`]: content })
}

const run = (...argv: readonly string[]) =>
  ran(argv, { TRANSLATION_DATA_DIR: files.place('data') }, undefined, files.place('app'))

/** Whether a service was started, which makes its data. On PostgreSQL the test itself has put the address of its database there. */
const hasData = () =>
  existsSync(files.place('data')) && readdirSync(files.place('data')).some(name => name !== 'database-url')

describe('check', () => {
  it('is content where all is in step, and says with how much [SYN-4]', async () => {
    write({ 'en.json': { a: 'Open the door' }, 'de.json': { a: 'Auf' } })
    expect(await run('check')).toEqual({ code: 0, stdout: '', stderr: 'In step: 1 translation with 1 text.\n' })
  })

  it('names each key that is not, and why [SYN-4]', async () => {
    write({ 'en.json': { a: 'Open the door', b: 'Shut it' }, 'de.json': { a: 'Auf', c: 'Mein' } })
    expect(await run('check')).toEqual({
      code: 1,
      stdout: 'de.json: b is missing\nde.json: c has no source: sync --prune removes it\n',
      stderr: 'Not in step: 2 findings in 1 translation.\n',
    })
  })

  it('shows fifty findings, and all as JSON [SYN-4]', async () => {
    const texts = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, `Open door ${at} now`]))
    write({ 'en.json': texts })
    const { stdout } = await run('check')
    expect(stdout.trim().split('\n')).toHaveLength(51)
    expect(stdout).toMatch(/and 10 more; --json lists all\n$/)
    const all = JSON.parse((await run('check', '--json')).stdout)
    expect(all.in_step).toBe(false)
    expect(all.findings).toHaveLength(60)
    expect(all.findings[0]).toEqual({ path: 'de.json', language: 'de', key: 'k0', state: 'missing', why: 'is missing' })
  })

  it('annotates files of GitHub by their paths in the repository [SYN-4]', async () => {
    write({ 'en.json': { a: 'Open the door' } })
    const { code, stdout } = await run('check', '--format', 'github')
    expect([code, stdout]).toEqual([1, '::error file=app/de.json,title=translation missing::a is missing\n'])
  })

  it('wants a reviewer to have seen all, where that is asked [SYN-5]', async () => {
    write({ 'en.json': { a: 'Open the door' }, 'de.json': { a: 'Auf' } })
    expect((await run('check', '--require-reviewed')).stdout).toBe('de.json: a was not reviewed\n')
  })

  it('is refused where no source is found at all: a wrong glob is no project in step [SYN-4]', async () => {
    write({})
    const { code, stderr } = await run('check')
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('No source file was found: nothing matches [locale].json'),
    ])
  })

  it('names a file that cannot be read, and goes on with the others [SYN-4]', async () => {
    const project = { ...PROJECT, files: { include: ['[locale].json', 'b/[locale].json'] } }
    write({ 'en.json': { a: 'Open the door' }, 'b/en.json': { a: 'Open the door' } }, project)
    mkdirSync(files.place('app/b/de.json'))
    const { code, stdout } = await run('check')
    expect(code).toBe(1)
    expect(stdout).toBe('de.json: a is missing\nb/de.json: it cannot be read: EISDIR\n')
  })

  it('says what is wrong with a file without the advice to send it', async () => {
    write({ 'en.json': '{"a": "Open', 'de.json': { a: 'Auf' } })
    const { stdout } = await run('check')
    expect(stdout).toBe('en.json: The file is not valid JSON: line 1, column 7: a string is not closed. Correct it.\n')
    expect((await run('sync', '--dry-run')).stdout).not.toContain('send')
  })

  it('says which texts keys.preserve keeps though their source changed, and is content', async () => {
    const project = { ...PROJECT, keys: { preserve: ['a'] } }
    write({ 'en.json': { a: 'Open the door' }, 'de.json': { a: 'Auf' } }, project)
    await run('sync')
    expect((await run('check')).stderr).not.toContain('preserve')
    write({ 'en.json': { a: 'Open the window' } }, project)
    const said = 'Kept by keys.preserve though the source changed since: a. --accept KEY says that they fit'
    for (const command of ['sync', 'sync', 'check']) {
      const { code, stdout, stderr } = await run(command)
      expect([code, stdout + stderr]).toEqual([0, expect.stringContaining(said)])
    }
    await run('sync', '--accept', 'a')
    expect(await run('check')).toMatchObject({ code: 0, stderr: 'In step: 1 translation with 1 text.\n' })
  })

  it('ends with 2 where there is no project to look at [SYN-4]', async () => {
    mkdirSync(files.place('app'))
    files.write({ '.git/HEAD': '' })
    expect(await run('check')).toMatchObject({ code: 2, stdout: '' })
    write({ 'en.json': {} }, { ...PROJECT, targts: [] })
    expect(await run('check')).toMatchObject({ code: 2, stderr: expect.stringContaining('targts') })
  })
})

describe('sync', () => {
  const adopted = { 'en.json': { a: 'Open the door' }, 'de.json': { a: 'Auf' } }

  it('takes what is there as a person’s, with no engine and no question [SYN-2]', async () => {
    write(adopted)
    expect(await run('sync')).toMatchObject({ code: 0, stdout: 'All translations are in step.\n' })
    expect(files.read(LOCK)).toMatch(/^# translation-mcp lock 1 .*\nen\.json\tjson:\/a\tde\t\S+\t\S+\tperson\n$/)
    expect(files.read('app/de.json')).toBe('{"a":"Auf"}')
    expect(hasData()).toBe(false)
  })

  it('says what it would do, and writes nothing, with --dry-run [SYN-1]', async () => {
    write({ 'en.json': { a: 'Open the door' } })
    const { code, stdout } = await run('sync', '--dry-run')
    expect([code, stdout]).toEqual([0, 'de.json (de): 1 missing\nTo translate: 1 text, 3 words.\n'])
    expect([LOCK, 'app/de.json'].filter(name => existsSync(files.place(name)))).toEqual([])
    expect(hasData()).toBe(false)
  })

  it.each(['keys', 'accept'])('refuses a name after --%s that no text has [SYN-2]', async flag => {
    write(adopted)
    const { code, stderr } = await run('sync', `--${flag}`, 'a', `--${flag}`, 'nope.*')
    expect(code).toBe(2)
    expect(stderr).toBe(
      `translation-mcp: --${flag} nope.*: no text here has such a key.\nNothing was changed or spent.\n`,
    )
    expect(existsSync(files.place(LOCK))).toBe(false)
  })

  it('moves a text to its new key and removes what has no source, for nothing [SYN-1]', async () => {
    write(adopted)
    await run('sync')
    write({ 'en.json': { z: 'Open the door' }, 'de.json': { a: 'Auf', old: 'Alt' } })
    expect((await run('sync', '--prune')).stdout).toContain('de.json: 1 text written\n')
    expect(files.read('app/de.json')).toBe('{"z":"Auf"}')
    expect(await run('check')).toMatchObject({ code: 0 })
  })

  it('takes back its last run, with its lock, and only what is as it was left [SYN-2]', async () => {
    write(adopted)
    await run('sync')
    write({ 'en.json': { z: 'Open the door' } })
    await run('sync')
    expect(files.read('app/de.json')).toBe('{"z":"Auf"}')
    const { code, stdout } = await run('sync', '--undo')
    expect([code, stdout]).toEqual([0, 'de.json: as it was before\ntranslation-mcp.lock: as it was before\n'])
    expect(files.read('app/de.json')).toBe('{"a":"Auf"}')
    files.write({ [LOCK]: `${files.read(LOCK)}\n` })
    expect(await run('sync', '--undo')).toMatchObject({
      code: 1,
      stdout: 'translation-mcp.lock: changed since, so it stays as it is\n',
    })
    expect(await run('sync', '--undo')).toMatchObject({ code: 1, stdout: 'There is no run to take back.\n' })
  })

  it('takes back no line of the lock whose file stays, so that its words are not a person’s [SYN-2]', async () => {
    const project = { ...PROJECT, targets: ['de', 'fr'] }
    write({ 'en.json': { a: 'Open the door' }, 'de.json': { a: 'Auf' }, 'fr.json': { a: 'Ouvre' } }, project)
    await run('sync')
    write({ 'en.json': { z: 'Open the door' } }, project)
    await run('sync')
    const lock = files.read(LOCK)
    files.write({ 'app/fr.json': '{ "z": "Ouvre" }' })
    const { code, stdout } = await run('sync', '--undo')
    expect([code, stdout]).toEqual([
      1,
      'de.json: as it was before\nfr.json: changed since, so it stays as it is\n' +
        'translation-mcp.lock: as it was before, for the files that are\n',
    ])
    const lines = (text: string, language: string) => text.split('\n').filter(line => line.includes(`\t${language}\t`))
    expect(lines(files.read(LOCK), 'fr')).toEqual(lines(lock, 'fr'))
    expect(lines(files.read(LOCK), 'de')).toEqual([expect.stringContaining('json:/a')])
  })

  it('takes a person’s words for those of the present source with --accept [SYN-2]', async () => {
    write(adopted)
    await run('sync')
    write({ 'en.json': { a: 'Open the window' } })
    expect(await run('check')).toMatchObject({ code: 1, stdout: expect.stringContaining('a person’s words') })
    expect(await run('sync', '--accept', 'a')).toMatchObject({ code: 0 })
    expect(await run('check')).toMatchObject({ code: 0 })
    expect(files.read('app/de.json')).toBe('{"a":"Auf"}')
  })

  it('writes its lock again where that is gone, and a second time nothing [SYN-1]', async () => {
    write(adopted)
    await run('sync')
    const lock = files.read(LOCK)
    rmSync(files.place(LOCK))
    await run('sync')
    expect(files.read(LOCK)).toBe(lock)
    await run('sync', '--undo')
    await run('sync', '--undo')
    await run('sync')
    await run('sync')
    await run('sync', '--undo')
    expect((await run('sync', '--undo')).stdout).toBe('There is no run to take back.\n')
  })

  it('does nothing where two files would be one translation', async () => {
    const project = { ...PROJECT, files: { include: ['[locale].json', { source: 'x.json', target: '[locale].json' }] } }
    write({ 'en.json': { a: 'Open the door' }, 'x.json': { a: 'Shut it' } }, project)
    const { code, stderr } = await run('sync', '--dry-run')
    expect([code, stderr]).toEqual([2, expect.stringContaining('Nothing was done: de.json would be both')])
  })

  it('needs no project file, and is stopped by no broken one [SYN-1]', async () => {
    write({ 'en.json': { old: 'Open the door' }, 'de.json': { old: 'Auf' } })
    await run('sync')
    files.write({ 'app/en.json': { fresh: 'Open the door' } })
    await run('sync')
    expect(files.read('app/de.json')).toContain('fresh')
    files.write({ 'app/translation-mcp.json': '{' })
    expect(await run('sync', '--undo')).toMatchObject({ code: 0 })
    expect(files.read('app/de.json')).toContain('old')
    rmSync(files.place('app/translation-mcp.json'))
    // From here on it is about the repository, which had no run of its own.
    expect(await run('sync', '--undo')).toMatchObject({ code: 1, stdout: 'There is no run to take back.\n' })
  })

  it.each([['--prune'], ['--keys', 'a'], ['--accept', 'a']])('takes back nothing together with %s', async (...more) => {
    write(adopted)
    expect(await run('sync', '--undo', ...more)).toMatchObject({ code: 2 })
  })
})
