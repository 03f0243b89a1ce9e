/** The checks against what people translated: the catalogues of the programs of this machine, in all their languages. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Issue, issuesIn, withEdgesOf, worstOf } from '../../../src/checks/index.ts'
import { loadFormat } from '../../../src/formats/index.ts'

const LOCALES = '/usr/share/locale'
/**
 * The largest share of its messages that may be refused, by program, since machines have some of them and not the others. Most of
 * what is refused really is wrong (`kaku8` written as `kaku2`).
 */
const REFUSED: Readonly<Record<string, number>> = {
  coreutils: 1 / 250,
  dpkg: 1 / 190,
  glib20: 1 / 400,
  gtk30: 1 / 500,
  'system-config-printer': 1 / 500,
  wget: 1 / 600,
}
const PROGRAMS = Object.keys(REFUSED)
const REFUSED_OF_A_LANGUAGE = 1 / 50
/** Messages that are asked for once more though people are content with them: wrapped anew, blanks in their own words. */
const REPAIRED = 1 / 50
const ENOUGH = 500

const found = existsSync(LOCALES)
  ? readdirSync(LOCALES).flatMap(locale => {
      const files = PROGRAMS.map(program => ({
        program,
        file: `${LOCALES}/${locale}/LC_MESSAGES/${program}.mo`,
      })).filter(({ file }) => existsSync(file))
      const tag = tagOf(locale)
      return tag === undefined || files.length === 0 ? [] : [{ tag, files }]
    })
  : []
const readable = spawnSync('msgunfmt', ['--version']).status === 0 && found.length > 10
if (!readable) process.stderr.write('\nSKIPPED: no translated programs, or no msgunfmt, on this machine.\n\n')

/** `sr@latin` and `pt_BR` as tags; English is the source. */
function tagOf(locale: string): string | undefined {
  const [, language = '', region, script] = /^([a-z]{2,3})(?:_([A-Z]{2}))?(?:@(latin|cyrillic))?$/.exec(locale) ?? []
  if (language === '' || language === 'en') return undefined
  const scripts: Record<string, string> = { latin: '-Latn', cyrillic: '-Cyrl' }
  return `${language}${scripts[script ?? ''] ?? ''}${region === undefined ? '' : `-${region}`}`
}

/** What the checks say of every message that is translated; what was left as it was is no translation. */
async function* judged(file: string, tag: string): AsyncGenerator<{ source: string; issues: readonly Issue[] }> {
  const catalogue = spawnSync('msgunfmt', [file], { maxBuffer: 1 << 26 }).stdout
  const open = async function* () {
    yield catalogue
  }
  const conditions = { source: 'en', target: tag, glossary: [], keep: [] }
  for await (const unit of (await loadFormat('x.po'))?.scan(open(), { target: { language: tag } }) ?? []) {
    if (unit.left_out !== 'already_translated' || unit.target === undefined || unit.target === unit.text) continue
    yield { source: unit.text, issues: issuesIn(unit, withEdgesOf(unit.text, unit.target), conditions) }
  }
}

it.skipIf(!readable)('refuses hardly anything that people translated, in a hundred languages [ENG-2]', async () => {
  const all = { messages: 0, repaired: 0 }
  const programs = new Map(PROGRAMS.map(program => [program, { messages: 0, refused: 0 }]))
  const worst: string[] = []
  for (const { tag, files } of found) {
    const own = { messages: 0, refused: 0 }
    const samples: string[] = []
    for (const { program, file } of files) {
      const its = programs.get(program) ?? own
      for await (const { source, issues } of judged(file, tag)) {
        const severity = worstOf(issues)
        own.messages += 1
        its.messages += 1
        if (severity === 'doubt') all.repaired += 1
        if (severity !== 'refuse') continue
        own.refused += 1
        its.refused += 1
        if (samples.length < 5)
          samples.push(`${source.slice(0, 80)}: ${issues.map(({ message }) => message).join(' ')}`)
      }
    }
    all.messages += own.messages
    if (own.messages > ENOUGH && own.refused / own.messages > REFUSED_OF_A_LANGUAGE)
      worst.push(`${tag} ${own.refused} of ${own.messages}: ${samples.join(' | ')}`)
  }
  expect(worst).toEqual([])
  expect(all.messages).toBeGreaterThan(10_000)
  for (const [program, { messages, refused }] of programs) {
    expect(refused, `${program}, of ${messages}`).toBeLessThanOrEqual(messages * (REFUSED[program] ?? 0))
  }
  expect(all.repaired / all.messages, JSON.stringify(all)).toBeLessThan(REPAIRED)
})
