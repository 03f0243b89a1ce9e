import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { xlsx } from '../../../src/formats/xlsx/xlsx.ts'
import { type Made, opened } from '../bytes/zip/zips.ts'
import { relationsXml } from '../docx/documents.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { type MadeSheet, row, workbookOf } from './workbooks.ts'

const DRAWN = 'xmlns:xdr="u:xdr" xmlns:a="u:a" xmlns:c="u:c" xmlns:mc="u:mc"'
const run = (text: string): string => `<a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r>`
const shape = (inside: string, about = ''): string =>
  `<xdr:twoCellAnchor><xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="Box 1"${about}/></xdr:nvSpPr><xdr:txBody><a:bodyPr/><a:p>${inside}</a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`
const drawing = (inside: string): string => `<xdr:wsDr ${DRAWN}>${inside}</xdr:wsDr>`
const cached = (formula: string, text: string): string =>
  `<c:tx><c:strRef><c:f>${formula}</c:f><c:strCache><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:strCache></c:strRef></c:tx>`
const chart = (title: string, inside = ''): string =>
  `<c:chartSpace ${DRAWN}><c:chart><c:title><c:tx><c:rich><a:p>${run(title)}</a:p></c:rich></c:tx></c:title><c:plotArea><c:ser>${inside}</c:ser></c:plotArea></c:chart></c:chartSpace>`

const member = (name: string, content: string): Made => ({ name: `xl/${name}`, content })
const relations = (of: string, ...all: readonly (readonly [type: string, target: string])[]): Made => {
  const slash = of.lastIndexOf('/') + 1
  return member(`${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`, relationsXml(...all))
}

const WITH_DRAWING = { relations: [['drawing', '../drawings/drawing1.xml']] } as const
const ONE: MadeSheet = { name: 'One', rows: row(1, ['Some words']), ...WITH_DRAWING }

const shown = (units: Awaited<ReturnType<typeof unitsOf>>) =>
  units
    .filter(({ member: from }) => from && !/sheet\d|workbook/.test(from))
    .map(({ path, part, kind, text, left_out }) => [path, part, kind, text, left_out ?? ''].join('|'))

const unitsIn = async (others: readonly Made[], sheets: readonly MadeSheet[] = [ONE]) =>
  shown(await unitsOf(xlsx, opened(workbookOf(sheets, undefined, others))))

const loud: TranslateUnit = ({ left_out, text }) =>
  left_out && left_out !== 'on_request' ? undefined : text.replace(/[a-z](?![^<]*>)/g, letter => letter.toUpperCase())

async function written(others: readonly Made[], translation: TranslateUnit = loud, language = 'de') {
  const original = workbookOf([ONE], undefined, others)
  const result = await bytesOf(rewrite(xlsx, opened(original), translation, { language }))
  const archive = await openZip(opened(result)())
  return {
    found: await verify(xlsx, opened(original), opened(result), translation, { language }),
    said: async (name: string) => (await bytesOf(archive.content(`xl/${name}`))).toString(),
  }
}

describe('what is drawn on a sheet', () => {
  it('waits until somebody asks: texts of shapes, descriptions of pictures [FMT-2]', async () => {
    const content = drawing(shape(`${run('Look ')}${run('here')}`) + shape(run('42'), ' descr="A red door"'))
    expect(await unitsIn([member('drawings/drawing1.xml', content)])).toEqual([
      'xlsx:/xl/drawings/drawing1.xml#p1|drawings|text box|Look here|on_request',
      'xlsx:/xl/drawings/drawing1.xml#alt1|drawings|alt text|A red door|on_request',
      'xlsx:/xl/drawings/drawing1.xml#p2|drawings|text box|42|number',
    ])
  })

  it('stays where a cell says it, and where it is hidden [FMT-2]', async () => {
    const linked = '<a:fld id="{1}" type="TxLink"><a:rPr/><a:t>Total</a:t></a:fld>'
    const content = drawing(shape(linked) + shape(run('Not seen'), ' hidden="1"'))
    expect(await unitsIn([member('drawings/drawing1.xml', content)])).toEqual([
      'xlsx:/xl/drawings/drawing1.xml#p1/field1|drawings|text box|Total|computed',
      'xlsx:/xl/drawings/drawing1.xml#p2|drawings|text box|Not seen|hidden',
    ])
  })

  it('is called by its sheet where there are several, and stays where that is hidden [FMT-2]', async () => {
    const two = { ...ONE, name: 'Two', state: 'hidden', relations: [['drawing', '../drawings/drawing2.xml']] } as const
    const others = [1, 2].map(at => member(`drawings/drawing${at}.xml`, drawing(shape(run(`Look here`)))))
    expect(await unitsIn(others, [ONE, two])).toEqual([
      'xlsx:/xl/drawings/drawing1.xml#p1|One > drawings|text box|Look here|on_request',
      'xlsx:/xl/drawings/drawing2.xml#p1|Two > drawings|text box|Look here|hidden',
    ])
  })

  it('is read once where two sheets name it, and none where it is missing [LIM-5]', async () => {
    const content = drawing(shape(run('Look here')))
    const lines = await unitsIn([member('drawings/drawing1.xml', content)], [ONE, { ...ONE, name: 'Two' }])
    expect(lines).toEqual(['xlsx:/xl/drawings/drawing1.xml#p1|One > drawings|text box|Look here|on_request'])
    expect(await unitsIn([])).toEqual([])
  })

  it('is one text where it is said again for other programs [FMT-2]', async () => {
    const twice = `<mc:AlternateContent><mc:Choice Requires="a14">${shape(run('Look here'))}</mc:Choice><mc:Fallback>${shape(run('Look here'))}</mc:Fallback></mc:AlternateContent>`
    const others = [member('drawings/drawing1.xml', drawing(twice))]
    expect(await unitsIn(others)).toHaveLength(1)
    const { found, said } = await written(others)
    expect(found).toEqual([])
    expect((await said('drawings/drawing1.xml')).match(/LOOK HERE/g)).toHaveLength(2)
  })

  it('is written in the language of the translation, and to where that is written [RES-2]', async () => {
    const others = [member('drawings/drawing1.xml', drawing(shape(run('Look here'), ' descr="A red door"')))]
    const { found, said } = await written(others)
    expect(found).toEqual([])
    expect(await said('drawings/drawing1.xml')).toContain('<a:rPr lang="de-DE"/><a:t>LOOK HERE</a:t>')
    expect(await said('drawings/drawing1.xml')).toContain('descr="A RED DOOR"')
    const arabic = await written(others, ({ text }) => (text === 'Look here' ? 'انظر هنا' : undefined), 'ar')
    expect(arabic.found).toEqual([])
    expect(await arabic.said('drawings/drawing1.xml')).toContain('<a:pPr algn="r" rtl="1"/>')
  })

  it('stays byte for byte where nobody asks [RES-2]', async () => {
    const original = workbookOf([ONE], undefined, [member('drawings/drawing1.xml', drawing(shape(run('Look here'))))])
    const unasked: TranslateUnit = ({ left_out }) => (left_out ? undefined : 'Ein paar Worte')
    const result = await bytesOf(rewrite(xlsx, opened(original), unasked, { language: 'de' }))
    const archive = await openZip(opened(result)())
    const made = (await bytesOf(archive.content('xl/drawings/drawing1.xml'))).toString()
    expect(made).toBe(drawing(shape(run('Look here'))))
  })

  it('that is no XML is refused, and named [CRE-5]', async () => {
    const broken = unitsIn([member('drawings/drawing1.xml', '<xdr:wsDr><a></xdr:wsDr>')])
    await expect(broken).rejects.toMatchObject({ code: 'malformed', message: expect.stringMatching(/drawing1\.xml/) })
  })
})

describe('a chart', () => {
  const others = [
    member('drawings/drawing1.xml', drawing('')),
    relations('drawings/drawing1.xml', ['chart', '../charts/chart1.xml']),
    member('charts/chart1.xml', chart('Sales by year', cached('One!$A$1', 'Some words'))),
    relations('charts/chart1.xml', ['chartUserShapes', '../drawings/drawing9.xml']),
    member('drawings/drawing9.xml', drawing(shape(run('The best year')))),
  ]

  it('has its title and its shapes, and keeps what its cells say [FMT-2]', async () => {
    expect(await unitsIn(others)).toEqual([
      'xlsx:/xl/charts/chart1.xml#p1|charts|chart|Sales by year|on_request',
      'xlsx:/xl/charts/chart1.xml#v1|charts|chart|Some words|computed',
      'xlsx:/xl/drawings/drawing9.xml#p1|charts|chart|The best year|on_request',
    ])
    const { found, said } = await written(others)
    expect(found).toEqual([])
    expect(await said('charts/chart1.xml')).toContain('<a:t>SALES BY YEAR</a:t>')
    expect(await said('charts/chart1.xml')).toContain('<c:v>Some words</c:v>')
    expect(await said('drawings/drawing9.xml')).toContain('<a:t>THE BEST YEAR</a:t>')
  })

  it('on a sheet of its own is seen, too, and so is the name of that sheet [FMT-2]', async () => {
    const book = member(
      'workbook.xml',
      '<workbook xmlns:r="u:r"><sheets><sheet name="One" r:id="r0"/><sheet name="Sales" r:id="r1"/></sheets></workbook>',
    )
    const own = [
      relations('workbook.xml', ['worksheet', 'worksheets/sheet1.xml'], ['chartsheet', 'chartsheets/sheet7.xml']),
      member('chartsheets/sheet7.xml', '<chartsheet/>'),
      relations('chartsheets/sheet7.xml', ['drawing', '../drawings/drawing1.xml']),
    ]
    const plain: MadeSheet = { name: 'One', rows: row(1, ['Some words']) }
    const bytes = workbookOf([plain], undefined, [book, ...own, ...others])
    const units = await unitsOf(xlsx, opened(bytes))
    expect(shown(units)[0]).toBe('xlsx:/xl/charts/chart1.xml#p1|charts|chart|Sales by year|on_request')
    expect(units.find(({ part }) => part === 'sheet names')?.text).toBe('One\nSales')
  })
})

it('a diagram is its model and its picture: one text in two places [FMT-2]', async () => {
  const others = [
    member('drawings/drawing1.xml', drawing('')),
    relations(
      'drawings/drawing1.xml',
      ['diagramData', '../diagrams/data1.xml'],
      ['diagramDrawing', '../diagrams/d.xml'],
    ),
    member(
      'diagrams/data1.xml',
      `<dgm:dataModel ${DRAWN}><dgm:pt><dgm:t><a:p>${run('First step')}</a:p></dgm:t></dgm:pt></dgm:dataModel>`,
    ),
    member(
      'diagrams/d.xml',
      `<dsp:drawing ${DRAWN}><dsp:sp><dsp:txBody><a:p>${run('First step')}</a:p></dsp:txBody></dsp:sp></dsp:drawing>`,
    ),
  ]
  expect(await unitsIn(others)).toEqual(['xlsx:/xl/diagrams/data1.xml#p1|diagrams|text box|First step|on_request'])
  const { found, said } = await written(others)
  expect(found).toEqual([])
  for (const name of ['data1.xml', 'd.xml']) expect(await said(`diagrams/${name}`)).toContain('FIRST STEP')
})
