import { describe, expect, it } from 'vitest'
import { writeExactWishes } from '../../../src/contract/exact-wishes.ts'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { row, workbookOf } from './workbooks.ts'

const world = startWorld()

it('the service translates a workbook, and says what stays [RES-2, FMT-2]', async () => {
  const rows = row(1, ['Name', 'Price']) + row(2, ['A blue shirt', '<c r="NAME"><v>7</v></c>'])
  const book = workbookOf([{ name: 'One', rows }], undefined)
  const file = { name: 'list.xlsx', bytes: new Uint8Array(book) }
  const created = createdIn(await sendForm(await world, file, { instruction: 'Translate into German.' }))
  expect(JSON.stringify(created.plan?.not_included)).toMatch(/number/)
  await translate(await world, created)
  const { result, file: made } = await resultOf(await world, created.batch.id)
  expect(result).toMatchObject({ quality: { kept_source: 0, findings: [] } })
  const archive = await openZip(opened(made.bytes)())
  expect((await bytesOf(archive.content('xl/worksheets/sheet1.xml'))).toString()).toMatch(
    /<c r="A2" t="inlineStr"><is><t xml:space="preserve">⟦de /,
  )
})

describe('of what is asked in words', () => {
  const drawn = {
    name: 'xl/drawings/drawing1.xml',
    content:
      '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Look here</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>',
  }
  const rows =
    row(1, ['A blue shirt', 'Made of wool', 'Wash it by hand']) + row(2, ['A red coat', 'Of silk', 'Do not iron'])
  const book = workbookOf(
    [
      { name: 'Prices', rows, relations: [['drawing', '../drawings/drawing1.xml']] },
      { name: 'Notes', rows: row(1, ['Speak slowly here']) },
    ],
    undefined,
    [drawn],
  )
  const file = { name: 'list.xlsx', bytes: new Uint8Array(book) }
  const ALL = ['Notes > column A', 'Prices > column A', 'Prices > column B', 'Prices > column C']

  it.each([
    ['all', { instruction: 'Translate into German.' }, ALL],
    [
      'drawings, too',
      { instruction: 'Translate everything into German, also the drawings.' },
      [...ALL, 'Prices > drawings'],
    ],
    ['a sheet', { instruction: 'Translate only the sheet Prices into German.' }, ALL.slice(1)],
    ['a column', { instruction: 'Translate only column C into German.' }, ['Prices > column C']],
    [
      'a sheet, exactly',
      { instruction: writeExactWishes({ target_languages: ['de'], only: ['Prices > *'] }) },
      ALL.slice(1),
    ],
  ])('%s, that is planned, and the rest is said [FMT-2]', async (_, asked, parts) => {
    const created = createdIn(await sendForm(await world, file, asked))
    expect(created.plan?.included.map(({ part }) => part).sort()).toEqual([...parts].sort())
    const left = created.plan?.not_included.map(({ part }) => part)
    expect(left?.some(part => part.includes('drawings'))).toBe(!parts.includes('Prices > drawings'))
  })

  it('by the name of a sheet alone, all of the sheet is planned, and nothing of another [CRE-5, FMT-2]', async () => {
    const instruction = writeExactWishes({ target_languages: ['de'], only: ['Prices'] })
    const { plan } = createdIn(await sendForm(await world, file, { instruction }))
    const parts = plan?.included.map(({ part }) => part) ?? []
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.every(part => part.startsWith('Prices > '))).toBe(true)
    expect(plan?.applied).toContain('Translate only these parts: "Prices"')
  })

  it('by the name of no sheet, that is said [CRE-5]', async () => {
    const instruction = writeExactWishes({ target_languages: ['de'], only: ['Pries'] })
    const { status, text } = await sendForm(await world, file, { instruction })
    expect([status, text]).toEqual([422, expect.stringMatching(/no part called “Pries” \(nearest: “Prices > \*”/)])
  })
})

describe('a workbook that says something only where its pages are printed', () => {
  const after = '<headerFooter><oddHeader>&amp;CThe prices of this year</oddHeader></headerFooter>'
  const bytes = new Uint8Array(workbookOf([{ name: 'One', rows: row(1, [7]), after }], undefined))
  const sent = async (instruction: string) => await sendForm(await world, { name: 'list.xlsx', bytes }, { instruction })

  it('is translated where that is asked for, in whatever words [PLN-1, FMT-2]', async () => {
    for (const asked of ['Also translate the headers and footers.', 'Translate the headers, too.']) {
      const { plan } = createdIn(await sent(`Translate from English into German. ${asked}`))
      expect(plan?.included).toMatchObject([{ part: 'headers and footers', words: 5 }])
      expect(plan?.not_understood).toEqual([])
    }
  })

  it('is refused where it is not, with what there is [CRE-5]', async () => {
    const { status, text } = await sent('Translate from English into German.')
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('Translated where you ask for it: headers and footers.'),
    ])
  })
})

it('a workbook of numbers is refused with what they are [CRE-5]', async () => {
  const bytes = new Uint8Array(workbookOf([{ name: 'One', rows: row(1, [7, 8]) }], undefined))
  const file = { name: 'list.xlsx', bytes }
  const { status, text } = await sendForm(await world, file, { instruction: 'Translate from English into German.' })
  expect([status, text]).toEqual([
    422,
    expect.stringMatching(/nothing to translate in this file: all it says is left out: 1 word \(/),
  ])
})
