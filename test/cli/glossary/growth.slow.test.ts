import { describe, expect, it } from 'vitest'
import { pairedTerms } from '../../../src/cli/glossary/pairs.ts'
import { readTableTerms } from '../../../src/cli/glossary/table-terms.ts'
import { readXmlTerms } from '../../../src/cli/glossary/xml-terms.ts'
import { TermFileFault } from '../../../src/mcp/files/term-file.ts'
import { growsSlowly } from '../../support/growth.ts'

const PAIR = { from: 'en', to: 'de' }
const of = (before: string, piece: string, after: string) => (size: number) => before + piece.repeat(size) + after
const concept = (inside: string) => (size: number) => `<tbx><conceptEntry>${inside.repeat(size)}</conceptEntry></tbx>`

const XML: Readonly<Record<string, (size: number) => string>> = {
  'concepts of one source': of(
    '<tbx>',
    '<conceptEntry><langSec xml:lang="en"><term>a</term></langSec><langSec xml:lang="de"><term>b</term></langSec></conceptEntry>',
    '</tbx>',
  ),
  'terms of one concept': concept('<langSec xml:lang="en"><term>a</term></langSec>'),
  'pieces of one term': of(
    '<tbx><conceptEntry><langSec xml:lang="en"><term>',
    'a<hi/>&amp;',
    '</term></langSec></conceptEntry></tbx>',
  ),
  'attributes of one tag': size =>
    `<tbx><conceptEntry><langSec ${Array.from({ length: size }, (_, at) => `a${at}="b"`).join(' ')}/></conceptEntry></tbx>`,
  'spaces in one tag': of('<tbx><conceptEntry><langSec', ' ', 'xml:lang="en"/></conceptEntry></tbx>'),
  'languages of one concept': size =>
    concept('')(1).replace(
      '</c',
      () =>
        `${Array.from({ length: size }, (_, at) => `<langSec xml:lang="en-x-a${at}"><term>a</term></langSec>`).join('')}</c`,
    ),
  'white space before a tag': of('', ' ', '<tbx/>'),
}
const TABLES: Readonly<Record<string, (size: number) => string>> = {
  rows: of('en,de\n', 'a,b\n', ''),
  'quotes in one cell': of('en,de\n"', '""', '",b\n'),
  'quotes without an end': of('en,de\n', '"', ''),
  'a heading of one cell': of('', 'en-', ',de\na,b\n'),
  'cells of one row': of('en,de\n', 'a,', '\n'),
  'one line of separators': of('', ';,', ''),
}

describe('files of terms', () => {
  it.each(Object.entries(XML))('time follows the size: %s', async (_, text) => {
    const read = async (size: number) => settled(readXmlTerms(Buffer.from(text(size))))
    expect(await growsSlowly(read, 10_000)).toBe(true)
  })

  it.each(Object.entries(TABLES))('time follows the size: %s', async (_, text) => {
    const read = async (size: number) => settled(readTableTerms(Buffer.from(text(size)), PAIR))
    expect(await growsSlowly(read, 10_000)).toBe(true)
  })
})

/** What is read is paired too; what is refused is refused in words. */
async function settled(reading: ReturnType<typeof readXmlTerms>): Promise<void> {
  try {
    pairedTerms(await reading, PAIR)
  } catch (error) {
    expect(error).toBeInstanceOf(TermFileFault)
  }
}
