import { expect, it } from 'vitest'
import { type ExactWishes, writeExactWishes } from '../../../src/contract/exact-wishes.ts'
import { shownLine } from '../../../src/contract/hidden.ts'
import { loadFormat } from '../../../src/formats/index.ts'
import type { Intent } from '../../../src/service/domain/intent.ts'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { matches } from '../../../src/service/planner/selection.ts'
import { survey, translatableUnits } from '../../../src/service/planner/survey.ts'
import { corpus } from '../../support/corpus.ts'
import { intentOf } from './files.ts'

const FOLDERS = ['json', 'md', 'csv', 'po', 'txt'] as const
/** Names that are tried of one file; of larger ones every n-th. */
const MOST = 60

async function surveys() {
  const all: { name: string; found: Survey }[] = []
  for (const folder of FOLDERS) {
    for (const { name, bytes } of corpus(folder).filter(file => file.bytes.length < 2_000_000)) {
      const format = await loadFormat(name)
      const source = async function* () {
        yield bytes
      }
      if (format === undefined) continue
      const found = await survey(format.scan(source()), name).catch(() => undefined)
      if (found?.survey.parts.some(part => translatableUnits(part) > 0)) all.push({ name, found: found.survey })
    }
  }
  return all
}

const said = (wishes: ExactWishes) => writeExactWishes({ target_languages: ['nb'], ...wishes })
const chosen = (patterns: Intent['selection']['include'], { parts }: Survey) =>
  parts.flatMap(({ part }) => (patterns.some(pattern => matches(pattern, { part })) ? [part] : []))

it('no name of a part of a real file is misread by any argument, alone, shown, replaced or cleared [MCP-16]', async () => {
  const counts = {
    files: 0,
    names: 0,
    only: 0,
    leave_out: 0,
    keep_untranslated: 0,
    tone: 0,
    refinements: 0,
    misread: 0,
  }
  const misread: string[] = []
  const expectRead = (kind: keyof typeof counts, right: boolean, what: string) => {
    counts[kind] += 1
    if (!right) misread.push(`${kind}: ${what}`)
  }
  for (const { name: file, found } of await surveys()) {
    counts.files += 1
    const open = found.parts.filter(part => translatableUnits(part) > 0)
    const step = Math.ceil(open.length / MOST)
    const names = open.filter((_, at) => at % step === 0).map(({ part }) => part)
    const whole = intentOf(found, said({}))
    for (const part of names) {
      counts.names += 1
      const what = `${file}: ${JSON.stringify(part)}`
      const isOnly = (intent: Intent, matter: 'include' | 'exclude') =>
        JSON.stringify(chosen(intent.selection[matter], found)) === JSON.stringify([part])
      for (const shown of new Set([part, shownLine(part)])) {
        const only = intentOf(found, said({ only: [shown] }))
        expectRead('only', isOnly(only, 'include') && only.not_understood.length === 0, what)
      }
      const other = open.find(each => each.part !== part)?.part
      if (other !== undefined) {
        expectRead('leave_out', isOnly(intentOf(found, said({ leave_out: [part] })), 'exclude'), what)
        const again = intentOf(found, said({ only: [other] }), writeExactWishes({ only: [part] }))
        expectRead('refinements', isOnly(again, 'include'), what)
        const cleared = intentOf(found, said({ leave_out: [part] }), writeExactWishes({ leave_out: [] }))
        expectRead('refinements', JSON.stringify(cleared.selection) === JSON.stringify(whole.selection), what)
      }
      const kept = intentOf(found, said({ keep_untranslated: [part] }))
      expectRead('keep_untranslated', JSON.stringify(kept.keep_untranslated) === JSON.stringify([part]), what)
      const toned = intentOf(found, said({ tone: 'x' }), writeExactWishes({ tone: part }))
      expectRead('tone', JSON.stringify(toned.guidance) === JSON.stringify([`Tone: ${part}`]), what)
      const beside = [kept, toned].every(
        ({ selection }) => JSON.stringify(selection) === JSON.stringify(whole.selection),
      )
      expectRead('refinements', beside, what)
    }
  }
  counts.misread = misread.length
  process.stdout.write(`exact arguments over real files: ${JSON.stringify(counts)}\n`)
  expect(misread).toEqual([])
  expect(counts.names).toBeGreaterThan(100)
})
