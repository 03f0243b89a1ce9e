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

  it('by the name of a sheet alone, that is no part, and what is one is said [CRE-5]', async () => {
    const instruction = writeExactWishes({ target_languages: ['de'], only: ['Prices'] })
    const { status, text } = await sendForm(await world, file, { instruction })
    expect([status, text]).toEqual([422, expect.stringMatching(/no part called “Prices” \(nearest: “Prices > \*”/)])
  })
})
