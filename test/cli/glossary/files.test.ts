import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { ran } from '../../support/ran.ts'
import { startWorld, temporaryFolder } from '../../support/world.ts'

/** A data folder of its own, and the command on it. */
function desk() {
  const dataDir = join(temporaryFolder(), 'data')
  const folder = temporaryFolder()
  const glossary = (...argv: string[]) => ran(['glossary', ...argv], { TRANSLATION_DATA_DIR: dataDir })
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  return { dataDir, glossary, file }
}

const TABLE = `English,German,note,case_sensitive
sign in,anmelden,verb only,
"Tom & <b>""Jerry""</b>",Tom und Jerry,,yes
=cell,=Zelle,"two
lines",
`
describe('the command glossary', () => {
  it('takes over a table, and what it exports says the same elsewhere, in each format [GLO-1] [ENG-4]', async () => {
    const { glossary, file } = desk()
    const done = await glossary('import', file('terms.csv', TABLE))
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(
      /^en-de, English \(en\) to German \(de\), 3 terms, .*: 3 added, 0 changed, 0 the same\.\n$/,
    )
    expect((await glossary('list')).stdout).toMatch(/^en-de, .*3 terms/)
    const csv = await glossary('export', 'en-de', '--format', 'csv')
    expect(csv).toEqual({
      code: 0,
      stdout: `en,de,note,case_sensitive\nsign in,anmelden,verb only,false\n"Tom & <b>""Jerry""</b>",Tom und Jerry,,true\n=cell,=Zelle,"two\nlines",false\n`,
      stderr: 'Exported: 3 terms.\n',
    })
    const there = desk()
    for (const format of ['tbx', 'tmx', 'tsv', 'csv']) {
      const { stdout } = await glossary('export', 'en-de', '--format', format)
      const again = await there.glossary('import', there.file(`terms.${format}`, stdout), '--replace')
      expect(again, format).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(format === 'tbx' ? '3 added' : '3 the same'),
      })
    }
    expect((await there.glossary('export', 'en-de', '--format', 'csv')).stdout).toBe(csv.stdout)
  })

  it('writes TBX-Basic of ISO 30042:2019 in the style DCA', async () => {
    const { glossary, file } = desk()
    await glossary('import', file('terms.csv', TABLE))
    const { stdout } = await glossary('export', 'en-de')
    expect(stdout).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">/,
    )
    expect(stdout).toContain(
      '<note>verb only</note>\n<langSec xml:lang="en"><termSec><term>sign in</term></termSec></langSec>',
    )
    expect(stdout).toContain('<term>Tom &amp; &lt;b&gt;&quot;Jerry&quot;&lt;/b&gt;</term>')
  })

  it('adds to what is there and keeps notes; --replace keeps nothing else; --dry-run changes nothing', async () => {
    const { glossary, file } = desk()
    await glossary('import', file('terms.csv', TABLE))
    const more = file('more.tsv', 'source\ttarget\nSign in\tAnmelden\nlog out\tabmelden\n=cell\t=Zelle\n\tleer\n')
    const pair = ['--from', 'en', '--to', 'de']
    const tried = await glossary('import', more, ...pair, '--dry-run', '--json')
    const counts = { added: 1, changed: 1, same: 1, removed: 0, dry_run: true }
    expect(JSON.parse(tried.stdout)).toMatchObject({ pair: 'en-de', ...counts, left_out: { one_language: 1 } })
    expect((await glossary('list')).stdout).toContain('3 terms')
    const { stdout } = await glossary('import', more, ...pair)
    expect(stdout).toContain('4 terms')
    expect(stdout).toMatch(
      /: 1 added, 1 changed, 1 the same, 1 left out: 1 concept without a term in both languages\.\n$/,
    )
    expect((await glossary('export', 'en-de', '--format', 'csv')).stdout).toContain('Sign in,Anmelden,verb only,')
    const whole = await glossary('import', more, ...pair, '--replace')
    expect(whole.stdout).toMatch(/3 terms.*: 1?.*1 removed/)
    expect((await glossary('export', 'en-de', '--format', 'csv')).stdout).toBe(
      'en,de\nSign in,Anmelden\nlog out,abmelden\n=cell,=Zelle\n',
    )
  })

  it('names the lines that repeat a source, and takes the first', async () => {
    const { glossary, file } = desk()
    await glossary('import', file('terms.csv', 'en,de\nSign in,Anmelden\n'))
    const rows =
      'en,de,note,case_sensitive\nSign in,Einloggen,,\nlog out,Abmelden,,\nsign in,Anmelden,,\nSign in,Login,,yes\nlog out,Abmelden,,\n'
    const { stdout } = await glossary('import', file('twice.csv', rows))
    expect(stdout).toMatch(/: 1 added, 1 changed, 0 the same, 3 left out: 3 repetitions of a source\.\n/)
    expect(stdout.split('\n').slice(1)).toEqual([
      'Line 4: «sign in» stands in line 2 with another translation, which is taken.',
      'Line 5: «Sign in» stands in line 2 with another translation, which is taken.',
      'Line 6: «log out» stands in line 3 already.',
      '',
    ])
    expect((await glossary('export', 'en-de', '--format', 'csv')).stdout).toBe(
      'en,de\nSign in,Einloggen\nlog out,Abmelden\n',
    )
    const many = `en,de\n${Array.from({ length: 30 }, (_, at) => `same,${at}\n`).join('')}`
    const tried = await glossary('import', file('many.csv', many), '--dry-run')
    expect(tried.stdout).toContain('Line 21: «same» stands in line 2 with another translation')
    expect(tried.stdout).toMatch(/which is taken\.\n…and 9 more lines\.\nThis would be done; nothing was changed\.\n$/)
    const { repeated } = JSON.parse((await glossary('import', file('many.csv', many), '--dry-run', '--json')).stdout)
    expect(repeated).toHaveLength(29)
    expect(repeated[0]).toEqual({ line: 3, source: 'same', first: 2, differs: true })
  })

  it('counts a term once as changed, where the file has one that minds case and one that does not', async () => {
    const { glossary, file } = desk()
    await glossary('import', file('terms.csv', 'en,de\nApple,Apfel\n'))
    const rows = 'en,de,case_sensitive\nApple,Apple,yes\napple,Apfelsorte,\n'
    const { stdout } = await glossary('import', file('both.csv', rows))
    expect(stdout).toMatch(/2 terms.*: 1 added, 1 changed, 0 the same\.\n$/)
  })

  it('works on a hosted service, and on the glossaries of a project, which are not those of the workspace', async () => {
    const world = await startWorld({ settings: { max_terms_per_glossary: 2 } })
    const { file } = desk()
    const env = { TRANSLATION_API_URL: world.baseUrl, TRANSLATION_API_KEY: world.key }
    const glossary = (...argv: string[]) => ran(['glossary', ...argv], env)
    const few = file('few.csv', 'de,en\nHaus,house\nHund,dog\n')
    expect(await glossary('import', few, '--project', 'shop-1')).toMatchObject({ code: 0, stderr: '' })
    expect((await glossary('list', '--project', 'shop-1')).stdout).toMatch(/^de-en of the project «shop-1», .*2 terms/)
    expect(await glossary('list')).toEqual({ code: 0, stdout: '', stderr: 'There is no glossary.\n' })
    const refused = await glossary('import', file('many.csv', TABLE))
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('the plan allows 2') })
    expect(await world.list(api.glossaries.list)).toMatchObject({ data: [] })
  })

  it.each([
    ['a table', 'a,b\n', 'as en,de or English,German do. Name them with --from and --to.'],
    ['three languages', 'en,de,fr\na,b,c\n', 'has terms in en, de, fr. Name the two with --from and --to.'],
  ])('says by which flags the languages of %s are named', async (_, table, words) => {
    const { glossary, file } = desk()
    const { code, stderr } = await glossary('import', file('terms.csv', table))
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) })
  })

  it('names the line of a term that the service refuses, and changes nothing', async () => {
    const { glossary, file } = desk()
    const long = file('long.csv', `en,de\na,b\n\n"c","${'d'.repeat(501)}"\n`)
    const { code, stderr } = await glossary('import', long)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Line 4 of the file: .*longer than 500/),
    })
    expect(await glossary('list', '--json')).toMatchObject({ stdout: '{"glossaries":[]}\n' })
  })
})
