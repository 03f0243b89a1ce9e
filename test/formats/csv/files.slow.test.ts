import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { rounds } from '../../support/seed.ts'
import { built, bytesOf, fc, marked, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const csv = built('csv')
const GERMAN = { language: 'de' }
const none: TranslateUnit = () => undefined
const same: TranslateUnit = unit => unit.text
const every: TranslateUnit = unit => (unit.left_out ? undefined : marked(unit.text))
/** The same with characters that Windows-1252 has. */
const western: TranslateUnit = unit => every(unit)?.replace(/[^\0-\xff]/g, '§')

const EOLS = ['\n', '\r\n', '\r']
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const encodings = fc.constantFrom(
  utf8,
  (text: string) => utf8(`\ufeff${text}`),
  (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
)
const cuts = fc.array(fc.nat(3000), { maxLength: 12 })

/** Cells with everything in them that tables stumble over. */
const cells = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .array(
      fc.constantFrom('word', 'Wort ', '"', ',', ';', '\t', '|', '\n', '\r\n', '\r', ' ', '\\', '😀', '\u2028', '=1'),
      {
        maxLength: 6,
      },
    )
    .map(parts => parts.join('')),
  fc.constantFrom('', '12', '12.5', 'Some words here', 'https://a.example', 'SKU-1'),
)
const tables = fc.array(fc.array(cells, { minLength: 1, maxLength: 5 }), { maxLength: 12 })

/** Few random tables are read with another delimiter, and then end inside quotes: those are refused, aloud. */
async function readable(bytes: Uint8Array): Promise<boolean> {
  return await unitsOf(csv, opened(bytes)).then(
    () => true,
    error => {
      expect(error).toMatchObject({ code: 'malformed' })
      return false
    },
  )
}

interface Style {
  readonly delimiter: string
  readonly eol: string
  readonly always: boolean
  readonly last: boolean
}
const styles = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  eol: fc.constantFrom(...EOLS),
  always: fc.boolean(),
  last: fc.boolean(),
})
const written = (rows: readonly (readonly string[])[], { delimiter, eol, always, last }: Style): string => {
  const cell = (text: string): string =>
    always || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  return rows.map(row => row.map(cell).join(delimiter)).join(eol) + (last ? eol : '')
}
const files = fc.tuple(tables, styles).map(([rows, style]) => written(rows, style).replaceAll('\0', ' '))

/** The table as another reader sees it; undefined where it refuses what we read. */
function oracle(text: string, delimiter: string): string[][] | undefined {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: true, bom: true }
  try {
    return parse(text, { ...options, record_delimiter: EOLS })
  } catch {
    return undefined
  }
}

describe('any table', () => {
  it('stays byte for byte when nothing is translated [RES-2, FMT-1]', async () => {
    await fc.assert(
      fc.asyncProperty(files, encodings, cuts, async (text, encoded, places) => {
        const bytes = encoded(text)
        fc.pre(await readable(bytes))
        expect(await bytesOf(rewrite(csv, opened(bytes, places), none, GERMAN))).toEqual(bytes)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('gives the same units wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(files, encodings, cuts, async (text, encoded, places) => {
        const bytes = encoded(text)
        fc.pre(await readable(bytes))
        const [cut, whole] = [await unitsOf(csv, opened(bytes, places)), await unitsOf(csv, opened(bytes))]
        expect(cut).toEqual(whole)
        // Some texts are made when asked for, and equality does not ask.
        expect(cut.map(unit => unit.text)).toEqual(whole.map(unit => unit.text))
      }),
      { numRuns: rounds(150) },
    )
  })

  it('has each translation in its place and every other byte as it was [RES-2, FMT-1]', async () => {
    await fc.assert(
      fc.asyncProperty(files, encodings, cuts, async (text, encoded, places) => {
        const bytes = encoded(text)
        fc.pre(await readable(bytes))
        const result = await bytesOf(rewrite(csv, opened(bytes, places), every, GERMAN))
        expect(await verify(csv, opened(bytes), opened(result, places), every, GERMAN)).toEqual([])
      }),
      { numRuns: rounds(300) },
    )
  })

  it('has units that neither overlap nor go back', async () => {
    await fc.assert(
      fc.asyncProperty(files, async text => {
        fc.pre(await readable(utf8(text)))
        let end = 0
        for (const unit of await unitsOf(csv, opened(text))) {
          expect(unit.start).toBeGreaterThanOrEqual(end)
          end = unit.end
        }
      }),
    )
  })

  it('reads as another reader reads it, before and after', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(tables, styles, async (rows, style) => {
        const text = written(rows, style).replaceAll('\0', ' ')
        const theirs = oracle(text, style.delimiter)
        const ours = (await unitsOf(csv, opened(`sep=${style.delimiter}\n${text}`))).filter(unit => !unit.left_out)
        if (!theirs || ours.length === 0) return
        compared += 1
        const cells = theirs.flat().map(cell => cell.replace(/\r\n?/g, '\n').replace(/^[ \t\n]+|[ \t\n]+$/g, ''))
        for (const unit of ours) expect(cells).toContain(unit.text)
        const result = await bytesOf(rewrite(csv, opened(`sep=${style.delimiter}\n${text}`), every, GERMAN))
        const after = oracle(result.toString().slice(6), style.delimiter)
        expect(after?.map(row => row.length)).toEqual(theirs.map(row => row.length))
        expect(after?.flat().filter(cell => cell.includes('«'))).toHaveLength(
          ours.length + theirs.flat().filter(cell => cell.includes('«')).length,
        )
      }),
      { numRuns: rounds(300) },
    )
    expect(compared).toBeGreaterThan(rounds(200))
  })

  const real = corpus('csv')
  it('of real life stays byte for byte, and changes only its text [RES-2]', async () => {
    for (const { name, bytes } of real) {
      expect(await bytesOf(rewrite(csv, opened(bytes), none, GERMAN)), name).toEqual(bytes)
      expect(await bytesOf(rewrite(csv, opened(bytes), same, GERMAN)), name).toEqual(bytes)
      const translate = bytes.includes(0x96) ? western : every
      const result = await bytesOf(rewrite(csv, opened(bytes), translate, GERMAN))
      expect(await verify(csv, opened(bytes), opened(result), translate, GERMAN), name).toEqual([])
      expect(result, name).not.toEqual(bytes)
    }
  })

  it('of real life is read in its own dialect', async () => {
    const posts = real.filter(({ name }) => name === 'posts.csv' || name.startsWith('testContent_escaped'))
    expect(posts.length).toBeGreaterThan(0)
    for (const { name, bytes } of posts) {
      const found = await unitsOf(csv, opened(bytes))
      expect([...new Set(found.filter(unit => !unit.left_out).map(unit => unit.part))], name).toEqual(
        expect.arrayContaining(['title_field', 'content_field']),
      )
      expect(found.find(unit => unit.part === 'content_field')?.text).toMatch(/^<img id="\w+" class=/)
    }
  })
})

describe('a table in Windows-1252', () => {
  const file = Buffer.from('Titel;Text\r\nÜ;\x93Schön\x94 \x96 gut\r\n', 'latin1')

  it('is read and written back, as spreadsheets save it [RES-2]', async () => {
    expect((await unitsOf(csv, opened(file))).map(unit => unit.text)).toContain('“Schön” – gut')
    const translate: TranslateUnit = unit => (unit.part === 'Text' ? '„Très beau“ – €' : undefined)
    const result = await bytesOf(rewrite(csv, opened(file), translate, { language: 'fr' }))
    expect(result.toString('latin1')).toBe('Titel;Text\r\nÜ;\x84Très beau\x93 \x96 \x80\r\n')
  })

  it('says which translations it cannot hold [ENG-2]', async () => {
    const translate: TranslateUnit = unit => (unit.part === 'Text' ? '日本' : undefined)
    const result = await bytesOf(rewrite(csv, opened(file), translate, { language: 'ja' }))
    expect(await verify(csv, opened(file), opened(result), translate, { language: 'ja' })).toMatchObject([
      { kind: 'text', expected: '日本', found: '??' },
    ])
  })
})

describe('a hostile table', () => {
  it('without text has no units', async () => {
    for (const content of ['', '\ufeff', '\n\n', ',,,\n', '"",""', Buffer.from([0xff, 0xfe])]) {
      expect(await unitsOf(csv, opened(content))).toEqual([])
      expect(await bytesOf(rewrite(csv, opened(content), every, GERMAN))).toEqual(Buffer.from(content))
    }
  })

  it('with a quote that is never closed is refused with its line, not swallowed', async () => {
    const file = 'title,text\n"one\ntwo",x\na,"never closed\nb,c\nd,e\n'
    await expect(unitsOf(csv, opened(file))).rejects.toMatchObject({
      code: 'malformed',
      line: 4,
      message: expect.stringContaining('begins in line 4'),
    })
  })

  it('with an endless record is refused where it begins, without reading on', async () => {
    let read = 0
    const endless = async function* () {
      yield Buffer.from('title,text\nA,B\nC,"open')
      for (; read < 200; read += 1) yield Buffer.alloc(65_536, 'word, "" \n')
    }
    await expect(unitsOf(csv, endless)).rejects.toMatchObject({ code: 'too_long_record', line: 3 })
    expect(read).toBeLessThan(20)
    await expect(unitsOf(csv, opened('x'.repeat(1_000_001)))).rejects.toMatchObject({
      code: 'too_long_record',
      line: 1,
      message: expect.stringContaining('longer than 1 MB'),
    })
    const target = { language: 'de' }
    await expect(unitsOf(csv, opened('x'.repeat(4_000_001)), { target })).rejects.toThrow('longer than 4 MB')
    expect(await unitsOf(csv, opened(`${'word '.repeat(199_000)}`))).toHaveLength(1)
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['Windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x61]), /not UTF-8 text/],
    ['UTF-8 with a byte changed', Buffer.from([0x2c, 0xc3, 0xbc, 0x2c, 0xfc]), /not UTF-8 text/],
    ['UTF-8 cut short', Buffer.from([0x61, 0x2c, 0xe2, 0x82]), /not UTF-8 text/],
    ['UTF-16 of an odd length', Buffer.from([0xff, 0xfe, 0x41, 0, 0x42]), /says it is UTF-16LE/],
    ['UTF-16 with half a surrogate pair', Buffer.from('\ufeffa\ud800b', 'utf16le'), /says it is UTF-16LE/],
    ['UTF-16 without a mark', Buffer.from('a,hello', 'utf16le'), /NUL/],
    ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), /NUL/],
  ])('in %s is refused', async (_, bytes, message) => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reading = unitsOf(csv, opened(bytes, [cut]))
      await expect(reading).rejects.toMatchObject({ code: 'not_decodable', message: expect.stringMatching(message) })
    }
  })

  it('with thousands of columns, or deep runs of quotes, is read in time', async () => {
    const wide = `${Array.from({ length: 20_000 }, (_, i) => `word ${i}`).join(',')}\n`
    expect(await unitsOf(csv, opened(wide.repeat(2)))).toHaveLength(40_000)
    expect(await unitsOf(csv, opened(`a,"${'""'.repeat(300_000)}"`))).toHaveLength(2)
  })
})
