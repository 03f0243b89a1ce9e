import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeRepository } from './repository.ts'

/** A reviewer turns the rows of a workbook round, marks all but one, and writes a text like a formula into that, in cells that are of text. */
const EDITED = `
import openpyxl, os, sys
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.active
rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
sheet.delete_rows(2, len(rows))
for at, row in enumerate(reversed(rows), 2):
    if row[0] == 'greeting': row[3] = '=Guten Morgen, {name}!'
    else: row[4] = 'x'
    for column, value in enumerate(row, 1):
        cell = sheet.cell(at, column)
        cell.number_format = '@'
        cell.value = value
        if value is not None: cell.data_type = 's'
book.create_sheet('Notes')['A1'] = 'seen by me'
os.mkdir('edited')
book.save(sys.argv[2])
`
/** The one that Debian's libraries belong to. */
const PYTHON = '/usr/bin/python3'
const works = (program: string, ...words: readonly string[]) => spawnSync(program, words).status === 0
const canSave = works('sh', '-c', 'command -v timeout && command -v soffice') && works(PYTHON, '-c', 'import openpyxl')

const TEXTS = {
  greeting: 'Good morning, {name}!',
  formula: '=SUM is how a formula begins',
  lines: 'First line\nSecond "line", longer ',
  date: '1. March',
  'a,b\nc': "'tis the key of this text that has a comma",
}

it.skipIf(!canSave)(
  'a workbook comes back for review import as other programs edited it and saved it anew [SYN-5]',
  async () => {
    const repository = makeRepository({
      ...{ source: 'en', targets: ['de'], files: { include: ['messages.[locale].json'] } },
    })
    repository.put('messages.en.json', `${JSON.stringify(TEXTS, undefined, 2)}\n`)
    expect(await repository.sync()).toMatchObject({ code: 0 })
    const before = repository.text('messages.de.json')
    expect(await repository.run('review', 'export', '--out', '.git/review.xlsx')).toMatchObject({ code: 0 })
    const cwd = join(repository.folder, '.git')
    execFileSync(PYTHON, ['-c', EDITED, 'review.xlsx', 'edited/back.xlsx'], { cwd })
    const profile = `-env:UserInstallation=file://${join(cwd, 'profile')}`
    const words = [
      '--headless',
      '--norestore',
      profile,
      '--convert-to',
      'xlsx',
      '--outdir',
      'saved',
      'edited/back.xlsx',
    ]
    spawnSync('timeout', ['-k', '5', '60', 'soffice', ...words], { cwd })
    const accepted = ['review', 'import', '.git/saved/back.xlsx', '--reviewer', 'Ana Müller', '--yes']
    expect(await repository.run(...accepted)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^To record as reviewed: 5 texts\.\nTo write: 1 changed text in 1 file\.\n/),
      stderr: '',
    })
    expect(repository.text('messages.de.json')).toBe(before.replace(/("greeting": )".*"/, '$1"=Guten Morgen, {name}!"'))
    expect(await repository.run('check', '--require-reviewed')).toMatchObject({ code: 0 })
  },
)
