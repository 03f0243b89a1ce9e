import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { incomingOf, type Named } from '../../../src/cli/memory/incoming.ts'
import { readMemoryFile } from '../../../src/cli/memory/reading.ts'
import { MEMORY_FORMS } from '../../../src/cli/memory/writing.ts'
import { correctionHasher, importedHasher, isLabel, textHasher } from '../../../src/service/translation/line.ts'
import { temporaryFolder } from '../../support/world.ts'

const WHOLE = { to: [], file_name: 'm' }

async function read(content: string | Uint8Array, named: Partial<Named> = {}, name = 'm') {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  const wish = { ...WHOLE, ...named }
  return incomingOf(await readMemoryFile(path, wish), wish)
}

/** What comes in, short. */
async function texts(content: string | Uint8Array, named: Partial<Named> = {}) {
  const { lines, left_out } = await read(content, named)
  const left = Object.fromEntries(Object.entries(left_out).filter(([, number]) => number > 0))
  const pair = ({ source_language, target_language }: (typeof lines)[number]) => `${source_language}>${target_language}`
  return { lines: lines.map(line => `${pair(line)} ${line.source}=${line.text}`), left }
}

const HEADER = '<header creationtool="Other" srclang="en"/>'
function tmx(body: string, header = HEADER, before = '<?xml version="1.0"?>'): string {
  return `${before}<tmx version="1.4">${header}<body>${body}</body></tmx>`
}
function tu(variants: Record<string, string>, attributes = '', props = ''): string {
  const all = Object.entries(variants).map(([tag, text]) => `<tuv xml:lang="${tag}"><seg>${text}</seg></tuv>`)
  return `<tu ${attributes}>${props}${all.join('')}</tu>`
}

describe('a TMX file of another program', () => {
  it('is read with and without its DTD line, in UTF-8 and UTF-16, and with the older attribute of languages', async () => {
    const expected = { lines: ['en>de Tom & <b>=Tom ü'], left: {} }
    const body = tu({ en: 'Tom &amp; &lt;b&gt;', 'de-DE': 'Tom ü' })
    expect(await texts(tmx(body))).toEqual(expected)
    const dtd = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'
    expect(await texts(tmx(body, HEADER, `<?xml version="1.0"?>${dtd}`))).toEqual(expected)
    const wide = Buffer.from(`\ufeff${tmx(body, HEADER, `<?xml version="1.0" encoding="UTF-16"?>${dtd}`)}`, 'utf16le')
    expect(await texts(wide)).toEqual(expected)
    expect(await texts(tmx(body.replaceAll('xml:lang', 'lang')))).toEqual(expected)
  })

  it('gives each target language that the program knows, or those that are named, under the names that are given', async () => {
    const body = tu({ 'en-GB': 'Hello', 'de-DE': 'Hallo', 'fr-FR': 'Bonjour', tlh: 'nuqneH' })
    const header = '<header srclang="en-GB"/>'
    const all = await texts(tmx(body, header))
    expect(all).toEqual({ lines: ['en-GB>de Hello=Hallo', 'en-GB>fr Hello=Bonjour'], left: { unknown_language: 1 } })
    expect(await texts(tmx(body, header), { from: 'en', to: ['de-AT'] })).toEqual({
      lines: ['en>de-AT Hello=Hallo'],
      left: {},
    })
    expect((await texts(tmx(body, header), { to: ['it'] })).left).toEqual({ one_language: 1 })
  })

  it('has to say which language was translated, or a person does', async () => {
    const body = tu({ en: 'Hello', de: 'Hallo' })
    const header = '<header srclang="*all*"/>'
    await expect(texts(tmx(body, header))).rejects.toThrow('line 1, en, de). Name it with --from')
    expect((await texts(tmx(body, header), { from: 'de' })).lines).toEqual(['de>en Hallo=Hello'])
    expect((await texts(tmx(tu({ en: 'Hello', de: 'Hallo' }, 'srclang="de"')))).lines).toEqual(['de>en Hallo=Hello'])
  })

  it('is read in time whatever number of languages a unit has', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => [`x-${at}`, 'text'] as const)
    const body = tu({ ...Object.fromEntries(many), 'en-AU': 'Hello', de: 'Hallo' })
    const { lines, left } = await texts(tmx(body))
    expect({ lines, left }).toEqual({ lines: ['en-AU>de Hello=Hallo'], left: { unknown_language: 20_000 } })
  })

  it('keeps the codes that it spells out, and gives nothing where it does not', async () => {
    const bold = (text: string) => `<bpt i="1">&lt;b&gt;</bpt>${text}<ept i="1">&lt;/b&gt;</ept>`
    const spelt = tu({ en: `Press ${bold('OK')} <hi>now</hi>`, de: `Jetzt ${bold('OK')} drücken` })
    expect((await texts(tmx(spelt))).lines).toEqual(['en>de Press <b>OK</b> now=Jetzt <b>OK</b> drücken'])
    const bare = tu({ en: 'Press <ph x="1"/>', de: 'Drücke <ph x="1"/>' })
    expect(await texts(tmx(bare))).toEqual({ lines: [], left: { codes: 1 } })
  })

  it('leaves out what is empty or broken, and of repetitions all but the last one written', async () => {
    const body = [
      tu({ en: 'A', de: ' ' }),
      tu({ en: 'B', de: 'x\ufffd' }),
      tu({ en: 'C', de: 'newest' }, 'creationdate="20200101T000000Z" changedate="20250101T000000Z"'),
      tu({ en: 'C', de: 'older' }, 'creationdate="20210101T000000Z"'),
      tu({ en: 'D', de: 'first' }),
      tu({ en: 'D', de: 'second' }),
      tu({ en: 'E' }),
      tu({ en: '\n      F\n    ', de: '\n      Ef\n    ' }),
    ]
    expect(await texts(tmx(body.join('')))).toEqual({
      lines: ['en>de C=newest', 'en>de D=second', 'en>de F=Ef'],
      left: { empty: 1, broken: 1, repeated: 2, one_language: 1 },
    })
  })

  it('never makes the work of an engine that of a person, and says nothing of our projects, places and lines', async () => {
    const line = textHasher({ source: 'en', target: 'de' })('x')
    const prop = (name: string, value: string) => `<prop type="x-${name}">${value}</prop>`
    const own = `${prop('line', line)}${prop('project', 'shop-1')}${prop('file', 'f')}${prop('part', 'p')}`
    const { lines, left_out } = await read(
      tmx(tu({ en: 'A', de: 'Ä' }, '', prop('engine', 'mt') + own) + tu({ en: 'B', de: 'Be' }, '', own)),
    )
    expect(left_out.machine).toBe(1)
    const hash = importedHasher({ source: 'en-US', target: 'de-DE' })('B')
    expect(lines).toEqual([
      expect.objectContaining({ line: hash, text_hash: hash, project: '', file_name: 'm', part: '', corrected: 1 }),
    ])
  })

  it('is refused where it defines entities, is no TMX, is cut off, or is larger than 64 MB', async () => {
    const bomb = '<!DOCTYPE tmx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    await expect(texts(tmx(tu({ en: '&b;', de: 'x' }), HEADER, bomb))).rejects.toThrow('DOCTYPE')
    await expect(texts('<html><body/></html>')).rejects.toThrow('no TMX: its root is <html>')
    await expect(texts(tmx(tu({ en: 'A', de: 'B' })).slice(0, -8))).rejects.toThrow('no well-formed XML')
    await expect(texts('<a>'.repeat(2000))).rejects.toThrow()
    const large = join(temporaryFolder(), 'large.tmx')
    writeFileSync(large, '')
    truncateSync(large, 64 * 1024 * 1024 + 1)
    await expect(readMemoryFile(large, WHOLE)).rejects.toThrow('64 MB')
    await expect(readMemoryFile(temporaryFolder(), WHOLE)).rejects.toThrow('It is not a file.')
  })
})

describe('a table of translations', () => {
  it('has columns for languages, or source and target with the languages that a person names', async () => {
    const expected = { lines: ['en>de Hello, you=Hallo', 'en>de  spaced =x'], left: { one_language: 1 } }
    expect(await texts('en,de-DE,note\n"Hello, you",Hallo,x\n" spaced ",x,\nlone,,\n')).toEqual(expected)
    const pair = { from: 'en', to: ['de'] }
    const semicolons = '\ufeffSource;Target\r\nHello, you;Hallo\r\n" spaced ";x\r\nlone;\r\n'
    expect(await texts(semicolons, pair)).toEqual({ ...expected, left: { empty: 1 } })
    expect((await texts('source\ttarget\nA\tB\n', pair)).lines).toEqual(['en>de A=B'])
    await expect(texts('source,target\nA,B\n', { from: 'en' })).rejects.toThrow('Line 2 does not say')
    await expect(texts('Hello,Hallo\nA,B\n', pair)).rejects.toThrow('The first line has to name the columns')
    const several = await texts('English,German,French\nA,B,C\n', { to: ['fr'] })
    expect(several.lines).toEqual(['en>fr A=C'])
  })
})

const XML_TEXT = fc.string({ unit: fc.constantFrom(...'ab <>&"\',;\t\n\rü=𝄞') }).filter(text => text.trim() !== '')

it('a table may name its languages by their names, after a line that names its delimiter', async () => {
  const table =
    'sep=;\nSource Language;Target Language;Source;Target\nEnglish;German;Cat, dog;Katze\nen_us;Deutsch;Cow;Kuh\n'
  expect(await texts(table)).toEqual({ lines: ['en>de Cat, dog=Katze', 'en-US>de Cow=Kuh'], left: {} })
})

it.each(['tmx', 'csv', 'tsv'] as const)('what is exported as %s comes in as it was, whatever it says', async format => {
  const { begin, unit, end } = MEMORY_FORMS[format]
  await fc.assert(
    fc.asyncProperty(XML_TEXT, XML_TEXT, fc.boolean(), async (source, text, isOfPerson) => {
      const pair = { source: 'en', target: 'de' }
      const line = textHasher(pair)(`line ${source}`)
      const said = { project: 'shop "1", x', file_name: 'en.json', part: 'a, "b"', line }
      const made = isOfPerson ? { engine: 'person', corrected: 1 } : { engine: 'apertium', corrected: 0 }
      const row = { ...said, ...made, source_language: 'en', target_language: 'de', source, text }
      const written = unit({ ...row, author: 'key_1', created_at: 1_700_000_000_000 })
      const { lines } = await read(begin + written + end)
      const comes = isOfPerson
        ? { engine: 'import', text_hash: (isLabel({ text: source }) ? textHasher : importedHasher)(pair)(source) }
        : { text_hash: textHasher(pair)(source) }
      expect(lines).toEqual([{ ...row, ...comes, created_at: 1_700_000_000_000 }])
    }),
    { numRuns: 60 },
  )
})

it('a label that a person corrected in its own place holds there alone; one without a place holds for its text [ENG-3]', async () => {
  const pair = { source: 'en', target: 'de' }
  const long = 'Open the door of the house, please, and close it again.'
  const rows = [
    { text: 'Open', slot: 'menu' },
    { text: 'Open', slot: '' },
    { text: long, slot: 'menu' },
  ].map(wording => {
    const { text: source, slot } = wording
    const said = {
      project: '',
      file_name: 'f',
      part: 'p',
      author: 'key_1',
      created_at: 0,
      line: correctionHasher(pair)(wording),
    }
    const made = { engine: 'person', corrected: 1, source_language: 'en', target_language: 'de' }
    return MEMORY_FORMS.tmx.unit({ ...said, ...made, source, text: `${slot}!` })
  })
  const { lines } = await read(MEMORY_FORMS.tmx.begin + rows.join('') + MEMORY_FORMS.tmx.end)
  const everywhere = (source: string) => importedHasher(pair)(source)
  expect(lines.map(({ source, text_hash }) => text_hash === everywhere(source))).toEqual([false, true, true])
  expect(new Set(lines.map(({ line }) => line)).size).toBe(3)
})
