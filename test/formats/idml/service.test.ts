import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { BOLD, frameOf, layoutOf, pageAt, paragraphs, run, said } from './documents.ts'

const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })

describe('the service', () => {
  it('translates a document of InDesign, and leaves all else of it as it is [RES-2, FMT-2]', async () => {
    const world = await startWorld()
    const note = `<Note>${paragraphs(run(said('Ask the printer')))}</Note>`
    const body = paragraphs(run(`${said('The garden is ')}${note}`) + run(said('open'), BOLD) + run(said(' today.')))
    const document = layoutOf({ stories: { u1: body }, spread: pageAt('1', 0) + frameOf('u1', 0, 0) })
    const created = createdIn(
      await sendForm(world, file('garden.idml', document), { instruction: 'Translate into German.' }),
    )
    expect(created.plan?.not_included).toMatchObject([{ reason: expect.stringMatching(/where you ask for it/) }])
    await translate(world, created)
    const { result, file: made } = await resultOf(world, created.batch.id)
    expect(result).toMatchObject({
      file_name: expect.stringMatching(/\.idml$/),
      quality: { kept_source: 0, findings: [] },
    })
    const archive = await openZip(opened(made.bytes)())
    expect(archive.names).toEqual(['mimetype', 'designmap.xml', 'Spreads/Spread_s.xml', 'Stories/Story_u1.xml'])
    expect(Buffer.from(made.bytes).subarray(0, 38).toString('latin1')).toMatch(/^PK.*mimetype$/s)
    const story = (await bytesOf(archive.content('Stories/Story_u1.xml'))).toString()
    expect(story).toMatch(/<Content>⟦de .*<CharacterStyleRange[^>]* FontStyle="Bold"><Content>[^<]+<\/Content>/s)
    expect(story).toContain(note)
  })

  it('refuses a .idml that is another file in words, and nothing is spent [CRE-5]', async () => {
    const world = await startWorld()
    const book = layoutOf({ stories: {}, mimetype: 'application/epub+zip' })
    const sent = await sendForm(world, file('a.idml', book), { instruction: 'Translate into German.' })
    expect(sent.text).toMatch(/a book \(EPUB\)/)
  })
})
