import { describe, expect, it } from 'vitest'
import { writeExactWishes } from '../../../src/contract/exact-wishes.ts'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { BOLD, cell, documentOf, frame, h, p, placeholder, row, sheet, slide, span } from './documents.ts'

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

describe('of what is asked in words', () => {
  const shapes = `<table:shapes>${frame(`<draw:text-box>${p('Look over here')}</draw:text-box>`)}</table:shapes>`
  const prices = [
    row([cell('Name'), cell('About')]),
    row([cell('Rose bush'), cell('A red flower')]),
    row([cell('Lily bed'), cell('A white flower')], ' table:visibility="collapse"'),
  ]
  const book = documentOf('ods', {
    body: sheet('Prices', prices, shapes) + sheet('Notes', [row([cell('Speak slowly here')])]),
  })
  const slides = documentOf('odp', {
    body:
      slide('a', placeholder('title', p('Red roses')) + placeholder('outline', p('They are in flower'))) +
      slide('b', placeholder('title', p('White lilies'))),
    masters: `<style:master-page>${placeholder('title', p('Click here to edit'))}</style:master-page>`,
  })
  const ALL = ['Notes > column A', 'Prices > About', 'Prices > Name', 'Prices > column headings']

  it.each<[string, string, string[]]>([
    ['all', 'Translate into German.', ALL],
    ['drawings, too', 'Translate everything into German, also the drawings.', [...ALL, 'Prices > drawings']],
    ['a sheet', 'Translate only the sheet Prices into German.', ALL.slice(1)],
    ['all but a sheet', writeExactWishes({ target_languages: ['de'], leave_out: ['Prices > *'] }), ALL.slice(0, 1)],
    ['a column, exactly', writeExactWishes({ target_languages: ['de'], only: ['Prices > About'] }), ['Prices > About']],
    [
      'all but a column',
      writeExactWishes({ target_languages: ['de'], leave_out: ['Prices > About'] }),
      ALL.filter(part => part !== 'Prices > About'),
    ],
  ])('%s of a workbook, that is planned, and the rest is said [FMT-2]', async (_, instruction, parts) => {
    const file = { name: 'list.ods', bytes: new Uint8Array(book) }
    const { plan } = createdIn(await sendForm(await startWorld(), file, { instruction }))
    expect(plan?.included.map(({ part }) => part).sort()).toEqual([...parts].sort())
    const left = plan?.not_included.map(({ part }) => part) ?? []
    expect(left.some(part => part.includes('drawings'))).toBe(!parts.includes('Prices > drawings'))
  })

  it.each<[string, string, string[]]>([
    ['all', 'Translate into German.', ['Slide 1: Red roses', 'Slide 2: White lilies']],
    ['a slide', 'Translate only slide 2 into German.', ['Slide 2: White lilies']],
    [
      'all but a slide',
      writeExactWishes({ target_languages: ['de'], leave_out: ['Slide 2: White lilies'] }),
      ['Slide 1: Red roses'],
    ],
    ['masters', writeExactWishes({ target_languages: ['de'], only: ['masters and layouts'] }), ['masters and layouts']],
  ])('%s of a presentation, that is planned [FMT-2]', async (_, instruction, parts) => {
    const file = { name: 'garden.odp', bytes: new Uint8Array(slides) }
    const { plan } = createdIn(await sendForm(await startWorld(), file, { instruction }))
    expect(plan?.included.map(({ part }) => part).sort()).toEqual(parts)
  })
})
