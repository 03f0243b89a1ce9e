import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formatOf } from '../../src/formats/index.ts'
import { type CorpusFile, corpus, isPlainClone } from '../support/corpus.ts'
import { ROOT } from '../support/tree.ts'
import { type Agreement, agreement, type FoundInFile } from './agreement.ts'
import { opened, unitsOf } from './files.ts'
import { REFERENCES, type Reference } from './references.ts'

const SCRIPT = join(ROOT, 'test', 'formats', 'reference-texts.py')
const AT_LEAST = 0.98
const Lacking = z.record(z.string(), z.array(z.string()))
const Answer = z.union([z.array(z.string()), z.object({ error: z.string() })])

/** What each reader lacks with a Python; undefined where there is none. The one of the system has the system's packages. */
const pythons = ['python3', '/usr/bin/python3'].flatMap(python => {
  const { status, stdout } = spawnSync(python, [SCRIPT, '--lacking'], { encoding: 'utf8' })
  return status === 0 ? [{ python, lacking: Lacking.parse(JSON.parse(stdout)) }] : []
})

function lackedBy({ reader }: Reference, { lacking }: (typeof pythons)[number]): readonly string[] {
  return lacking[reader] ?? [`the reader ${reader}`]
}

/** The Python that has all a reader needs, or what the last of them lacks. */
function pythonFor(row: Reference): { readonly python?: string; readonly lacks: string } {
  const able = pythons.find(each => lackedBy(row, each).length === 0)
  const last = pythons.at(-1)
  return { ...(able && { python: able.python }), lacks: last ? lackedBy(row, last).join(', ') : 'Python 3' }
}

/** The texts of each file, in the order of the files. */
function textsOf(python: string, { reader }: Reference, files: readonly CorpusFile[]): z.infer<typeof Answer>[] {
  const input = files.map(({ path }) => JSON.stringify({ reader, file: path })).join('\n')
  const { status, stdout, stderr } = spawnSync(python, [SCRIPT], { input, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  expect(status, stderr).toBe(0)
  const answers = stdout.split('\n').filter(line => line !== '')
  expect(answers).toHaveLength(files.length)
  return answers.map(line => Answer.parse(JSON.parse(line)))
}

async function compared(python: string, row: Reference, files: readonly CorpusFile[]): Promise<Agreement> {
  const refused: string[] = []
  const found: FoundInFile[] = []
  for (const [at, texts] of textsOf(python, row, files).entries()) {
    const { name, bytes } = files[at] ?? {}
    const format = formatOf(name ?? '')
    if (name === undefined || bytes === undefined || format === undefined) throw new Error(`no format for ${name}`)
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
  const { python, lacks } = pythonFor(row)
  const files = corpus(row.folder).filter(({ name }) => row.files.test(name))
  if (!python) process.stderr.write(`\nSKIPPED: ${row.family} beside ${row.reader}: not installed: ${lacks}.\n\n`)

  it.skipIf(!python || files.length === 0)('are the same, but for what is explained [FMT-1]', async () => {
    const result = await compared(python ?? '', row, files)
    for (const name of Object.keys(result.by)) used.add(name)
    expect(result.theirs).toBeGreaterThan(0)
    expect(Math.min(...result.explained), said(result)).toBeGreaterThanOrEqual(AT_LEAST)
  })
})

it.skipIf(isPlainClone || REFERENCES.some(row => !pythonFor(row).python))('no explanation is idle', () => {
  const named = REFERENCES.flatMap(({ leftOut, ours, theirs }) => Object.keys({ ...leftOut, ...ours, ...theirs }))
  expect([...new Set(named)].filter(name => !used.has(name))).toEqual([])
})
