import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { glossaryAs } from '../../src/cli/glossary/writing.ts'
import { readXmlTerms } from '../../src/cli/glossary/xml-terms.ts'
import { readTmxUnits } from '../../src/cli/memory/tmx-units.ts'
import { pythonFor, textsOf } from '../support/other-readers.ts'
import { ROOT } from '../support/tree.ts'
import { temporaryFolder } from '../support/world.ts'

const CATALOGUE = join(ROOT, 'test', 'corpus', 'po', 'workshop-de.po')
const { python, lacks } = pythonFor('pairs of TMX')
if (!python) process.stderr.write(`\nSKIPPED: TMX and TBX beside the Translate Toolkit: not installed: ${lacks}.\n\n`)

/** What the Toolkit says of a file. */
function asked(reader: string, file: string): string[] {
  const [texts] = textsOf(python ?? '', reader, [file])
  if (!Array.isArray(texts)) throw new Error(texts?.error)
  return texts
}

/** What XML leaves of a text where no white space is kept: the Toolkit writes it so. */
const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

describe.skipIf(!python)('beside the Translate Toolkit', () => {
  const pairs = python ? asked('pairs of PO', CATALOGUE) : []

  it.each(['TMX', 'TBX'])('the terms of a %s that it writes are read, all of them [GLO-1]', async kind => {
    const [written = ''] = asked(`PO as ${kind}`, CATALOGUE)
    const { concepts } = await readXmlTerms(Buffer.from(written))
    const read = concepts.flatMap(({ terms }) => ['en', 'de'].map(tag => terms.get(tag)?.[0]?.text ?? ''))
    expect(pairs.length).toBeGreaterThan(300)
    expect(read.map(flat)).toEqual(pairs.map(flat))
  })

  it('the translations of a TMX that it writes are read, all of them', async () => {
    const [written = ''] = asked('PO as TMX', CATALOGUE)
    const { units } = await readTmxUnits(Buffer.from(written))
    expect(units.flatMap(({ variants }) => variants.map(({ text }) => flat(text)))).toEqual(pairs.map(flat))
  })

  it('it reads the TMX of a glossary as it is written [GLO-1]', () => {
    const terms = pairs.flatMap((source, at) =>
      at % 2 === 0 ? [{ source, target: pairs[at + 1] ?? '', note: null, case_sensitive: at % 4 === 0 }] : [],
    )
    const file = join(temporaryFolder(), 'terms.tmx')
    writeFileSync(file, [...glossaryAs('tmx', { source_language: 'en', target_language: 'de', terms })].join(''))
    expect(asked('pairs of TMX', file).map(flat)).toEqual(pairs.map(flat))
  })
})
