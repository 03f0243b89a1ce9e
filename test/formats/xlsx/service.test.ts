import { expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { row, workbookOf } from './workbooks.ts'

it('the service translates a workbook, and says what stays [RES-2, FMT-2]', async () => {
  const world = await startWorld()
  const rows = row(1, ['Name', 'Price']) + row(2, ['A blue shirt', '<c r="NAME"><v>7</v></c>'])
  const book = workbookOf([{ name: 'One', rows }], undefined)
  const file = { name: 'list.xlsx', bytes: new Uint8Array(book) }
  const created = createdIn(await sendForm(world, file, { instruction: 'Translate into German.' }))
  expect(JSON.stringify(created.plan?.not_included)).toMatch(/number/)
  await translate(world, created)
  const { result, file: made } = await resultOf(world, created.batch.id)
  expect(result).toMatchObject({ quality: { kept_source: 0, findings: [] } })
  const archive = await openZip(opened(made.bytes)())
  expect((await bytesOf(archive.content('xl/worksheets/sheet1.xml'))).toString()).toMatch(
    /<c r="A2" t="inlineStr"><is><t xml:space="preserve">⟦de /,
  )
})
