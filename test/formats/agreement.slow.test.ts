import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../src/formats/index.ts'
import { type CorpusFile, corpus, isPlainClone } from '../support/corpus.ts'
import { pythonFor, textsOf } from '../support/other-readers.ts'
import { type Agreement, agreement, type FoundInFile } from './agreement.ts'
import { opened, unitsOf } from './files.ts'
import { REFERENCES, type Reference } from './references.ts'

const AT_LEAST = 0.98

async function compared(python: string, row: Reference, files: readonly CorpusFile[]): Promise<Agreement> {
  const paths = files.map(({ path }) => path)
  const answers = textsOf(python, row.reader, paths)
  const refused: string[] = []
  const found: FoundInFile[] = []
  for (const [at, { name, bytes }] of files.entries()) {
    const [format, texts] = [await loadFormat(name), answers[at]]
    if (format === undefined || texts === undefined) throw new Error(`no format or no answer for ${name}`)
    if (!Array.isArray(texts)) refused.push(`${name}: ${texts.error}`)
    else found.push({ file: name, units: await unitsOf(format, opened(bytes)), texts })
  }
  // A reader that suddenly reads nothing would agree with everything.
  const known = row.refuses?.filter(refusal => files.some(({ name }) => name === refusal)) ?? []
  expect(refused).toEqual(known.map(name => expect.stringContaining(`${name}: `)))
  return agreement(found, row.measure, row)
}

/** What a failure says: the numbers, and what differs. */
function said({ onlyOurs, onlyTheirs, ...numbers }: Agreement): string {
  const some = (texts: readonly string[]) => texts.slice(0, 20).join('\n  ')
  return `${JSON.stringify(numbers)}\nonly ours:\n  ${some(onlyOurs)}\nonly theirs:\n  ${some(onlyTheirs)}\n`
}

const used = new Set<string>()

describe.each(REFERENCES)('the texts of $family beside those that $reader finds', row => {
  const { python, lacks } = pythonFor(row.reader)
  const files = corpus(row.folder).filter(({ name }) => row.files.test(name))
  if (!python) process.stderr.write(`\nSKIPPED: ${row.family} beside ${row.reader}: not installed: ${lacks}.\n\n`)

  it.skipIf(!python || files.length === 0)('are the same, but for what is explained [FMT-1]', async () => {
    const result = await compared(python ?? '', row, files)
    for (const name of Object.keys(result.by)) used.add(name)
    expect(result.theirs).toBeGreaterThan(0)
    expect(Math.min(...result.explained), said(result)).toBeGreaterThanOrEqual(AT_LEAST)
  })
})

it.skipIf(isPlainClone || REFERENCES.some(row => !pythonFor(row.reader).python))('no explanation is idle', () => {
  const named = REFERENCES.flatMap(({ leftOut, ours, theirs }) => Object.keys({ ...leftOut, ...ours, ...theirs }))
  expect([...new Set(named)].filter(name => !used.has(name))).toEqual([])
})
