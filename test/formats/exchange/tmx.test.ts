import { describe, expect, it } from 'vitest'
import { tmx } from '../../../src/formats/exchange/exchange.ts'
import type { ScanOptions } from '../../../src/formats/format.ts'
import { opened, unitsOf } from '../files.ts'
import { intoEntries, rowsOf } from './files.ts'

const HEAD = '<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'

function file(body: string, srclang = 'en-US'): string {
  return `${HEAD}  <header srclang="${srclang}" datatype="plaintext"><note>Of the file</note></header>\n  <body>\n${body}  </body>\n</tmx>\n`
}

const GREETING = `    <tu tuid="greet">
      <note>Said at the door</note>
      <prop type="x-file">door.html</prop>
      <tuv xml:lang="EN-US"><seg>Good morning, <bpt i="1" x="1">&lt;b></bpt>Ann<ept i="1">&lt;/b></ept>!</seg></tuv>
      <tuv xml:lang="FR-FR"><seg>Bonjour, <bpt i="1" x="1">&lt;b></bpt>Ann<ept i="1">&lt;/b></ept> !</seg></tuv>
    </tu>
`
const rows = (text: string, options?: ScanOptions) => rowsOf(tmx, text, options)
const into = (language: string, text: string) => intoEntries(tmx, text, language)

describe('a translation memory', () => {
  it('has a text for each unit, with its notes, properties and codes [FMT-1]', async () => {
    expect(await tmx.languages?.(opened(file(GREETING))())).toEqual({ source: 'en-US', several: true })
    const [unit] = await unitsOf(tmx, opened(file(GREETING)), { target: { language: 'de' } })
    expect(unit).toMatchObject({
      path: 'tmx:greet',
      text: 'Good morning, <g1>Ann</g1>!',
      target: '',
      note: 'Said at the door',
      context: { key: 'greet', context: 'x-file: door.html', stands_for: { g1: '<b>' } },
    })
  })

  it('gets a variant of the target behind the others, in their manner, and keeps what it has', async () => {
    const text = file(GREETING)
    const made =
      '      <tuv xml:lang="DE"><seg>GOOD MORNING, <bpt i="1" x="1">&lt;b></bpt>ANN<ept i="1">&lt;/b></ept>!</seg></tuv>\n'
    const result = text.replace('    </tu>', () => `${made}    </tu>`)
    expect(await into('de', text)).toBe(result)
    expect(await into('de', result)).toBe(result)
    expect(await rows(result, { target: { language: 'de-DE' } })).toEqual([
      ['Good morning, <g1>Ann</g1>!', 'GOOD MORNING, <g1>ANN</g1>!', 'already_translated'],
    ])
    expect(await into('fr', text)).toBe(text)
  })

  it.each([
    ['<tuv xml:lang="de"><seg></seg></tuv>', '<tuv xml:lang="de"><seg>OPEN IT</seg></tuv>'],
    ['<tuv xml:lang="de"><seg/></tuv>', '<tuv xml:lang="de"><seg>OPEN IT</seg></tuv>'],
    ['<tuv xml:lang="de"/>', '<tuv xml:lang="de"><seg>OPEN IT</seg></tuv>'],
    ['<tuv xml:lang="de"><note>x</note> </tuv>', '<tuv xml:lang="de"><note>x</note><seg>OPEN IT</seg> </tuv>'],
    ['', '<tuv xml:lang="de"><seg>OPEN IT</seg></tuv>'],
  ])('has %j filled', async (before, after) => {
    const text = file(`<tu><tuv xml:lang="en"><seg>Open it</seg></tuv>${before}</tu>`, 'en')
    expect(await into('de', text)).toBe(text.replace(`</seg></tuv>${before}</tu>`, `</seg></tuv>${after}</tu>`))
  })

  it('is indented as the file is, with its line ends, and in its charset', async () => {
    const text = file(
      '    <tu>\n      <tuv lang="en">\n        <seg>Open &amp; it</seg>\n      </tuv>\n    </tu>\n',
      'en',
    ).replaceAll('\n', '\r\n')
    const made = '\r\n      <tuv lang="de">\r\n        <seg>OPEN &amp; IT</seg>\r\n      </tuv>\r\n    </tu>'
    expect(await into('de', text)).toBe(text.replace('\r\n    </tu>', () => made))
    const wide = Buffer.from(`\ufeff${text.replace(/^<\?xml.*?\?>/, '')}`, 'utf16le')
    const result = await intoEntries(tmx, wide, 'de', 'utf16le')
    expect(result).toContain('<seg>OPEN &amp; IT</seg>')
  })

  it('is translated from the language that is asked for, that a unit says, that the header says, or from English', async () => {
    const unit = (said: string) =>
      `<tu${said}><tuv xml:lang="fr"><seg>Le matin</seg></tuv><tuv xml:lang="en"><seg>The morning</seg></tuv></tu>`
    const texts = async (text: string, options?: ScanOptions) => (await rows(text, options)).map(([said]) => said)
    expect(await texts(file(unit(''), 'fr'))).toEqual(['Le matin'])
    expect(await texts(file(unit(' srclang="en"'), 'fr'))).toEqual(['The morning'])
    expect(await texts(file(unit(' srclang="*all*"'), '*all*'))).toEqual(['The morning'])
    expect(await texts(file(unit(''), 'fr'), { source: 'en' })).toEqual(['The morning'])
    expect(await tmx.languages?.(opened(file(unit(''), '*all*'))())).toEqual({ source: 'en', several: true })
    const other = file('<tu><tuv xml:lang="fr"><seg>Le matin</seg></tuv></tu>', 'en')
    expect(await rows(other, { target: { language: 'de' } })).toEqual([['Le matin', '', 'other_language']])
    expect(await into('de', other)).toBe(other)
    expect(await texts(file('<tu/><tu><tuv xml:lang="en"/></tu>'))).toEqual([])
  })

  it.each([
    ['<tbx type="TBX-Basic"/>', /no TMX: it begins with <tbx>/],
    ['<tmx><body>', /line 1/],
    ['key,en\n', /XML/],
  ])('is refused where it is %j', async (text, says) => {
    await expect(rows(text)).rejects.toThrow(says)
  })
})
