import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { BOLD, cell, documentOf, h, p, row, sheet, span } from './documents.ts'

const TYPE = 'application/vnd.oasis.opendocument.text'

describe('the service', () => {
  const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })
  const GERMAN = { instruction: 'Translate into German.' }

  it('translates a text, and leaves all else of it as it is [RES-2, FMT-2]', async () => {
    const world = await startWorld()
    const body = `${h('The garden')}${p(`It is ${span('T1', 'open')} today.<office:annotation>${p('Is it?')}</office:annotation>`)}`
    const created = createdIn(
      await sendForm(world, file('garden.odt', documentOf('odt', { body, automatic: BOLD })), GERMAN),
    )
    expect(created.plan?.not_included).toMatchObject([
      { part: 'comments', reason: expect.stringMatching(/ask for it/) },
    ])
    await translate(world, created)
    const { result, file: made } = await resultOf(world, created.batch.id)
    expect(result).toMatchObject({
      file_name: expect.stringMatching(/\.odt$/),
      quality: { kept_source: 0, findings: [] },
    })
    const archive = await openZip(opened(made.bytes)())
    expect(archive.names).toEqual(['mimetype', 'content.xml', 'styles.xml', 'META-INF/manifest.xml'])
    expect(Buffer.from(made.bytes).subarray(0, 85).toString('latin1')).toMatch(
      new RegExp(`^PK.*mimetype${TYPE}PK`, 's'),
    )
    const content = (await bytesOf(archive.content('content.xml'))).toString()
    expect(content).toMatch(/⟦de .*<text:span text:style-name="T1">[^<]+<\/text:span>[^<]+<office:annotation>/s)
  })

  it('translates the column and the rows that are asked for, by name', async () => {
    const world = await startWorld()
    const rows = [row([cell('Name'), cell('About')]), row([cell('Rose bush'), cell('A red flower')])]
    const book = documentOf('ods', { body: sheet('Flowers', rows) })
    const only = { instruction: 'Translate into German. Translate only the column “About”.' }
    const created = createdIn(await sendForm(world, file('flowers.ods', book), only))
    await translate(world, created)
    const { file: made } = await resultOf(world, created.batch.id)
    const content = (await bytesOf((await openZip(opened(made.bytes)())).content('content.xml'))).toString()
    expect(content).toContain('<text:p>Rose bush</text:p>')
    expect(content).not.toContain('<text:p>A red flower</text:p>')
  })

  it('refuses a .odt that is another file in words, and nothing is spent [CRE-5]', async () => {
    const world = await startWorld()
    const sent = await sendForm(world, file('a.odt', documentOf('odp', { body: '' })), GERMAN)
    expect(sent.text).toMatch(/an OpenDocument presentation\. Name it \.odp/)
  })
})
