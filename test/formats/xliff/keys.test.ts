import { describe, expect, it } from 'vitest'
import type { Target, Unit } from '../../../src/formats/format.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('xlf')
const DE: Target = { language: 'de' }

/** A catalogue as Symfony has it. */
const keyed = (attributes: string, open = '<target>Open &amp; <g id="1">go</g></target>') =>
  `<xliff version="1.2"><file source-language="en" ${attributes}original="file.ext"><body>
  <trans-unit id="a1" resname="menu.open"><source>menu.open</source>${open}</trans-unit>
  <trans-unit id="a2" resname="menu.close"><source>menu.close</source><target state="final">Close it</target></trans-unit>
  <trans-unit id="a3" resname="btn_ok"><source>btn_ok</source><target>42</target></trans-unit>
  <trans-unit id="a4" resname="menu.none"><source>menu.none</source></trans-unit>
</body></file></xliff>`

async function read(content: string, target?: Target): Promise<Unit[]> {
  return (await unitsOf(format, opened(content), target && { target })).filter(({ part }) => part !== 'header')
}

async function written(content: string, translate: TranslateUnit, target = DE): Promise<string> {
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

describe('an XLIFF file whose sources are keys', () => {
  it('has its texts in its targets, in the language that it says or that they show [FMT-2]', async () => {
    for (const attributes of ['', 'target-language="en" ']) {
      const units = await read(keyed(attributes))
      expect(units.map(({ text, target, left_out, part }) => [part, left_out ?? text, target])).toEqual([
        ['menu.open', 'Open & <g1>go</g1>', undefined],
        ['menu.close', 'Close it', undefined],
        ['btn_ok', 'number', undefined],
        ['menu.none', 'empty', undefined],
      ])
    }
    expect(await format.languages?.(opened(keyed(''))())).toEqual({ source: undefined })
    expect(await format.languages?.(opened(keyed('target-language="pt_BR" '))())).toEqual({ source: 'pt-BR' })
  })

  it('gets a translation in place of each text, and says its language; the rest stays [RES-2, FMT-1]', async () => {
    const translate: TranslateUnit = ({ left_out, text }) =>
      left_out ? undefined : text.replace('Open', 'Auf').replace('Close it', 'Zu')
    expect(await written(keyed(''), translate)).toBe(
      keyed('target-language="de" ').replace('Open', 'Auf').replace('"final">Close it', '"translated">Zu'),
    )
    const one: TranslateUnit = ({ text }) => (text === 'Close it' ? 'Zu' : undefined)
    expect(await written(keyed('target-language="en" '), one)).toBe(
      keyed('target-language="de" ').replace('"final">Close it', '"translated">Zu'),
    )
    expect(await written(keyed(''), () => undefined)).toBe(keyed(''))
  })

  it('in the target language is filled: what it has is done, and a key alone is no text', async () => {
    const units = await read(keyed('target-language="de" ', '<target/>'), DE)
    expect(units.map(({ left_out }) => left_out)).toEqual(['key', 'already_translated', 'already_translated', 'key'])
    expect(units[1]).toMatchObject({ target: 'Close it' })
  })

  it('is none where sources are texts', async () => {
    const texts = keyed('').replaceAll('<source>menu.', '<source>Menu ').replace('btn_ok', 'Ok')
    expect((await read(texts))[0]).toMatchObject({ text: 'Menu open', left_out: 'already_translated' })
  })
})

describe('what an XLIFF file says of a translation', () => {
  it('is about the text that is there: no detail of the state of another one stays', async () => {
    const unit = (target: string) =>
      `<xliff version="1.2"><file source-language="en"><body><trans-unit id="1" approved="yes"><source>Open</source>${target}</trans-unit></body></file></xliff>`
    const before = unit('<target state="needs-translation" state-qualifier="fuzzy-match" xml:lang="de">Zu</target>')
    expect(await written(before, ({ text }) => text && 'Auf')).toBe(
      unit('<target state="translated" xml:lang="de">Auf</target>')
        .replace('approved="yes"', 'approved="no"')
        .replace('"en"', '"en" target-language="de"'),
    )
    const two = `<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u"><segment state="initial" subState="x:draft"><source>Open</source><target>Zu</target></segment></unit></file></xliff>`
    expect(await written(two, ({ text }) => text && 'Auf')).toContain('<segment state="translated"><source>Open')
  })

  it('of a plural form tells its numbers [FMT-4]', async () => {
    const unit = (id: string) => `<trans-unit id="${id}"><source>%lld beds</source><note>On a map</note></trans-unit>`
    const ids = ['%lld beds|==|plural.few', '/n:dict/beds:dict/few:dict/:string', 'plural.few']
    const file = `<xliff version="1.2"><file source-language="en"><body>${ids.map(unit).join('')}</body></file></xliff>`
    const few = 'On a map\nPlural form for 2, 3, 4, 22, 23 …'
    expect((await read(file, { language: 'pl' })).map(({ note }) => note)).toEqual([few, few, 'On a map'])
  })
})
