import { describe, expect, it } from 'vitest'
import { openOpenDocument, readMember } from '../../../src/formats/bytes/parts/index.ts'
import { BlockReading, type OdfBlock } from '../../../src/formats/odf/blocks.ts'
import { type OdsRow, reasonOfType, rowOf } from '../../../src/formats/odf/rows.ts'
import { stylesOfDocument } from '../../../src/formats/odf/styles.ts'
import { surveyOf } from '../../../src/formats/odf/survey.ts'
import { opened } from '../bytes/zip/zips.ts'
import { cell, documentOf, frame, type Kind, numbered, p, row, sheet, slide } from './documents.ts'

async function blocksOf(kind: Kind, body: string): Promise<{ blocks: OdfBlock[]; reading: BlockReading }> {
  const file = await openOpenDocument(opened(documentOf(kind, { body }))(), kind)
  const reading = new BlockReading(await stylesOfDocument(file), {})
  const blocks: OdfBlock[] = []
  for await (const piece of readMember(file.archive, 'content.xml')) blocks.push(...reading.take(piece))
  return { blocks, reading }
}

const kindsIn = async (kind: Kind, body: string): Promise<string> =>
  (await blocksOf(kind, body)).blocks.map(({ is }) => is).join(', ')

const rowIn = async (raw: string): Promise<OdsRow> => {
  const { blocks } = await blocksOf('ods', sheet('S', [raw]))
  const [found] = blocks.flatMap(block => (block.is === 'row' ? [rowOf(block.tree)] : []))
  if (!found) throw new Error('there is no row')
  return found
}

const surveyIn = async (body: string) => {
  const file = await openOpenDocument(opened(documentOf('ods', { body }))(), 'ods')
  return await surveyOf(file, await stylesOfDocument(file))
}

describe('what a member is made of', () => {
  const INNER = `<table:table>${row([cell('x')])}</table:table>`
  it.each<[string, Kind, string, string]>([
    ['paragraphs, one by one', 'odt', p('a') + p('b'), 'paragraph, paragraph'],
    [
      'a paragraph with others in it, once',
      'odt',
      p(frame(`<draw:text-box>${p('a')}${p('b')}</draw:text-box>`)),
      'paragraph',
    ],
    ['an empty paragraph', 'odt', '<text:p/>', 'paragraph'],
    ['an empty title', 'odt', '<svg:title/>', ''],
    ['a table of a text, by its paragraphs', 'odt', INNER, 'paragraph'],
    [
      'a sheet, by its rows',
      'ods',
      sheet('S', [row([cell('a')])], '<table:table-column/>'),
      'sheet, column, row, sheet end',
    ],
    [
      'rows in groups and under a head',
      'ods',
      sheet('S', [
        `<table:table-header-rows>${row([])}</table:table-header-rows>`,
        `<table:table-row-group>${row([])}</table:table-row-group>`,
      ]),
      'sheet, row, row, sheet end',
    ],
    [
      'a table that is drawn on a sheet',
      'ods',
      sheet('S', [], `<table:shapes>${frame(INNER)}</table:shapes>`),
      'sheet, paragraph, sheet end',
    ],
    ['a sheet with nothing', 'ods', '<table:table table:name="S"/>', 'sheet'],
    ['pages', 'odp', slide('a', p('x')) + slide('b', ''), 'page, paragraph, page end, page, page end'],
  ])('is %s', async (_, kind, body, expected) => {
    expect(await kindsIn(kind, body)).toBe(expected)
  })

  it('names its objects, without what leads to them, and the labels of its forms', async () => {
    const objects = ['./Object 1', 'Object 2/', ''].map(name => frame(`<draw:object xlink:href="${name}"/>`)).join('')
    const labels = ['Send it', '12', ''].map(label => `<form:button form:label="${label}"/>`).join('')
    const { reading } = await blocksOf(
      'odt',
      `<office:forms>${labels}<form:text form:title="Your name"/></office:forms>${p(objects)}`,
    )
    expect(reading.objects).toEqual(['Object 1', 'Object 2'])
    expect(reading.labels).toEqual(['Send it', 'Your name'])
  })
})

describe('a row', () => {
  const repeated = (many: string): string => ` table:number-columns-repeated="${many}"`
  const covered = `<table:covered-table-cell${repeated('2')}/>`

  it.each<[string, readonly string[], [number, string][]]>([
    [
      'cells that stand for several',
      [cell('a', repeated('3')), cell('b')],
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      'cells that others cover',
      [cell('a', ' table:number-columns-spanned="3"'), covered, cell('b')],
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      'covered cells with a text',
      [cell('a'), `<table:covered-table-cell>${p('under')}</table:covered-table-cell>`],
      [
        [1, 'a'],
        [2, 'under'],
      ],
    ],
    [
      'numbers of cells that are none',
      ['0', '-4', '1.5', 'x'].map(many => cell('a', repeated(many))),
      [
        [1, 'a'],
        [2, 'a'],
        [3, 'a'],
        [4, 'a'],
      ],
    ],
    ['white space and tabs', [cell(' a <text:s text:c="3"/> b<text:tab/>')], [[1, 'a b']]],
    ['several lines', [`<table:table-cell>${p('a')}${p('b')}</table:table-cell>`], [[1, 'a\nb']]],
    [
      'a comment, which is not shown',
      [`<table:table-cell><office:annotation>${p('note')}</office:annotation>${p('a')}</table:table-cell>`],
      [[1, 'a']],
    ],
  ])('has its cells by column: %s', async (_, cells, expected) => {
    const { cells: found } = await rowIn(row(cells))
    expect(found.map(({ column, shown }) => [column, shown])).toEqual(expected)
  })

  it.each<[string, number, boolean]>([
    ['', 1, false],
    [' table:number-rows-repeated="5" table:visibility="visible"', 5, false],
    [' table:number-rows-repeated="0" table:visibility="collapse"', 1, true],
    [' table:number-rows-repeated="many" table:visibility="filter"', 1, true],
  ])('says how many it is, and whether it is seen:%s', async (said, many, isHidden) => {
    const { repeated: found, hidden } = await rowIn(row([cell('a')], said))
    expect([found, hidden]).toEqual([many, isHidden])
  })

  it.each<[string, string, string | undefined]>([
    ['a sum of money', 'office:value-type="currency" office:value="3"', 'number'],
    ['a share', 'office:value-type="percentage" office:value="0.3"', 'number'],
    ['a time', 'office:value-type="time" office:time-value="PT1H"', 'number'],
    ['a formula, also of a fault', 'table:formula="of:=1/0" calcext:value-type="error"', 'formula'],
    ['a text', 'office:value-type="string"', undefined],
  ])('tells by its type why a cell stays: %s', async (_, said, reason) => {
    const { cells } = await rowIn(row([`<table:table-cell ${said}>${p('Some words')}</table:table-cell>`]))
    expect(cells.map(reasonOfType)).toEqual([reason])
  })
})

describe('what is known of sheets before their cells are judged', () => {
  it('are hidden columns, counted with those that stand for several', async () => {
    const columns = [
      '<table:table-column table:number-columns-repeated="2"/>',
      '<table:table-column table:number-columns-repeated="3" table:visibility="collapse"/>',
      '<table:table-column-group><table:table-column table:visibility="filter"/></table:table-column-group>',
    ]
    const { sheets } = await surveyIn(sheet('S', [row([cell('a')])], columns.join('')) + sheet('T', []))
    expect(sheets.map(({ name, hidden_columns }) => [name, hidden_columns])).toEqual([
      [
        'S',
        [
          [3, 5],
          [6, 6],
        ],
      ],
      ['T', []],
    ])
  })

  it.each<[string, string, string[]]>([
    ['a formula', numbered(1, ' table:formula="of:=IF([.A1]=&quot;Sold Out&quot;;1;0)"'), ['sold out']],
    [
      'a choice',
      '<table:content-validation table:condition="of:cell-content-is-in-list(&quot;Yes&quot;;&quot;No way&quot;)"/>',
      ['yes', 'no way'],
    ],
    ['a filter', '<table:filter-condition table:value="Roses " table:operator="="/>', ['roses']],
    [
      'a filter of several',
      '<table:filter-set-item table:value="Lilies"/><table:filter-set-item table:value=" "/>',
      ['lilies'],
    ],
    ['nothing', numbered(1), []],
  ])('are words that something names: %s', async (_, inside, expected) => {
    const body = inside.startsWith('<table:table-cell') ? sheet('S', [row([inside])]) : sheet('S', []) + inside
    expect([...(await surveyIn(body)).words]).toEqual(expected)
  })

  it.each<[string, string, string]>([
    ['a plain address', 'S.A1:S.B3', 'S'],
    ['one with signs of a formula', '$S.$A$1:.$B$3', 'S'],
    ['a name with a quote and a stop', "'It''s 1.5'.A1:'It''s 1.5'.B3", "It's 1.5"],
  ])('are the headings that pivot tables name, by %s', async (_, address, name) => {
    const pivot = `<table:source-cell-range table:cell-range-address="${address}"/>`
    const { headings } = await surveyIn(sheet('S', []) + pivot)
    expect([...headings]).toMatchObject([[name, [{ from: { row: 1, column: 1 }, to: { row: 1, column: 2 } }]]])
  })

  it.each(['', 'nonsense', 'S.A1:S.', '.A1:.B3'])('are none by an address that is damaged: “%s”', async address => {
    const pivot = `<table:source-cell-range table:cell-range-address="${address}"/>`
    expect([...(await surveyIn(sheet('S', []) + pivot)).headings]).toEqual([])
  })
})
