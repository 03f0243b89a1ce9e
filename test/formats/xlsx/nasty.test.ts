import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { xlsx } from '../../../src/formats/xlsx/xlsx.ts'
import { type Made, opened } from '../bytes/zip/zips.ts'
import { relationsXml } from '../docx/documents.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { row, S, workbookOf } from './workbooks.ts'

const STRINGS = ['<t>Some words</t>']
const GERMAN = { language: 'de' }
const loud: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/[a-z](?![^<]*>)/g, letter => letter.toUpperCase())

async function written(original: Buffer, translate: TranslateUnit = loud) {
  const result = await bytesOf(rewrite(xlsx, opened(original), translate, GERMAN))
  const archive = await openZip(opened(result)())
  const found = await verify(xlsx, opened(original), opened(result), translate, GERMAN)
  return { result, found, member: async (name: string) => (await bytesOf(archive.content(`xl/${name}`))).toString() }
}

const shown = async (book: Buffer): Promise<string[]> =>
  (await unitsOf(xlsx, opened(book)))
    .filter(({ text, part }) => text !== '' && part !== 'sheet names')
    .map(({ path, part, text, left_out }) => [path, part, text, left_out ?? ''].join('|'))

const one = (rows: string, strings: readonly string[] | undefined = STRINGS, others: readonly Made[] = []): Buffer =>
  workbookOf([{ name: 'One', rows }], strings, others)

/** A workbook whose only sheet is this. */
const ofSheet = (sheet: string, others: readonly Made[] = []): Buffer =>
  one('', STRINGS, [{ name: 'xl/worksheets/sheet1.xml', content: sheet }, ...others])

const ROW = row(1, [0])

describe('a workbook', () => {
  it.each([
    [
      'a sheet',
      'worksheets/sheet1.xml',
      `<!DOCTYPE worksheet><worksheet ${S}><sheetData>${ROW}</sheetData></worksheet>`,
    ],
    ['the workbook', 'workbook.xml', '<!DOCTYPE workbook SYSTEM "http://localhost/a.dtd"><workbook/>'],
    ['the strings', 'sharedStrings.xml', '<!DOCTYPE sst><sst><si><t>Some words</t></si></sst>'],
    ['the relations', '_rels/workbook.xml.rels', '<!DOCTYPE Relationships><Relationships/>'],
  ])('with a DOCTYPE in %s is refused, which is named [MCP-7]', async (_, name, content) => {
    await expect(shown(one(ROW, STRINGS, [{ name: `xl/${name}`, content }]))).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining(`“xl/${name}” in the file has a DOCTYPE`),
    })
  })

  it('with entities of its own is refused, and none is read [MCP-7]', async () => {
    const content = '<!DOCTYPE sst [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>'
    await expect(shown(one(ROW, STRINGS, [{ name: 'xl/sharedStrings.xml', content }]))).rejects.toMatchObject({
      code: 'malformed',
    })
  })

  it('of the strict kind is read and written like any other [FMT-2]', async () => {
    const strict = 'xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"'
    const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    const relation = (type: string, target: string, id: string): string =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
    const list = (...all: readonly string[]): string =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
    const book = ofSheet(`<worksheet ${strict}><sheetData>${ROW}</sheetData></worksheet>`, [
      { name: '_rels/.rels', content: list(relation('officeDocument', 'xl/workbook.xml', 'r0')) },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: list(
          relation('worksheet', 'worksheets/sheet1.xml', 'a'),
          relation('sharedStrings', 'sharedStrings.xml', 'b'),
        ),
      },
      {
        name: 'xl/workbook.xml',
        content: `<workbook ${strict} xmlns:r="${office}" conformance="strict"><sheets><sheet name="One" sheetId="1" r:id="a"/></sheets></workbook>`,
      },
      {
        name: 'xl/sharedStrings.xml',
        content: `<sst ${strict} count="1" uniqueCount="1"><si>${STRINGS[0]}</si></sst>`,
      },
    ])
    expect(await shown(book)).toEqual(['xlsx:/One!A1|column A|Some words|'])
    const { found, member } = await written(book)
    expect(found).toEqual([])
    expect(await member('sharedStrings.xml')).toContain('SOME WORDS')
  })

  it('whose elements have a prefix gets elements with it [FMT-2]', async () => {
    const book = ofSheet(
      '<x:worksheet xmlns:x="u:s"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>Other words</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
      [{ name: 'xl/sharedStrings.xml', content: '<x:sst xmlns:x="u:s"><x:si><x:t>Some words</x:t></x:si></x:sst>' }],
    )
    const { found, member } = await written(book)
    expect(found).toEqual([])
    expect(await member('sharedStrings.xml')).toContain('<x:si><x:t xml:space="preserve">SOME WORDS</x:t></x:si>')
    expect(await member('worksheets/sheet1.xml')).toContain('<x:is><x:t xml:space="preserve">OTHER WORDS</x:t></x:is>')
  })

  it.each([
    ['macros', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml', true],
    ['a template', 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml', true],
    ['nothing of Excel', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', false],
  ])('that says that it is one with %s', async (_, type, is) => {
    const content = `<Types><Default Extension="rels" ContentType="x"/><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`
    const read = shown(one(ROW, STRINGS, [{ name: '[Content_Types].xml', content }]))
    if (is) expect(await read).toHaveLength(1)
    else await expect(read).rejects.toMatchObject({ code: 'malformed', message: expect.stringContaining('.docx') })
  })

  it('with a sheet of macros keeps its commands, and says them [FMT-2]', async () => {
    const book = one(row(1, ['=ALERT("Some words")', 'Some words']), undefined, [
      { name: 'xl/_rels/workbook.xml.rels', content: relationsXml(['xlMacrosheet', 'worksheets/sheet1.xml']) },
    ])
    const lines = await shown(book)
    expect(lines.map(line => line.split('|').at(-1))).toEqual(['code', 'code'])
    expect((await written(book, () => 'Andere Worte')).result.equals(book)).toBe(true)
  })

  it('with links to other workbooks keeps them, and what they keep of these [FMT-2]', async () => {
    const link = `<externalLink ${S}><externalBook><sheetNames><sheetName val="Far"/></sheetNames><sheetDataSet><sheetData><row r="1"><cell r="A1" t="str"><v>Far words</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>`
    const others: readonly Made[] = [
      { name: 'xl/externalLinks/externalLink1.xml', content: link },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relationsXml(
          ['worksheet', 'worksheets/sheet1.xml'],
          ['sharedStrings', 'sharedStrings.xml'],
          ['externalLink', 'externalLinks/externalLink1.xml'],
          ['externalLink', 'file:///C:/far.xlsx', 'TargetMode="External"'],
        ),
      },
    ]
    const formula = '<c r="NAME" t="str"><f>[1]Far!A1</f><v>Far words</v></c>'
    const book = one(row(1, [0, formula]), STRINGS, others)
    expect(await shown(book)).toContain('xlsx:/One!B1=formula|column B|Far words|formula')
    const { found, member } = await written(book)
    expect(found).toEqual([])
    expect(await member('externalLinks/externalLink1.xml')).toBe(link)
    expect(await member('worksheets/sheet1.xml')).toContain('<f>[1]Far!A1</f><v>Far words</v>')
  })

  it.each([
    ['a sheet that is missing', '<sheet name="One" r:id="r0"/><sheet name="Gone" r:id="r9"/>'],
    ['a sheet named twice', '<sheet name="One" r:id="r0"/><sheet name="Two" r:id="r0"/>'],
    ['a sheet without a name', '<sheet name="One" r:id="r0"/><sheet/>'],
  ])('with %s is read all the same [LIM-5]', async (_, sheets) => {
    const content = `<workbook ${S} xmlns:r="u:r"><sheets>${sheets}</sheets></workbook>`
    const book = one(ROW, STRINGS, [{ name: 'xl/workbook.xml', content }])
    expect((await shown(book))[0]).toMatch(/^xlsx:\/One!A1\|.*\|Some words\|$/)
    expect((await written(book)).found).toEqual([])
  })
})

describe('a sheet', () => {
  it('that is one merged range keeps it, and its text is translated [FMT-2]', async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    const book = ofSheet(`<worksheet ${S}><sheetData>${row(1, [0, '<c r="NAME"/>'])}</sheetData>${merged}</worksheet>`)
    const { found, member } = await written(book)
    expect(found).toEqual([])
    expect(await member('worksheets/sheet1.xml')).toContain(merged)
    expect(await member('sharedStrings.xml')).toContain('SOME WORDS')
  })

  it.each([
    ['without rows', `<worksheet ${S}><sheetData/></worksheet>`],
    ['without anything', `<worksheet ${S}/>`],
    ['with rows that are empty', `<worksheet ${S}><sheetData><row r="1"/><row r="2"></row></sheetData></worksheet>`],
    ['that is no sheet', '<html><body>Some words</body></html>'],
  ])('%s has no text, and stays byte for byte [LIM-5]', async (_, sheet) => {
    expect(await shown(ofSheet(sheet))).toEqual([])
    const book = ofSheet(sheet)
    expect((await written(book)).result.equals(book)).toBe(true)
  })
})

describe('a cell', () => {
  it('with a rich text of its own keeps its looks [RES-2]', async () => {
    const rich =
      '<c r="NAME" s="4" t="inlineStr"><is><r><rPr><b/></rPr><t xml:space="preserve">Bold </t></r><r><t>and plain</t></r></is></c>'
    const book = one(row(1, [rich]), undefined)
    expect(await shown(book)).toEqual(['xlsx:/One!A1|column A|<g1>Bold </g1>and plain|'])
    const { found, member } = await written(book)
    expect(found).toEqual([])
    expect(await member('worksheets/sheet1.xml')).toMatch(
      /<c r="A1" s="4" t="inlineStr"><is><r><rPr><b\/><\/rPr><t xml:space="preserve">BOLD <\/t><\/r><r><t xml:space="preserve">AND PLAIN<\/t><\/r><\/is><\/c>/,
    )
  })

  it('whose style says that it is a text takes no formula for a translation either [MCP-7]', async () => {
    const styles = `<styleSheet ${S}><cellXfs count="2"><xf/><xf quotePrefix="1"/></cellXfs></styleSheet>`
    const book = one(row(1, ['<c r="NAME" s="1" t="s"><v>0</v></c>']), STRINGS, [
      { name: 'xl/styles.xml', content: styles },
    ])
    for (const translation of ['=Einige Worte', '=HYPERLINK("http://a.example")', '+1', '\t=1'])
      expect((await written(book, () => translation)).result.equals(book)).toBe(true)
    const { found, member } = await written(book, ({ left_out }) => (left_out ? undefined : 'Einige = Worte'))
    expect(found).toEqual([])
    expect(await member('worksheets/sheet1.xml')).toContain('<c r="A1" s="1" t="s">')
    expect(await member('styles.xml')).toBe(styles)
  })

  it.each([
    ['line breaks and tabs', 'One\nand\ttwo', 'One\nand\ttwo'],
    ['signs of XML', 'One &lt;b&gt; &amp; two', 'One <b> & two'],
    ['white space around it', '  Some words  ', 'Some words'],
    ['characters of other planes', 'Some 😀 words', 'Some 😀 words'],
  ])('with %s is read, written and read again [RES-2]', async (_, inside, text) => {
    const book = one(ROW, [`<t xml:space="preserve">${inside}</t>`])
    expect((await shown(book)).map(line => line.split('|')[2])).toEqual([text])
    const { found } = await written(book, unit => (unit.left_out ? undefined : `Neu: ${unit.text}`))
    expect(found).toEqual([])
  })

  it.each([
    ['of a number', '<c r="NAME"><v>7</v></c>', 'number'],
    ['of a truth', '<c r="NAME" t="b"><v>1</v></c>', 'code'],
    ['of a fault', '<c r="NAME" t="e"><v>#REF!</v></c>', 'code'],
    ['of a formula with a text', '<c r="NAME" t="str"><f>"a "&amp;B1</f><v>a word</v></c>', 'formula'],
    [
      'of a formula of several cells',
      '<c r="NAME" t="str"><f t="array" ref="A1:A2">B1:B2</f><v>a word</v></c>',
      'formula',
    ],
    ['of a date', '<c r="NAME" t="d"><v>2024-02-29</v></c>', 'number'],
  ])('%s stays, and is said [FMT-2]', async (_, cell, reason) => {
    const book = one(row(1, [cell]))
    expect((await shown(book)).map(line => line.split('|').at(-1))).toEqual([reason])
    expect((await written(book, () => 'Andere Worte')).result.equals(book)).toBe(true)
  })
})
