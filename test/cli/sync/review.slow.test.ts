import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { LOCK, makeRepository, type Repository } from './repository.ts'

const NAMES = { en: 'messages.en.json', de: 'messages.de.json', fr: 'messages.fr.json' }
const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['messages.[locale].json'] } }
const TEXTS = {
  greeting: 'Good morning, {name}!',
  formula: '=SUM is how a formula begins',
  lines: 'First line\nSecond "line", longer',
  'a,b\nc': 'The key of this text has a comma',
}

/** A translated repository, all in git. */
async function translated(): Promise<Repository> {
  const repository = makeRepository(PROJECT)
  repository.put(NAMES.en, `${JSON.stringify(TEXTS, undefined, 2)}\n`)
  expect(await repository.sync()).toMatchObject({ code: 0 })
  repository.git('add', '.')
  repository.git('commit', '-q', '-m', 'Translate')
  return repository
}

const accepting = (...files: readonly string[]) => ['review', 'import', ...files, '--reviewer', 'Ana Müller', '--yes']

/** What a reviewer's spreadsheet does with a table, in Python, whose reader and writer of CSV are not ours. */
const SPREADSHEET = `
import csv, io, sys
name, back, encoding, delimiter = sys.argv[1:5]
rows = list(csv.DictReader(io.open(name, encoding='utf-8-sig', newline='')))
for row in rows:
    row['comment'] = 'seen; by me'
    if row['key'] == 'greeting': row['translation'] = 'Guten Morgen, {name}!'
    else: row['ok'] = 'x'
columns = ['comment', 'id', 'ok', 'translation', 'key', 'source']
with io.open(back, 'w', encoding=encoding, newline='') as file:
    writer = csv.DictWriter(file, columns, delimiter=delimiter, extrasaction='ignore')
    writer.writeheader()
    writer.writerows(reversed(rows))
`

const hasPython = spawnSync('python3', ['--version']).status === 0

describe('a review, with the built program', () => {
  it.skipIf(!hasPython).each([
    ['CSV as it went out', 'utf-8-sig', ','],
    ['CSV with semicolons', 'utf-8-sig', ';'],
    ['Unicode text with tabs', 'utf-16', '\t'],
  ])(
    'goes from sync to the gate of check by %s, and a changed source shuts it [SYN-5]',
    async (_, encoding, delimiter) => {
      const repository = await translated()
      const before = repository.text(NAMES.de)
      const french = repository.text(NAMES.fr)
      expect(await repository.run('review', 'export', '--to', 'de')).toMatchObject({ code: 0 })
      execFileSync('python3', ['-c', SPREADSHEET, 'review.de.csv', 'back.csv', encoding, delimiter], {
        cwd: repository.folder,
      })

      expect(await repository.run('check', '--require-reviewed', '--to', 'de')).toMatchObject({ code: 1 })
      expect(await repository.run(...accepting('back.csv'))).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^To record as reviewed: 4 texts\.\nTo write: 1 changed text in 1 file\.\n/),
      })
      expect(repository.text(NAMES.de)).toBe(before.replace(/("greeting": )".*"/, '$1"Guten Morgen, {name}!"'))
      expect(repository.text(NAMES.fr)).toBe(french)
      expect(await repository.run('check', '--require-reviewed', '--to', 'de')).toMatchObject({ code: 0 })
      expect(await repository.run('check', '--require-reviewed')).toMatchObject({ code: 1 })
      // The reviewer's work is a person's to sync.
      const reviewed = repository.stamps()
      expect(await repository.sync()).toMatchObject({ code: 0, credits: 0 })
      expect(repository.stamps()).toEqual(reviewed)

      repository.put(NAMES.en, repository.text(NAMES.en).replace('First line', 'Another line'))
      expect(await repository.run('check', '--require-reviewed', '--to', 'de')).toMatchObject({ code: 1 })
      const lock = repository.text(LOCK)
      expect(await repository.run(...accepting('back.csv'))).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^back\.csv:\d+: lines has another source since the export: export it anew\n$/),
      })
      expect(repository.text(LOCK)).toBe(lock)
    },
  )

  it('by XLIFF is recorded once by two imports at a time, and undone [SYN-5]', async () => {
    const repository = await translated()
    const committed = repository.stamps()
    await repository.run('review', 'export', '--format', 'xliff', '--out', '.git/')
    const back = repository.text('.git/review.de.xlf').replaceAll('approved="no"', 'approved="yes"')
    repository.put(
      '.git/back.xlf',
      back.replace(/<target [^>]*>[^<]*Ĝ[^<]*</, '<target state="final">Guten Tag, {name}!<'),
    )
    const both = await Promise.all([
      repository.run(...accepting('.git/back.xlf')),
      repository.run(...accepting('.git/back.xlf')),
    ])
    // One of them may find the other at work, or its work done.
    expect(both.map(({ code }) => code)).toContain(0)
    expect(repository.text(LOCK).match(/\treviewer\tAna Müller\t/g)).toHaveLength(4)
    await repository.run('sync', '--undo')
    const now = repository.stamps()
    const bytes = (stamps: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(stamps).map(([name, stamp]) => [name, stamp.split(' ').at(-1)]))
    expect(bytes(now)).toEqual(bytes(committed))
  })
})
