import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

const TABLE = 'key,text\r\na,Größe wählen\r\nb,Öffnen Sie die Datei\r\n'
const bytes = new Uint8Array(iconv.encode(TABLE, 'windows-1252'))

it('what the charset of a file cannot hold is written all the same, as UTF-8, and the plan says so [FMT-5]', async () => {
  const world = await startWorld()
  const sent = await sendForm(world, { name: 'preise.csv', bytes }, { instruction: 'From German into Japanese.' })
  const created = createdIn(sent)
  expect(created.plan?.advice).toContainEqual(
    'The file is WINDOWS-1252, which lacks letters of Japanese (ja): the result is UTF-8.',
  )
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(Buffer.from(file.bytes).toString()).toMatch(/^\ufeffkey,text\r\na,⟦ja [^\r]*⟧\r\nb,⟦ja [^\r]*⟧\r\n$/)
})

it('a result becomes UTF-8 where a single translation needs it [FMT-5]', async () => {
  const world = await startWorld()
  const sent = await sendForm(world, { name: 'preise.csv', bytes }, { instruction: 'From German into English.' })
  const created = createdIn(sent)
  expect(created.plan?.advice.filter(line => /UTF-8/.test(line))).toEqual([])
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(Buffer.from(file.bytes).toString()).toMatch(/^\ufeffkey,text\r\na,⟦en [^\r]*⟧\r\nb,⟦en [^\r]*⟧\r\n$/)
})
