import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { PROTECTED, zipOf } from '../bytes/zip/zips.ts'
import { contentsOf, FILES, parcelOfFiles } from './parcels.ts'

const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })
const SENT = file('parcel.zip', parcelOfFiles({ ...FILES, 'bad.json': '{"a": ' }))

describe('the service', () => {
  it('translates a zip of files into a zip of the same files, and says what it leaves [RES-2, FMT-2]', async () => {
    const world = await startWorld()
    const created = createdIn(await sendForm(world, SENT, { instruction: 'Translate into German.' }))
    expect(created.plan?.included.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['docs/a.md > Setup', 'docs/b.txt', 'data/words.csv > title', 'letter.docx > main text']),
    )
    expect(created.plan?.not_included).toEqual(
      expect.arrayContaining([
        { part: 'bad.json', reason: expect.stringMatching(/^cannot be read, and stays as it is: ./), words: 0 },
        { part: '4 other files: 2 .png, 2 of the system', reason: expect.stringMatching(/stays as it is/), words: 0 },
      ]),
    )
    await translate(world, created)
    const { result, file: made } = await resultOf(world, created.batch.id)
    expect(result).toMatchObject({
      file_name: 'parcel.de.zip',
      media_type: 'application/zip',
      quality: { kept_source: 0, findings: [] },
    })
    const contents = await contentsOf(made.bytes)
    expect(Object.keys(contents)).toEqual([...Object.keys(FILES), 'bad.json'].filter(name => !name.endsWith('/')))
    expect(contents['data/words.csv']?.toString()).toMatch(/^id,title\n1,⟦de [^\n]*⟧\n2,⟦de [^\n]*⟧\n$/)
    expect(contents['bad.json']?.toString()).toBe('{"a": ')
  })

  it.each([
    ['Translate only “docs/a.md” into German.', ['docs/a.md']],
    ['Translate only docs/a.md into German.', ['docs/a.md']],
    ['Translate into German. Leave out the CSV files.', ['docs/a.md', 'docs/b.txt', 'app/', 'page', 'letter', 'film']],
    ['Translate into German. Skip the Markdown files.', ['docs/b.txt', 'data/', 'app/', 'page', 'letter', 'film']],
    ['Translate only “docs/*” into German.', ['docs/']],
    ['Translate only “app/” into German.', ['app/']],
    ['Translate only “docs/a.md > Setup” into German.', ['docs/a.md > Setup']],
  ])('reads “%s” [PLN-2]', async (instruction, taken) => {
    const world = await startWorld()
    const { plan } = createdIn(await sendForm(world, SENT, { instruction }))
    expect(plan?.not_understood).toEqual([])
    const parts = plan?.included.map(({ part }) => part) ?? []
    expect(parts.filter(part => !taken.some(name => part.startsWith(name)))).toEqual([])
    expect(taken.filter(name => !parts.some(part => part.startsWith(name)))).toEqual([])
  })

  it.each([
    ['a password', PROTECTED, /protected by a password/],
    ['an encrypted file', zipOf([{ name: 'a.md', content: 'x', flags: 1 }]), /encrypted/],
    ['a way out of its folder', zipOf([{ name: '../a.md', content: 'x' }]), /no name of a file inside it/],
    ['pictures alone', zipOf([{ name: 'a.png', content: 'x' }]), /No file in the zip can be translated.*1 \.png/],
    [
      'compiled catalogues alone',
      zipOf([
        { name: 'a.png', content: 'x' },
        { name: 'de.mo', content: 'x' },
      ]),
      /2 other files: 1 \.png, 1 \.mo\. In place of a \.mo file: it is compiled: send the po file/,
    ],
    [
      'damaged files alone',
      zipOf([{ name: 'a.json', content: '{"a' }]),
      /No file in the zip can be translated.*“a.json”/,
    ],
    ['a document', zipOf([{ name: '[Content_Types].xml', content: '<a/>' }]), /a document of Office/],
    ['nothing', zipOf([]), /empty/],
  ])('refuses a zip with %s in words, and nothing is spent [CRE-5]', async (_, bytes, words) => {
    const world = await startWorld()
    expect((await sendForm(world, file('a.zip', bytes), { instruction: 'Translate into German.' })).text).toMatch(words)
  })

  it('takes a zip into several languages as a zip of zips, and suggests what it understands [CRE-8]', async () => {
    const world = await startWorld()
    const created = createdIn(await sendForm(world, SENT, { instruction: 'Translate into German and French.' }))
    const { suggested_instructions } = createdIn(await sendForm(world, SENT))
    expect(suggested_instructions?.length).toBe(3)
    for (const instruction of suggested_instructions ?? [])
      expect(createdIn(await sendForm(world, SENT, { instruction })).plan?.not_understood).toEqual([])
    await translate(world, created)
    const { result, file: made } = await resultOf(world, created.batch.id)
    expect(result.file_name).toBe('parcel.translations.zip')
    expect(Object.keys(await contentsOf(made.bytes))).toEqual(['parcel.de.zip', 'parcel.fr.zip'])
    expect((await world.call(api.account.get, {})).capabilities.supported_formats).toContain('zip')
  })
})
