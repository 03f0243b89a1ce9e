import { describe, expect, it } from 'vitest'
import { incomingOf } from '../../../src/cli/memory/incoming.ts'
import { readTableUnits } from '../../../src/cli/memory/table-units.ts'
import { readTmxUnits } from '../../../src/cli/memory/tmx-units.ts'
import { TermFileFault } from '../../../src/mcp/files/term-file.ts'
import { growsSlowly } from '../../support/growth.ts'

const NAMED = { from: 'en', to: ['de'], file_name: 'm' }
const variant = (language: string, text: string) => `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`
const tmx = (inside: string) => `<tmx version="1.4"><header srclang="en"/><body>${inside}</body></tmx>`
const unit = (inside: string) => tmx(`<tu>${inside}</tu>`)
const numbered = (size: number, piece: (at: number) => string) =>
  Array.from({ length: size }, (_, at) => piece(at)).join('')

const XML: Readonly<Record<string, (size: number) => string>> = {
  'units of one text': size => tmx(`<tu>${variant('en', 'a')}${variant('de', 'b')}</tu>`.repeat(size)),
  'texts in one language': size => unit(variant('en', 'a') + variant('de', 'b').repeat(size)),
  'languages of one unit': size => unit(numbered(size, at => variant(`en-x-a${at}`, 'a')) + variant('de', 'b')),
  'pieces of one text': size => unit(variant('en', 'a<hi/>&amp;'.repeat(size)) + variant('de', 'b')),
  'codes inside each other': size => unit(variant('en', 'a<ph>'.repeat(size))),
  'codes of one text': size => unit(variant('en', '<ph>x</ph>'.repeat(size)) + variant('de', 'b')),
  'properties of one unit': size => unit('<prop type="x-line">a</prop>'.repeat(size) + variant('en', 'a')),
  'lines of one text': size => unit(variant('en', `${'\n '.repeat(size)}a`) + variant('de', 'b\n '.repeat(size))),
  'units inside each other': size => tmx('<tu>'.repeat(size)),
}
const TABLES: Readonly<Record<string, (size: number) => string>> = {
  rows: size => `en,de\n${'a,b\n'.repeat(size)}`,
  'rows of our own': size => `source,target,engine,corrected,line\n${'a,b,c,yes,d\n'.repeat(size)}`,
  'quotes in one cell': size => `en,de\n"${'""'.repeat(size)}",b\n`,
  'a heading of one cell': size => `${'en-'.repeat(size)},de\na,b\n`,
}

describe('files of translations', () => {
  it.each(Object.entries(XML))('time follows the size: %s', async (_, text) => {
    const read = async (size: number) => settled(readTmxUnits(Buffer.from(text(size))))
    expect(await growsSlowly(read, 10_000)).toBe(true)
  })

  it.each(Object.entries(TABLES))('time follows the size: %s', async (_, text) => {
    const read = async (size: number) => settled(readTableUnits(Buffer.from(text(size)), NAMED))
    expect(await growsSlowly(read, 10_000)).toBe(true)
  })
})

/** What is read is sorted too; what is refused is refused in words. */
async function settled(reading: ReturnType<typeof readTmxUnits>): Promise<void> {
  try {
    incomingOf(await reading, NAMED)
  } catch (error) {
    expect(error).toBeInstanceOf(TermFileFault)
  }
}
