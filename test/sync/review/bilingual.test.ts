import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../../src/formats/index.ts'
import { xliffOf, xmlHolds } from '../../../src/sync/review/bilingual.ts'
import type { ReviewRow } from '../../../src/sync/review/row.ts'
import { opening } from '../../../src/sync/texts.ts'
import { readRows, rowOf } from './support.ts'

const ID = rowOf().id
const xliff = (...rows: readonly Partial<ReviewRow>[]) =>
  xliffOf({ source_language: 'en', language: 'de', rows: rows.map(rowOf) })
const old = (unit: string) => `<xliff version="1.2"><file><body>${unit}</body></file></xliff>`
const modern = (unit: string) => `<xliff version="2.0"><file id="f">${unit}</file></xliff>`

describe('XLIFF for reviewers', () => {
  it('says all that is known of a text where translators’ programs show it [SYN-5]', () => {
    const text = xliff({ context: 'A button', max_length: 9, doubts: 'It is short.', state: 'machine' })
    expect(text).toContain('<file original="de.json" source-language="en" target-language="de" datatype="plaintext">')
    expect(text).toContain(
      `<trans-unit id="${ID}" resname="menu.open" approved="no" xml:space="preserve" maxwidth="9" size-unit="char">`,
    )
    expect(text).toContain('<target state="needs-review-translation">Auf</target>')
    expect(text).toContain('<note from="developer">A button</note>')
    expect(text).toContain('<note from="translation-mcp">State: machine</note>')
    expect(text).toContain('<note from="translation-mcp">It is short.</note>')
  })

  it('has a file for each translation, and an empty target where there is none', () => {
    const text = xliff({ file: 'a.json' }, { file: 'b.json', translation: '' })
    expect(text.match(/<file original="[ab].json"/g)).toHaveLength(2)
    expect(text).toContain('<target state="needs-translation"/>')
  })

  it('is one that our own reader of XLIFF takes', async () => {
    const format = await loadFormat('a.xlf')
    const texts: string[] = []
    const file = Buffer.from(xliff({ source: 'Open <b>the</b> door' }))
    for await (const { text } of format?.scan(opening(file)()) ?? []) texts.push(text)
    expect(texts).toContain('Open <b>the</b> door')
  })

  it('comes back as it went out, whatever its texts are [SYN-5]', async () => {
    const any = fc.string({
      unit: fc.constantFrom('<', '&', '"', ']]>', '\n', '\r', '\t', ' ', 'سلام', '\u202e', '\x85', 'x'),
    })
    const cell = fc.record({ key: any, source: any, translation: any })
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 4 }), async cells => {
        const back = await readRows(xliff(...cells))
        expect(back.map(({ key, source, text: translation }) => ({ key, source, translation }))).toEqual(cells)
      }),
    )
  })

  it.each([
    ['approved', old(`<trans-unit id="${ID}" approved="yes"><source>a</source><target>b</target></trans-unit>`), 'yes'],
    ['final', old(`<trans-unit id="${ID}"><source>a</source><target state="final">b</target></trans-unit>`), 'yes'],
    [
      'signed off',
      old(`<trans-unit id="${ID}"><source>a</source><target state="signed-off">b</target></trans-unit>`),
      'yes',
    ],
    [
      'translated',
      old(`<trans-unit id="${ID}"><source>a</source><target state="translated">b</target></trans-unit>`),
      'none',
    ],
    [
      '2.x, final',
      modern(`<unit id="${ID}"><segment state="final"><source>a</source><target>b</target></segment></unit>`),
      'yes',
    ],
    [
      '2.x, reviewed',
      modern(`<unit id="${ID}"><segment state="reviewed"><source>a</source><target>b</target></segment></unit>`),
      'yes',
    ],
    [
      '2.x, one segment of two',
      modern(
        `<unit id="${ID}"><segment state="final"><source/><target>b</target></segment><segment><source>a</source><target/></segment></unit>`,
      ),
      'none',
    ],
  ])('is marked by the state %s', async (_, text, mark) => {
    expect(await readRows(text)).toMatchObject([{ id: ID, source: 'a', text: 'b', mark }])
  })

  it('is read with the sentences that a program marked, and without what it suggests [SYN-5]', async () => {
    const target = '<target><mrk mtype="seg" mid="1">Auf.</mrk> <mrk mtype="seg" mid="2">Zu.</mrk></target>'
    const other = '<alt-trans><source>z</source><target>Quatsch</target></alt-trans><seg-source>s</seg-source>'
    const text = old(`<trans-unit id="${ID}" resname="k"><source>a</source>${other}${target}</trans-unit>`)
    expect(await readRows(text)).toMatchObject([{ text: 'Auf. Zu.', source: 'a', key: 'k', has_tags: false }])
  })

  it('tells of tags that no export wrote', async () => {
    const text = old(`<trans-unit id="${ID}"><source>a</source><target>b<x id="1"/></target></trans-unit>`)
    expect(await readRows(text)).toMatchObject([{ text: 'b', has_tags: true }])
  })

  it('says the line in which each unit begins', async () => {
    const unit = (id: string) => `<trans-unit id="${id}">\n<source>a\nb</source></trans-unit>\n`
    expect((await readRows(old(unit('1') + unit('2')))).map(({ line }) => line)).toEqual([1, 4])
  })

  it.each([
    ['entities of its own', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xliff>&b;</xliff>', 'DOCTYPE'],
    ['another root', '<tmx version="1.4"/>', 'its root is <tmx>'],
    ['no end', '<xliff><file>', 'line 1'],
  ])('with %s is refused by name [SYN-5]', async (_, text, words) => {
    await expect(readRows(text)).rejects.toThrow(words)
  })

  it.each(['\u0001', '\ud800', '\uffff'])('holds no %j, which XML does not have', character => {
    expect(xmlHolds(`a${character}`)).toBe(false)
    expect(xmlHolds('a\n\t\r\x85 سلام')).toBe(true)
  })
})
