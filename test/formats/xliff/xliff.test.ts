import { describe, expect, it } from 'vitest'
import { FormatError, type Target, type Unit } from '../../../src/formats/format.ts'
import { corpus } from '../../support/corpus.ts'
import { built, bytesOf, fc, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('xlf')
const DE: Target = { language: 'de' }

function v1(
  units: string,
  attributes = 'source-language="en" datatype="plaintext" original="App/en.lproj/Main.strings"',
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file ${attributes}>
    <body>
${units}
    </body>
  </file>
</xliff>
`
}

function v2(segments: string, attributes = 'srcLang="en"'): string {
  return `<xliff version="2.0" ${attributes} xmlns="urn:oasis:names:tc:xliff:document:2.0">
  <file id="f1">
    <unit id="u1">
${segments}
    </unit>
  </file>
</xliff>
`
}

async function texts(content: string, target?: Target): Promise<Unit[]> {
  const units = await unitsOf(format, opened(content), target && { target })
  return units.filter(({ part }) => part !== 'header')
}

async function written(content: string, translate: TranslateUnit, target = DE): Promise<string> {
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

const open = (unit: Unit): string | undefined =>
  unit.left_out === undefined ? unit.text.replace('Open', 'Öffnen') : undefined

describe('XLIFF 1.2', () => {
  it('gets a target after its source, in the manner of the file, and its language [FMT-1]', async () => {
    const unit = `      <trans-unit id="menu.open">
        <source>Open &amp; close</source>
        <note>A menu.</note>
      </trans-unit>`
    expect(await written(v1(unit), open)).toBe(
      v1(
        unit.replace(
          '</source>',
          `</source>
        <target state="translated">Öffnen &amp; close</target>`,
        ),
      ).replace('language="en"', 'language="en" target-language="de"'),
    )
  })

  it('gets a target after the segments of its source, cut in the same way', async () => {
    const unit =
      '<trans-unit id="1"><source>Open A. Open B.</source><seg-source><mrk mtype="seg" mid="0">Open A.</mrk> <mrk mtype="seg" mid="1">Open B.</mrk></seg-source><alt-trans><source>x</source><target>y</target></alt-trans></trans-unit>'
    expect((await texts(v1(unit))).map(({ text }) => text)).toEqual(['<g1>Open A.</g1> <g2>Open B.</g2>'])
    expect(await written(v1(unit), ({ text }) => text.replace('A', 'Ä'))).toContain(
      '</seg-source><target state="translated"><mrk mtype="seg" mid="0">Open Ä.</mrk> <mrk mtype="seg" mid="1">Open B.</mrk></target><alt-trans>',
    )
  })

  it.each([
    ['<target/>', '<target>Öffnen</target>'],
    ['<target state="new" />', '<target state="translated">Öffnen</target>'],
    ['<target state="needs-translation">Open</target>', '<target state="translated">Öffnen</target>'],
    ['<target></target>', '<target>Öffnen</target>'],
  ])('fills %s', async (before, after) => {
    const unit = (target: string): string => `<trans-unit id="1"><source>Open</source>${target}</trans-unit>`
    expect(await written(v1(unit(before)), open)).toContain(unit(after))
  })

  it('marks what was not reviewed, and takes an approval back', async () => {
    const unit =
      '<trans-unit id="1" approved="yes"><source>Open</source><target state="final">Auf</target></trans-unit>'
    const all: TranslateUnit = ({ text }) => text && 'Öffnen'
    expect(await written(v1(unit), all)).toContain(
      'approved="no"><source>Open</source><target state="translated">Öffnen<',
    )
    expect(await written(v1(unit), all, { ...DE, unreviewed: true })).toContain(
      'state="needs-review-translation">Öffnen<',
    )
  })

  const both = v1(
    `<trans-unit id="1"><source>Open</source><target state="translated">Ouvrir</target></trans-unit>
<trans-unit id="2"><source>Close</source><target>Fermer</target></trans-unit>
<trans-unit id="3" translate="no"><source>Acme</source><target>Acme</target></trans-unit>`,
    'source-language="en" target-language="fr_FR" original="a"',
  )

  it('knows the language of its targets: those of another one are replaced or emptied [FMT-2]', async () => {
    expect((await texts(both, { language: 'fr' })).map(unit => [unit.target, unit.left_out])).toEqual([
      ['Ouvrir', 'already_translated'],
      ['Fermer', 'already_translated'],
      ['Acme', 'do_not_translate'],
    ])
    expect((await texts(both, DE)).map(unit => [unit.target, unit.left_out])).toEqual([
      ['', undefined],
      ['', undefined],
      ['Acme', 'do_not_translate'],
    ])
    const result = await written(both, ({ text }) => (text === 'Open' ? 'Öffnen' : undefined))
    expect(result).toContain('target-language="de"')
    expect(result).toContain('<source>Open</source><target state="translated">Öffnen</target>')
    expect(result).toContain('<source>Close</source><target></target>')
    expect(await written(both, () => undefined)).toBe(both)
    expect(await format.languages?.(opened(both)())).toEqual({ source: 'en', target: 'fr-FR' })
  })

  it('empties a target in another language that is not to be translated, but for one that is its source [FMT-2]', async () => {
    const kept = '<trans-unit id="1" translate="no"><source>Acme</source><target>Acme</target></trans-unit>'
    const fixed = '<trans-unit id="2" translate="no"><source>Keep</source><target>Garder</target></trans-unit>'
    const file = (content: string) => v1(content, 'source-language="en" target-language="fr" original="a"')
    const word = '<trans-unit id="3"><source>Open</source></trans-unit>'
    const content = file(`${kept}\n${fixed}\n${word}`)
    expect((await texts(content, DE)).map(unit => [unit.target, unit.left_out])).toEqual([
      ['Acme', 'do_not_translate'],
      ['', 'do_not_translate'],
      ['', undefined],
    ])
    const result = await written(content, open)
    expect(result).toContain(`${kept}\n${fixed.replace('Garder', '')}`)
    expect(await written(content, () => undefined)).toBe(content)
    const same = content.replace('target-language="fr"', 'target-language="de"')
    expect(await written(same, open)).toContain(fixed)
    const two = `<xliff version="2.0" srcLang="en" trgLang="fr"><file id="f"><unit id="1" translate="no"><segment state="final"><source>Keep</source><target>Garder</target></segment></unit><unit id="2"><segment><source>Open</source></segment></unit></file></xliff>`
    expect(await written(two, open)).toContain('<segment state="initial"><source>Keep</source><target></target>')
  })

  it('keeps the translations of other languages that stand in the same file [FMT-3]', async () => {
    const file = (language: string, target: string): string =>
      `<file source-language="en" target-language="${language}" original="a"><body><trans-unit id="1"><source>Open</source>${target}</trans-unit></body></file>`
    const several = `<xliff version="1.2">${file('fr', '<target>Ouvrir</target>')}${file('de', '')}</xliff>`
    expect(await written(several, open)).toBe(
      several.replace('</source></trans', '</source><target state="translated">Öffnen</target></trans'),
    )
  })

  it('shows the codes of a text, with what they stand for', async () => {
    const [angular, native] = await texts(
      v1(`<trans-unit id="a1b2"><source><x id="START_LINK" ctype="x-a" equiv-text="&lt;a&gt;"/>Open<x id="CLOSE_LINK" ctype="x-a"/> <x id="INTERPOLATION" equiv-text="{{ name }}"/></source>
<context-group purpose="location"><context context-type="sourcefile">src/app.ts</context><context context-type="linenumber">12</context></context-group>
<note priority="1" from="description">A button</note><note priority="1" from="meaning">verb</note></trans-unit>
<trans-unit id="2" maxwidth="20" size-unit="char"><source><bpt id="1" rid="7">[b]</bpt>Bold<ept id="2" rid="7">[/b]</ept> <ph id="3">%s</ph> <mrk mtype="protected">Acme</mrk></source></trans-unit>`),
    )
    expect(angular).toMatchObject({
      text: '<g1>Open</g1> <x2/>',
      note: 'A button',
      sense: 'verb',
      context: { key: 'a1b2', references: 'src/app.ts:12', stands_for: { g1: '<a>', x2: '{{ name }}' } },
    })
    expect(native).toMatchObject({
      text: '<g1>Bold</g1> <x2/> <x3/>',
      max_length: 20,
      context: { stands_for: { g1: '[b]', x2: '%s', x3: 'Acme' } },
    })
  })

  it('does not write a translation whose codes are others', async () => {
    const unit = v1('<trans-unit id="1"><source>Open <x id="A"/></source></trans-unit>')
    const [, found] = await unitsOf(format, opened(unit))
    if (!found) throw new Error('no unit')
    for (const wrong of ['Öffnen', 'Öffnen <x2/>', 'Öffnen <x1/><x1/>', '<g1>Öffnen</g1>', ' ']) {
      expect(format.edits(found, wrong, DE)).toEqual([])
    }
  })

  it('knows messages of ICU with codes in their branches', async () => {
    const source = '{VAR_PLURAL, plural, =1 {one day} other {<x id="INTERPOLATION"/> days}}'
    const [unit] = await texts(v1(`<trans-unit id="1"><source>${source}</source></trans-unit>`))
    expect(unit).toMatchObject({ text: '{VAR_PLURAL, plural, =1 {one day} other {<x1/> days}}', syntax: 'icu' })
  })

  it('is sorted by names that people gave, else by its documents', async () => {
    const units =
      '<trans-unit id="7Fh-x2.text"><source>A</source></trans-unit><trans-unit id="9" resname="menu.file"><source>B</source></trans-unit>'
    expect((await texts(v1(units))).map(({ part }) => part)).toEqual(['App/en.lproj/Main.strings', 'menu.file'])
  })
})

describe('XLIFF 2', () => {
  const segments = `      <notes><note category="location">src/app.ts:3</note><note>A button</note></notes>
      <originalData><data id="d1">{0}</data></originalData>
      <segment id="s1">
        <source>Open <pc id="1" dispStart="&lt;b>">all</pc></source>
      </segment>
      <ignorable><source> </source></ignorable>
      <segment id="s2" state="initial">
        <source>Open <ph id="1" dataRef="d1"/> <sc id="5"/>x<ec startRef="5"/></source>
        <target>Open</target>
      </segment>`

  it('has a text for each segment, which gets a target and its state [FMT-1]', async () => {
    const found = await texts(v2(segments))
    expect(found.map(({ text, left_out }) => [text, left_out])).toEqual([
      ['Open <g1>all</g1>', undefined],
      ['Open <x1/> <g2>x</g2>', undefined],
    ])
    expect(found[1]).toMatchObject({
      note: 'A button',
      context: { key: 'u1', references: 'src/app.ts:3', present: 'Open', stands_for: { x1: '{0}' } },
    })
    const result = await written(v2(segments), open)
    expect(result).toContain('<xliff version="2.0" srcLang="en" trgLang="de"')
    expect(result).toContain(`<segment id="s1" state="translated">
        <source>Open <pc id="1" dispStart="&lt;b>">all</pc></source>
        <target>Öffnen <pc id="1" dispStart="&lt;b>">all</pc></target>
      </segment>`)
    expect(result).toContain('<segment id="s2" state="translated">')
    expect(result).toContain('<target>Öffnen <ph id="1" dataRef="d1"/> <sc id="5"/>x<ec startRef="5"/></target>')
  })

  it('keeps what is translated, and what must not be', async () => {
    const content = v2('<segment><source>Open</source><target>Öffnen</target></segment>', 'srcLang="en" trgLang="de"')
    expect((await texts(content, DE)).map(({ left_out }) => left_out)).toEqual(['already_translated'])
    expect((await texts(content, { language: 'de-AT' })).map(({ left_out }) => left_out)).toEqual([undefined])
    expect((await texts(content.replace('<unit ', '<unit translate="no" '))).map(({ left_out }) => left_out)).toEqual([
      'do_not_translate',
    ])
  })

  it('has limits for its texts [FMT-4]', async () => {
    const content = v2('<segment><source>Open</source></segment>').replace(
      '<unit ',
      '<unit slr:sizeRestriction="2,30" xmlns:slr="x" ',
    )
    expect((await texts(content)).map(({ max_length }) => max_length)).toEqual([30])
  })
})

describe('any XLIFF', () => {
  it.each([
    ['other XML', '<html/>', /begins with <html>/],
    ['a version of the future', '<xliff version="3.0"/>', /versions 1.0 to 1.2/],
  ])('is told from %s', async (_, content, words) => {
    const error: unknown = await unitsOf(format, opened(content)).catch((found: unknown) => found)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject({ code: 'malformed', message: expect.stringMatching(words) })
  })

  it('of the corpus stays as it is, and reads back what is written, wherever it is cut [FMT-1]', async () => {
    for (const { name, bytes } of corpus('xliff').filter(
      file => /\.xlf$/.test(file.name) && file.bytes.length < 10_000,
    )) {
      expect([name, (await bytesOf(rewrite(format, opened(bytes), () => undefined, DE))).equals(bytes)]).toEqual([
        name,
        true,
      ])
      const translate: TranslateUnit = unit => (unit.left_out === undefined ? `«${unit.text}» &é😀` : undefined)
      const result = await bytesOf(rewrite(format, opened(bytes), translate, DE))
      expect([name, await verify(format, opened(bytes), opened(result), translate, DE)]).toEqual([name, []])
    }
  })

  it('takes any text, or refuses it whole', async () => {
    const unit = v1('<trans-unit id="1"><source>Open <x id="A"/></source></trans-unit>')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async text => {
        const translate: TranslateUnit = found => (found.left_out === undefined ? `a${text}<x1/>b` : undefined)
        const result = await bytesOf(rewrite(format, opened(unit), translate, DE))
        if (!result.equals(Buffer.from(unit))) {
          expect((await unitsOf(format, opened(result)))[1]?.target).toBe(`a${text}<x1/>b`)
        }
      }),
    )
  })
})
