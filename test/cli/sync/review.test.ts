import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { ran } from '../../support/ran.ts'
import { eachInFolder } from '../../sync/disk/folder.ts'

const files = eachInFolder()
const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['[locale].json'] } }
const LOCK = 'app/translation-mcp.lock'
const TEXTS = {
  'en.json': { a: 'Open the door', b: 'Shut {it} now', c: 'Take it' },
  'de.json': { a: 'Auf', b: 'Zu mit {it}' },
}

/** A repository whose project lies in `app`. */
function write(texts: Readonly<Record<string, string | object>> = TEXTS, project: object = PROJECT): void {
  files.write({ '.git/HEAD': '', 'app/translation-mcp.json': project })
  for (const [name, content] of Object.entries(texts)) files.write({ [`app/${name}`]: content })
}

const run = (...argv: readonly string[]) => ran(argv, {}, undefined, files.place('app'))
const importAs = (...argv: readonly string[]) => run('review', 'import', ...argv, '--reviewer', 'Ana', '--yes')

/** What a reviewer does to a table: the row of each key gets a mark or another translation. */
function edit(name: string, edits: Readonly<Record<string, { readonly ok?: string; readonly text?: string }>>): void {
  const lines = files.read(`app/${name}`).split('\r\n')
  const edited = lines.map(line => {
    const [key = '', context, source, translation, , ...others] = line.split(',')
    const { ok, text } = edits[key] ?? {}
    return edits[key] === undefined ? line : [key, context, source, text ?? translation, ok ?? '', ...others].join(',')
  })
  writeFileSync(files.place(`app/${name}`), edited.join('\r\n'))
}

describe('review export', () => {
  it('writes a table for each language, with what is not reviewed [SYN-5]', async () => {
    write()
    expect(await run('review', 'export')).toEqual({
      code: 0,
      stdout: 'review.de.csv: 3 texts to review (de)\nreview.fr.csv: 3 texts to review (fr)\n',
      stderr: '',
    })
    expect(files.read('app/review.de.csv')).toMatch(
      /^\ufeffkey,context,source,translation,ok,.*\r\na,,Open the door,Auf,,person,,de\.json,de,tm1\.\S+\r\n/,
    )
  })

  it('keeps to files and languages that are named, and to the place and kind that are wanted [SYN-5]', async () => {
    write({ ...TEXTS, 'b/en.json': { z: 'Lift it' } }, { ...PROJECT, files: { include: ['**/[locale].json'] } })
    expect(await run('review', 'export', 'b', '--to', 'de', '--out', 'out/menu.xlf')).toMatchObject({
      code: 0,
      stdout: 'out/menu.xlf: 1 text to review (de)\n',
    })
    expect(files.read('app/out/menu.xlf')).toContain('<file original="b/de.json" source-language="en"')
    await run('review', 'export', '--out', 'out/', '--format', 'csv-semicolon')
    expect(files.read('app/out/review.fr.csv')).toContain('key;context;source')
    await run('review', 'export', '--out', '{lang}/all.csv')
    expect(files.read('app/fr/all.csv')).toContain('key,context,source')
  })

  it('writes over no file, unless it is told to [SYN-5]', async () => {
    write()
    files.write({ 'app/review.fr.csv': 'the work of a reviewer' })
    const { code, stdout, stderr } = await run('review', 'export')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /review\.fr\.csv already, perhaps with the work of a reviewer: it stays\. --overwrite replaces it\.\n$/,
    )
    expect(files.read('app/review.fr.csv')).toBe('the work of a reviewer')
    expect(existsSync(files.place('app/review.de.csv'))).toBe(false)
    expect(await run('review', 'export', '--overwrite')).toMatchObject({ code: 0 })
    expect(files.read('app/review.fr.csv')).toContain('Open the door')
  })

  it('has what was reviewed only with --all, and writes nothing where nothing is left [SYN-5]', async () => {
    write({ 'en.json': { a: 'Open the door' }, 'de.json': { a: 'Auf' } }, { ...PROJECT, targets: ['de'] })
    await run('review', 'export')
    await importAs('review.de.csv', '--all')
    expect(await run('review', 'export', '--out', 'b.csv')).toMatchObject({
      code: 0,
      stdout: 'There is nothing to review.\n',
    })
    expect(existsSync(files.place('app/b.csv'))).toBe(false)
    await run('review', 'export', '--out', 'b.csv', '--all')
    expect(files.read('app/b.csv')).toContain('"reviewed by Ana, ')
  })

  it('names a file that cannot be read, and texts that the kind of file cannot hold', async () => {
    write({ ...TEXTS, 'en.json': { a: 'Open the door', x: 'Has \u0001 in it' }, 'fr.json': '{' })
    const { code, stdout, stderr } = await run('review', 'export', '--format', 'xliff')
    expect([code, stdout]).toEqual([1, 'review.de.xlf: 1 text to review (de)\n'])
    expect(stderr).toMatch(/^fr\.json: left out: .*\nde: no such file can hold the characters of x\n$/)
  })

  it('gives machines the same as JSON', async () => {
    write(TEXTS, { ...PROJECT, targets: ['de'] })
    const { stdout } = await run('review', 'export', '--json')
    expect(JSON.parse(stdout)).toEqual({ files: [{ language: 'de', file: 'review.de.csv', rows: 3 }], problems: [] })
  })

  it.each([
    [['review'], 'review takes one of export, import.'],
    [['review', 'export', '--reviewer', 'Ana'], 'review export does not take --reviewer.'],
    [['review', 'export', '--yes'], 'review export does not take --yes.'],
    [['review', 'export', '--out', 'a.csv'], 'a.csv is one file, and de, fr need one each'],
    [['review', 'export', '--out', 'a.txt'], 'a file for reviewers ends in .csv, .xlsx, .xlf or .xliff'],
    [['review', 'export', '--out', 'a.xlf', '--format', 'csv'], 'is not the name of a file in --format csv'],
    [['review', 'export', '--to', 'es'], '--to es: translation-mcp.json has the targets de, fr'],
    [['review', 'import'], 'review import takes the files that came back'],
    [['review', 'import', 'a.csv'], '--reviewer NAME'],
    [['review', 'import', 'a.csv', '--to', 'de'], 'review import does not take --to.'],
    [['review', 'import', 'a.csv', '--format', 'csv'], 'review import does not take --format.'],
  ])('%j is refused, and why is said', async (argv, words) => {
    write()
    const { code, stderr } = await run(...argv)
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  })
})

describe('review import', () => {
  it('writes what was changed, and records what was marked or changed with name and day [SYN-5]', async () => {
    write()
    await run('review', 'export')
    edit('review.de.csv', { a: { ok: 'x' }, b: { text: 'Mach {it} jetzt zu' } })
    const { code, stdout } = await importAs('review.de.csv')
    expect([code, stdout]).toEqual([
      0,
      'To record as reviewed: 2 texts.\nTo write: 1 changed text in 1 file.\nWithout a translation: 1 row.\nRecorded. sync --undo takes it back.\n',
    ])
    expect(files.read('app/de.json')).toBe('{"a":"Auf","b":"Mach {it} jetzt zu"}')
    const today = new Date().toISOString().slice(0, 10)
    expect(files.read(LOCK).match(/\treviewer\tAna\t\S+/g)).toEqual(Array(2).fill(`\treviewer\tAna\t${today}`))
  })

  it('takes a workbook, and leaves a translation that became a formula [SYN-5]', async () => {
    write()
    await run('review', 'export', '--to', 'de', '--format', 'xlsx')
    const workbook = files.place('app/review.de.xlsx')
    const members = unzipSync(readFileSync(workbook))
    const name = 'xl/worksheets/sheet1.xml'
    const edited = strFromU8(members[name] ?? new Uint8Array())
      .replace('>Auf<', '>=Auf<')
      .replace(/(<c r="D3" s="1") t="inlineStr">.*?<\/c>/, '$1><f>1+1</f><v>2</v></c>')
    writeFileSync(workbook, zipSync({ ...members, [name]: strToU8(edited) }))
    expect(await importAs('review.de.xlsx')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^review\.de\.xlsx:3: b has a formula as its translation: set the cell to Text/),
    })
    expect(files.read('app/de.json')).toBe('{"a":"=Auf","b":"Zu mit {it}"}')
    expect(files.read(LOCK).match(/\treviewer\tAna\t/g)).toHaveLength(1)
  })

  it('opens the gate of check, which shuts when a source changes; then the same file is left [SYN-5]', async () => {
    write({ 'en.json': { a: 'Open the door', empty: '' }, 'de.json': { a: 'Auf' } }, { ...PROJECT, targets: ['de'] })
    await run('review', 'export', '--format', 'xliff')
    const xliff = files.read('app/review.de.xlf').replace('approved="no"', 'approved="yes"')
    files.write({ 'app/back.xlf': xliff })
    expect(await run('check', '--require-reviewed')).toMatchObject({ code: 1 })
    expect(await importAs('back.xlf')).toMatchObject({ code: 0 })
    expect(await run('check', '--require-reviewed')).toMatchObject({ code: 0 })
    files.write({ 'app/en.json': { a: 'Open the gate', empty: '' } })
    expect(await run('check', '--require-reviewed')).toMatchObject({ code: 1 })
    const lock = files.read(LOCK)
    expect(await importAs('back.xlf')).toEqual({
      code: 1,
      stdout: 'Left: 1 row, each named with its line.\nThere is nothing to record.\n',
      stderr: 'back.xlf:5: a has another source since the export: export it anew\n',
    })
    expect(files.read(LOCK)).toBe(lock)
  })

  it('takes what it can, names the rest with file and line, and ends with 1 [SYN-5]', async () => {
    write()
    await run('review', 'export', '--to', 'de')
    edit('review.de.csv', { a: { ok: 'x' }, b: { text: 'Zu', ok: 'x' } })
    const { code, stderr } = await importAs('review.de.csv')
    expect([code, stderr]).toEqual([1, 'review.de.csv:3: b is broken: it lacks {it}\n'])
    expect(files.read('app/de.json')).toBe('{"a":"Auf","b":"Zu mit {it}"}')
    expect(files.read(LOCK).match(/\tde\t.*/g)).toEqual([expect.stringContaining('\treviewer\tAna\t')])
  })

  it('asks first: without a terminal it writes nothing, and says the command [SYN-5]', async () => {
    write()
    await run('review', 'export')
    edit('review.de.csv', { a: { ok: 'x' } })
    const { code, stderr } = await run('review', 'import', 'review.de.csv', '--reviewer', 'Ana Lo')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /Nothing was written\..*review import review\.de\.csv --reviewer 'Ana Lo' --yes` writes it\.\n$/,
    )
    expect(existsSync(files.place(LOCK))).toBe(false)
  })

  it('says what it would do with --dry-run, and needs no name for that [SYN-5]', async () => {
    write()
    await run('review', 'export')
    edit('review.de.csv', { a: { ok: 'x' } })
    expect(await run('review', 'import', 'review.de.csv', '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^To record as reviewed: 1 text\.\nNeither changed nor marked: 1 row\. --all/),
    })
    expect(existsSync(files.place(LOCK))).toBe(false)
  })

  it('says why nothing is taken for a translation that cannot be read', async () => {
    write()
    await run('review', 'export', '--to', 'de')
    edit('review.de.csv', { a: { ok: 'x' } })
    files.write({ 'app/de.json': '{"a":' })
    const { code, stderr } = await importAs('review.de.csv')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^de\.json: nothing is taken for it: .*\nreview\.de\.csv:2: a is no text of this project/)
    expect(existsSync(files.place(LOCK))).toBe(false)
  })

  it('is taken back by sync --undo [SYN-5]', async () => {
    write()
    await run('review', 'export', '--to', 'de')
    edit('review.de.csv', { a: { text: 'Mach auf' }, c: { text: 'Nimm' } })
    await importAs('review.de.csv')
    expect(files.read('app/de.json')).toBe('{"a":"Mach auf","b":"Zu mit {it}","c":"Nimm"}')
    await run('sync', '--undo')
    expect(files.read('app/de.json')).toBe('{"a":"Auf","b":"Zu mit {it}"}')
    expect(existsSync(files.place(LOCK))).toBe(false)
  })

  it('takes several files at once, and nothing where one of them is unusable [SYN-5]', async () => {
    write()
    await run('review', 'export')
    edit('review.de.csv', { a: { ok: 'x' } })
    edit('review.fr.csv', { a: { text: 'Ouvre' } })
    files.write({
      'app/other.csv': 'key,text\na,b\n',
      'app/other.xlf': '<xliff><unit id="1"><segment/></unit></xliff>',
    })
    for (const [name, why] of [
      ['other.csv', 'Line 1 names no column "translation"'],
      ['other.xlf', 'none of its texts has an id of review export'],
      ['none.csv', 'cannot be read (ENOENT)'],
      ['.', 'It is not a file.'],
    ] as const) {
      const { code, stderr } = await importAs('review.de.csv', name)
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${name} cannot be used, and nothing was done: `)])
      expect(stderr).toContain(why)
    }
    expect(existsSync(files.place(LOCK))).toBe(false)
    expect(await importAs('review.de.csv', 'review.fr.csv')).toMatchObject({ code: 0 })
    expect(files.read('app/fr.json')).toBe('{"a":"Ouvre"}')
  })

  it('gives machines each row that is left, and what was written [SYN-5]', async () => {
    write()
    await run('review', 'export', '--to', 'de')
    edit('review.de.csv', { a: { text: 'Mach auf' }, b: { text: 'Zu' } })
    const { code, stdout } = await importAs('review.de.csv', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      recorded: true,
      files: [{ path: 'de.json', language: 'de', reviewed: 1, changed: 1, written: 1, error: null }],
      left: [{ file: 'review.de.csv', line: 3, key: 'b', why: 'is broken: it lacks {it}' }],
      ...{ not_marked: 0, empty: 1, known: 0 },
    })
  })

  it('names fifty rows, and says how many more there are', async () => {
    const texts = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, `Open door {it} ${at}`]))
    write({ 'en.json': texts, 'de.json': texts }, { ...PROJECT, targets: ['de'] })
    await run('review', 'export')
    edit('review.de.csv', Object.fromEntries(Object.keys(texts).map(key => [key, { text: 'Auf' }])))
    const { stderr } = await importAs('review.de.csv')
    expect(stderr.trim().split('\n')).toHaveLength(51)
    expect(stderr).toMatch(/and 10 more; --json lists all\n$/)
  })
})
