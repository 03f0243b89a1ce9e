import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { idml } from '../../../src/formats/idml/idml.ts'
import { rounds } from '../../support/seed.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, fc, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { BOLD, BR, paragraphs, run, said, storyOf } from './documents.ts'

const GERMAN = { language: 'de' }
const ITALIC = ' FontStyle="Italic"'
const LINK = '<HyperlinkTextSource Self="h" Name="a">'

const textsOf = async (body: string, map?: string): Promise<string[]> =>
  (await unitsOf(idml, opened(storyOf(body, map)))).map(({ text }) => text)

const leftOut = async (body: string, map?: string): Promise<unknown[][]> =>
  (await unitsOf(idml, opened(storyOf(body, map)))).map(({ text, left_out }) => [text, left_out])

/** The story with translations, and what its verification finds. */
async function written(body: string, translate: TranslateUnit): Promise<{ body: string; found: unknown[] }> {
  const original = storyOf(body)
  const result = await bytesOf(rewrite(idml, opened(original), translate, GERMAN))
  const found = await verify(idml, opened(original), opened(result), translate, GERMAN)
  const story = (await bytesOf((await openZip(opened(result)())).content('Stories/Story_u1.xml'))).toString()
  return { body: story.replace(/^.*<StoryPreference[^>]*>|<\/Story><\/idPkg:Story>$/gs, ''), found }
}

describe('a story', () => {
  it.each<[string, string, string[]]>([
    [
      'at breaks',
      paragraphs(run(`${said('One')}${BR}${said('two')}${BR}${BR}${said('three')}`)),
      ['One', 'two', 'three'],
    ],
    ['at the separator of Unicode', paragraphs(run(said('One\u2029two&#x2029;three'))), ['One', 'two', 'three']],
    ['at the ends of ranges', paragraphs(run(said('One'))) + paragraphs(run(said('two'))), ['One', 'two']],
    [
      'not at the ends of ranges of characters',
      paragraphs(run(said('One ')) + run(said('two'), BOLD)),
      ['One <g1>two</g1>'],
    ],
  ])('is cut %s', async (_, body, texts) => {
    expect(await textsOf(body)).toEqual(texts)
  })

  it.each<[string, string, string]>([
    ['ranges that look the same', run(said('One ')) + run(said('two'), ' KerningValue="-20"'), 'One two'],
    [
      'ranges with properties',
      run(said('One '), '', '<Properties><Leading type="unit">9</Leading></Properties>') + run(said('two')),
      'One <g1>two</g1>',
    ],
    ['signs', run(said('One\ttwo<?ACE 7?>three\u2028four\u00adfive')), 'One<x1/>two<x2/>three<x3/>four<x4/>five'],
    ['signs at its ends', run(said('\tOne<?ACE 8?>')), 'One'],
    ['a link', run(`${said('See ')}${LINK}${said('here')}</HyperlinkTextSource>${said('.')}`), 'See <g1>here</g1>.'],
    [
      'a link with ranges in it',
      `${run(said('See '))}${LINK}${run(said('here'), BOLD)}</HyperlinkTextSource>${run(said('.'))}`,
      'See <g1>here</g1>.',
    ],
    [
      'tags of XML',
      run(`${said('One ')}<XMLElement MarkupTag="b"><XMLAttribute Name="a"/>${said('two')}</XMLElement>`),
      'One <g1>two</g1>',
    ],
    [
      'what was inserted',
      run(`${said('One ')}<Change ChangeType="InsertedText">${said('two')}</Change>`),
      'One <g1>two</g1>',
    ],
    ['an entry of the index', run(`${said('One')}<PageReference ReferencedTopic="t"/>${said(' two')}`), 'One<x1/> two'],
    ['CDATA and references', run(`<Content><![CDATA[A & B <]]></Content>${said(' &lt; C')}`), 'A & B < < C'],
    ['a tag of ours', run(said('Write &lt;g1&gt; there')), 'Write <x1/> there'],
  ])('has a paragraph with %s as one text', async (_, body, text) => {
    expect(await textsOf(paragraphs(body))).toEqual([text])
  })

  it('says what its tags stand for, its style and its address', async () => {
    const body =
      paragraphs(run(said('One<?ACE 18?>two')), 'Text%3aHead 1') +
      paragraphs(run(said('three')), 'Body', ' BulletsAndNumberingListType="BulletList"')
    expect(await unitsOf(idml, opened(storyOf(body)))).toMatchObject([
      {
        path: 'idml:/Stories/Story_u1.xml#p1',
        kind: 'heading',
        ordinal: 1,
        context: { kind: 'Head 1', stands_for: { x1: 'page number' } },
      },
      { path: 'idml:/Stories/Story_u1.xml#p2', kind: 'list', ordinal: 2, context: { kind: 'Body' } },
    ])
  })

  it('has its tables and footnotes behind the paragraph that they hang on', async () => {
    const cell = (name: string, text: string): string => `<Cell Name="${name}">${paragraphs(run(said(text)))}</Cell>`
    const table = `<Table><Row/><Column/>${cell('0:0', 'A one')}${cell('1:0', 'B one')}</Table>`
    const note = `<Footnote>${paragraphs(run(said('<?ACE 4?>\tThe note')))}</Footnote>`
    const body = paragraphs(run(`${said('Before')}${note}${said(' it')}${BR}${table}${BR}${said('After')}`))
    const units = await unitsOf(idml, opened(storyOf(body)))
    expect(units.map(({ text, kind, context }) => [text, kind, context?.column])).toEqual([
      ['Before<x1/> it', 'paragraph', undefined],
      ['The note', 'footnote', undefined],
      ['A one', 'table', '1'],
      ['B one', 'table', '2'],
      ['After', 'paragraph', undefined],
    ])
  })

  it('leaves out notes, what was deleted, what is hidden and what InDesign makes, and says so', async () => {
    const inRange = (inside: string): string => paragraphs(run(said('Seen text')) + run(inside))
    expect(await leftOut(inRange(`<Note>${paragraphs(run(said('A note here')))}</Note>`))).toEqual([
      ['Seen text', undefined],
      ['A note here', 'on_request'],
    ])
    expect(
      await leftOut(
        inRange(`<Change ChangeType="DeletedText">${said('Old words')}${BR}${said('of old')}</Change>${said(' on')}`),
      ),
    ).toEqual([
      ['Seen text<x1/> on', undefined],
      ['Old words', 'deleted'],
      ['of old', 'deleted'],
    ])
    expect(await leftOut(inRange(`<HiddenText>${paragraphs(run(said('Not seen')))}</HiddenText>`))).toEqual([
      ['Seen text', undefined],
      ['Not seen', 'hidden'],
    ])
    expect(await leftOut(inRange('<TextVariableInstance ResultText="Chapter one"/>'))).toEqual([
      ['Seen text', undefined],
      ['Chapter one', 'computed'],
    ])
    expect(await leftOut(inRange(`<CrossReferenceSource>${said('Chapter one')}</CrossReferenceSource>`))).toEqual([
      ['Seen text', undefined],
      ['Chapter one', 'computed'],
    ])
  })

  it('leaves out text whose conditions are all switched off', async () => {
    const conditions =
      '<Condition Self="Condition/Web Only" Visible="false"/><Condition Self="Condition/Print" Visible="true"/>'
    const body = paragraphs(
      run(said('Seen text again')) +
        run(said('On the web'), ' AppliedConditions="Condition/Web%20Only"') +
        run(said(' and in both'), ' AppliedConditions="Condition/Web%20Only Condition/Print"'),
    )
    expect(await leftOut(body, conditions)).toEqual([
      ['Seen text again<x1/><g2> and in both</g2>', undefined],
      ['On the web', 'hidden'],
    ])
  })
})

describe('a translation', () => {
  it('of a paragraph in the middle of a range is written in the range [RES-2]', async () => {
    const body = paragraphs(run(`${said('One')}${BR}${said('two')}${BR}${said('three')}`))
    const { body: made, found } = await written(body, ({ text }) => (text === 'two' ? 'zwei & <mehr>' : undefined))
    expect(made).toBe(paragraphs(run(`${said('One')}${BR}${said('zwei &amp; &lt;mehr&gt;')}${BR}${said('three')}`)))
    expect(found).toEqual([])
  })

  it('of a paragraph that reaches over ranges ends each where its words end [RES-2]', async () => {
    const body = paragraphs(
      run(`${said('Head')}${BR}${said('One more ')}`) +
        run(said('two'), BOLD) +
        run(`${said(' three')}${BR}${said('End')}`, ITALIC),
    )
    const { body: made, found } = await written(body, ({ text }) =>
      text === 'One more <g1>two</g1><g2> three</g2>' ? '<g2>Drei </g2>eins <g1>zwei</g1>' : undefined,
    )
    expect(made).toBe(
      paragraphs(
        run(`${said('Head')}${BR}`) +
          run(said('Drei '), ITALIC) +
          run(said('eins ')) +
          run(said('zwei'), BOLD) +
          run(`${BR}${said('End')}`, ITALIC),
      ),
    )
    expect(found).toEqual([])
  })

  it('of a link stays in the link, and signs go where it has them [RES-2]', async () => {
    const body = paragraphs(run(`${said('See\t')}${LINK}${said('here')}</HyperlinkTextSource>${said(' soon')}`))
    const { body: made, found } = await written(body, () => '<g2>Hier</g2><x1/>bald')
    expect(made).toBe(paragraphs(run(`${LINK}${said('Hier')}</HyperlinkTextSource>${said('\tbald')}`)))
    expect(found).toEqual([])
  })

  it('of a part of a text that a separator of Unicode cuts leaves the other part [RES-2]', async () => {
    const { body, found } = await written(paragraphs(run(said('One\u2029two&#x2029;three'))), ({ text }) =>
      text === 'two' ? 'zwei' : undefined,
    )
    expect(body).toBe(paragraphs(run(said('One\u2029zwei&#x2029;three'))))
    expect(found).toEqual([])
  })

  it('goes around tables and notes, which stay in their place', async () => {
    const note = `<Footnote>${paragraphs(run(said('The note')))}</Footnote>`
    const body = paragraphs(run(`${said('One ')}${note}${said(' two')}`, BOLD))
    const words: Readonly<Record<string, string>> = { 'One <x1/> two': '<x1/>Eins zwei', 'The note': 'Die Notiz' }
    const { body: made, found } = await written(body, ({ text }) => words[text])
    expect(made).toBe(
      paragraphs(run(`<Footnote>${paragraphs(run(said('Die Notiz')))}</Footnote>${said('Eins zwei')}`, BOLD)),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['without a tag', 'Eins zwei'],
    ['with a tab of its own', '<g1>Eins</g1>\tzwei'],
    ['with a character that XML has not', '<g1>Eins</g1> \u0001'],
  ])('%s is not written', async (_, translation) => {
    const body = paragraphs(run(said('One ')) + run(said('two'), BOLD))
    const { body: made, found } = await written(body, () => translation)
    expect(made).toBe(body)
    expect(found).toMatchObject([{ kind: 'text' }])
  })

  it('that would end an element before it begins is not written', async () => {
    const tag = (inside: string): string => `<XMLElement MarkupTag="b">${inside}</XMLElement>`
    const body =
      tag(paragraphs(run(said('One')))) +
      paragraphs(
        run(`${tag(`${said('a')}${BR}${said('two')}`)}${said(' and ')}${tag(`${said('three')}${BR}${said('b')}`)}`),
      )
    expect(await textsOf(body)).toEqual(['One', 'a', 'two<x1/> and <x2/>three', 'b'])
    const swapped = await written(body, ({ text }) => (text.startsWith('two') ? 'zwei<x2/> und <x1/>drei' : undefined))
    expect(swapped).toMatchObject({ body, found: [{ kind: 'text' }] })
    const kept = await written(body, ({ text }) => (text.startsWith('two') ? 'zwei<x1/> und <x2/>drei' : undefined))
    expect(kept.found).toEqual([])
    expect(kept.body).toContain(
      `${said('zwei')}</XMLElement>${said(' und ')}<XMLElement MarkupTag="b">${said('drei')}${BR}`,
    )
  })

  it('reads back as it was written, of whatever ranges [RES-2]', async () => {
    const words = fc.constantFrom('one', ' two ', ' ', 'a&lt;b', 'x\u2029y', 't\tt', '<?ACE 18?>', '')
    const piece = fc.oneof(
      { weight: 4, arbitrary: words.map(said) },
      { weight: 1, arbitrary: fc.constantFrom(BR, '<PageReference/>', `<Note>${paragraphs(run(said('n')))}</Note>`) },
    )
    const wrapped = fc
      .tuple(fc.constantFrom('HyperlinkTextSource', 'XMLElement', ''), fc.array(piece, { maxLength: 3 }))
      .map(([name, inside]) => (name === '' ? inside.join('') : `<${name}>${inside.join('')}</${name}>`))
    const range = fc
      .tuple(fc.constantFrom('', BOLD, ITALIC), fc.array(wrapped, { maxLength: 3 }))
      .map(([look, inside]) => run(inside.join(''), look))
    const outer = fc
      .tuple(fc.constantFrom('XMLElement', ''), fc.array(range, { maxLength: 3 }))
      .map(([name, inside]) => (name === '' ? inside.join('') : `<${name}>${inside.join('')}</${name}>`))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(outer, { maxLength: 3 }), { maxLength: 3 }), async ranges => {
        const body = ranges.map(inside => paragraphs(inside.join(''))).join('')
        const { found } = await written(body, ({ text, left_out }) =>
          left_out ? undefined : text.replace(/[a-z]+(?![^<]*>)/g, word => `ä${word}`),
        )
        expect(found).toEqual([])
        expect((await written(body, ({ text }) => text)).body).toBe(body)
      }),
      { numRuns: rounds(150) },
    )
  })
})
