import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import type { ScanOptions } from '../../../src/formats/format.ts'
import { ods } from '../../../src/formats/odf/odf.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { cell, documentOf, frame, numbered, type Parts, p, row, sheet } from './documents.ts'

const GERMAN = { language: 'de' }

const found = async (parts: Parts, options?: ScanOptions): Promise<unknown[][]> =>
  (await unitsOf(ods, opened(documentOf('ods', parts)), options))
    .filter(({ text, part }) => text !== '' && part !== 'sheet names')
    .map(({ path, part, text, left_out }) => [path.replace('ods:/', ''), part, text, left_out])

async function written(parts: Parts, translate: TranslateUnit): Promise<{ xml: string; lost: unknown[] }> {
  const original = documentOf('ods', parts)
  const result = await bytesOf(rewrite(ods, opened(original), translate, GERMAN))
  const lost = await verify(ods, opened(original), opened(result), translate, GERMAN)
  return { lost, xml: (await bytesOf((await openZip(opened(result)())).content('content.xml'))).toString() }
}

const FLOWERS = [
  row([cell('Name'), cell('About'), cell('Price')]),
  row([cell('Rose'), cell('A red flower'), numbered(3)]),
  row([cell('Lily'), cell('A white flower'), numbered(4, ' table:formula="of:=[.C2]+1"')]),
]

describe('a sheet', () => {
  it('has its cells by column and row; numbers and formulas stay', async () => {
    expect(await found({ body: sheet('Flowers', FLOWERS) })).toEqual([
      ['Flowers!A1', 'column headings', 'Name', undefined],
      ['Flowers!B1', 'column headings', 'About', undefined],
      ['Flowers!C1', 'column headings', 'Price', undefined],
      ['Flowers!A2', 'Name', 'Rose', undefined],
      ['Flowers!B2', 'About', 'A red flower', undefined],
      ['Flowers!A3', 'Name', 'Lily', undefined],
      ['Flowers!B3', 'About', 'A white flower', undefined],
      ['Flowers!C2=number', 'Price', '3', 'number'],
      ['Flowers!C3=formula', 'Price', '4', 'formula'],
    ])
  })

  it('says its own name in front of a column, where there are several', async () => {
    const units = await found({ body: sheet('A', FLOWERS) + sheet('B', [row([cell('Some words')])]) })
    expect(units.map(([, part]) => part)).toContain('A > About')
    expect(units.at(-1)).toEqual(['B!A1', 'B > column A', 'Some words', undefined])
  })

  it('counts cells and rows that stand for several', async () => {
    const rows = [
      row(['<table:table-cell table:number-columns-repeated="3"/>', cell('Some words')]),
      row(['<table:table-cell/>'], ' table:number-rows-repeated="1048000"'),
      row([cell('More words', ' table:number-columns-repeated="2"'), cell('Last words')]),
    ]
    expect((await found({ body: sheet('S', rows) })).map(([path]) => path)).toEqual([
      'S!D1',
      'S!A1048002',
      'S!C1048002',
    ])
  })

  it.each<[string, string]>([
    ['a row', sheet('S', [row([cell('Some words')], ' table:visibility="collapse"')])],
    ['a column', sheet('S', [row([cell('Some words')])], '<table:table-column table:visibility="collapse"/>')],
    ['a sheet', sheet('S', [row([cell('Some words')])], '', ' table:style-name="ta"')],
  ])('leaves what is in %s that is hidden, until somebody asks for it', async (_, body) => {
    const hides =
      '<style:style style:name="ta" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const parts = { body, automatic: hides }
    expect(await found(parts)).toEqual([['S!A1=hidden', 'column A', 'Some words', 'hidden']])
    expect(await found(parts, { asked: (_part, reason) => reason === 'hidden' })).toEqual([
      ['S!A1', 'column A', 'Some words', undefined],
    ])
  })

  it('leaves words that a formula or a choice names', async () => {
    const formula = numbered(1, ' table:formula="of:=IF([.A1]=&quot;Sold out&quot;;1;0)"')
    const choices =
      '<table:content-validations><table:content-validation table:condition="of:cell-content-is-in-list(&quot;On order&quot;)"/></table:content-validations>'
    const units = await found({
      body: choices + sheet('S', [row([cell('Sold out'), formula]), row([cell('On order')])]),
    })
    expect(units).toContainEqual(['S!A1:A2=referred_to', 'column A', 'Sold out\nOn order', 'referred_to'])
  })

  it('leaves columns of languages, and its remarks say what to do', async () => {
    const body = sheet('S', [
      row([cell('key'), cell('English'), cell('German')]),
      row([cell('a.b'), cell('A rose'), cell('')]),
    ])
    expect((await found({ body })).map(([, , , reason]) => reason)).not.toContain(undefined)
    const remarks = await ods.remarks?.(opened(documentOf('ods', { body }))(), ['de'])
    expect(remarks).toEqual([expect.stringMatching(/^Sheet “S” has columns of languages, .*CSV/)])
  })

  it('has comments, drawings, headers and messages of cells, each where somebody asks', async () => {
    const noted = `<table:table-cell office:value-type="string"><office:annotation>${p('Really?')}</office:annotation>${p('Some words')}</table:table-cell>`
    const shapes = `<table:shapes>${frame(`<draw:text-box>${p('Drawn words')}</draw:text-box>`)}</table:shapes>`
    const message = `<table:content-validations><table:content-validation><table:help-message>${p('Choose one')}</table:help-message></table:content-validation></table:content-validations>`
    const masters = `<style:master-page><style:header>${p('On paper')}</style:header></style:master-page>`
    const units = await found({ body: message + sheet('S', [row([noted])], shapes), masters })
    expect(units.map(([, part, text, reason]) => [part, text, reason])).toEqual([
      ['messages of cells', 'Choose one', 'on_request'],
      ['drawings', 'Drawn words', 'on_request'],
      ['column A', 'Some words', undefined],
      ['comments', 'Really?', 'on_request'],
      ['headers', 'On paper', 'on_request'],
    ])
  })

  it('names its sheets and the names of its formulas, which stay', async () => {
    const names = '<table:named-expressions><table:named-range table:name="Prices"/></table:named-expressions>'
    const units = await unitsOf(ods, opened(documentOf('ods', { body: sheet('S', FLOWERS) + names })))
    const said = units.filter(({ left_out }) => left_out === 'referred_to').map(({ part, text }) => [part, text])
    expect(said).toEqual([
      ['sheet names', 'S'],
      ['names for formulas', 'Prices'],
    ])
  })

  it('is written cell by cell, also where a cell says its text twice', async () => {
    const body = sheet('S', [row([cell('Some words', ' office:string-value="Some words"'), numbered(3)])])
    const { xml, lost } = await written({ body }, ({ left_out }) => (left_out ? undefined : '=Ein "Wort" & mehr'))
    expect(lost).toEqual([])
    expect(xml).toContain(
      'office:string-value="=Ein &quot;Wort&quot; &amp; mehr"><text:p>=Ein "Wort" &amp; mehr</text:p>',
    )
  })

  it('has a unit for each line of a cell', async () => {
    const lines = `<table:table-cell office:value-type="string">${p('First line')}${p('Second line')}</table:table-cell>`
    expect((await found({ body: sheet('S', [row([lines])]) })).map(([path, , text]) => [path, text])).toEqual([
      ['S!A1', 'First line'],
      ['S!A1#2', 'Second line'],
    ])
  })

  it('is read in pieces as it is read whole', async () => {
    const rows = Array.from({ length: 900 }, (_, at) => row([cell(`Flower of garden ${at}`), numbered(at)]))
    const { lost } = await written({ body: sheet('S', rows) }, ({ left_out, text }) =>
      left_out ? undefined : `${text}!`,
    )
    expect(lost).toEqual([])
    const units = await found({ body: sheet('S', rows) })
    const numbers = units.filter(([, , , reason]) => reason === 'number').flatMap(([, , text]) => `${text}`.split('\n'))
    expect(numbers.length).toBe(900)
  })
})
