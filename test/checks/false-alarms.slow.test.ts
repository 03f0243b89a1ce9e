/**
 * The checks against what people translated: the catalogues of the programs of this machine and those of the corpus. A check that doubts
 * more than 0.2 % of them would be a nuisance: it has to be a note. `PRINT_SHARES=1` prints the share of each check.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Conditions, issuesIn, REGISTRY, withEdgesOf } from '../../src/checks/index.ts'
import { loadFormat } from '../../src/formats/index.ts'
import { corpus } from '../support/corpus.ts'

const LOCALES = '/usr/share/locale'
const LANGUAGES =
  'ar ca cs da de el es fa fi fr he hi hu id it ja ko nb nl pl pt_BR ro ru sr sv th tr uk vi zh_CN'.split(' ')
/** Programs of menus, of messages and of manuals. */
const PROGRAMS = 'apt coreutils dpkg glib20 gtk30 psql-15 shadow software-properties wget'.split(' ')
const MOST = 0.002
const ENOUGH = 20_000

const machine = LANGUAGES.flatMap(locale =>
  PROGRAMS.map(program => ({ tag: locale.replace('_', '-'), file: `${LOCALES}/${locale}/LC_MESSAGES/${program}.mo` })),
).filter(({ file }) => existsSync(file))
const readable = spawnSync('msgunfmt', ['--version']).status === 0 && machine.length > 50
if (!readable) process.stderr.write('\nSKIPPED: no translated programs, or no msgunfmt, on this machine.\n\n')

const CORPUS: Readonly<Record<string, string>> = {
  'workshop-de.po': 'de',
  'workshop-ja.po': 'ja',
  'gnucash-de.po': 'de',
  'git-gui-de.po': 'de',
  'Test_nautilus.af.po': 'af',
  'af-pootle.po': 'af',
  'gimp-libgimp-ja.po': 'ja',
}

interface Counts {
  messages: number
  readonly found: Map<string, number>
}

/** Counts what the checks find in the messages of a catalogue that are translated; what was left as it was is no translation. */
async function count(bytes: Uint8Array, target: string, counts: Counts): Promise<void> {
  const open = async function* () {
    yield bytes
  }
  const conditions: Conditions = { source: 'en', target, glossary: [], keep: [] }
  for await (const unit of (await loadFormat('x.po'))?.scan(open(), { target: { language: target } }) ?? []) {
    if (unit.target === undefined || unit.target.trim() === '' || unit.target === unit.text) continue
    if (unit.left_out !== 'already_translated' || unit.flags?.includes('fuzzy')) continue
    counts.messages += 1
    const kinds = issuesIn(unit, withEdgesOf(unit.text, unit.target), conditions).map(
      ({ severity, kind }) => `${severity} ${kind}`,
    )
    for (const kind of new Set(kinds)) counts.found.set(kind, (counts.found.get(kind) ?? 0) + 1)
  }
}

/** The checks that say more than a note of too many messages. */
function loud({ messages, found }: Counts): string[] {
  const shares = [...found].map(([kind, times]) => ({ kind, share: times / messages }))
  const sorted = shares.sort((a, b) => b.share - a.share)
  const lines = sorted.map(({ kind, share }) => `${(100 * share).toFixed(3)} % ${kind}`)
  if (process.env.PRINT_SHARES !== undefined) process.stdout.write(`${messages} messages\n${lines.join('\n')}\n`)
  return lines.filter((_, at) => (sorted[at]?.share ?? 0) > MOST && sorted[at]?.kind.startsWith('note') === false)
}

describe('what people translated', () => {
  it.skipIf(!readable)(
    'is doubted or refused by no check more often than once in 500 messages, in thirty languages [ENG-2]',
    async () => {
      const counts: Counts = { messages: 0, found: new Map() }
      for (const { tag, file } of machine) {
        await count(spawnSync('msgunfmt', [file], { maxBuffer: 1 << 26 }).stdout, tag, counts)
      }
      expect(counts.messages).toBeGreaterThan(ENOUGH)
      expect(loud(counts)).toEqual([])
      const names = new Set(REGISTRY.map(({ name }) => name))
      expect([...counts.found.keys()].filter(kind => !names.has(kind.split(' ')[1] ?? ''))).toEqual([])
    },
  )

  it('in catalogues of the corpus is doubted or refused by no check more often either [ENG-2]', async () => {
    const counts: Counts = { messages: 0, found: new Map() }
    for (const { name, bytes } of corpus('po')) {
      const target = CORPUS[name]
      if (target !== undefined) await count(bytes, target, counts)
    }
    expect(loud(counts)).toEqual([])
  })
})
