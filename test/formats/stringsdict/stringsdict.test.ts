import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { splice } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'
import { counted, plistOf, plural } from './plist.ts'

const stringsdict = built('stringsdict')
const EN = { one: '%d file', other: '%d files' }

async function translated(file: string | Uint8Array, language: string, say: (unit: Unit) => string | undefined) {
  const of = (unit: Unit) => (unit.left_out === undefined ? say(unit) : undefined)
  const result = await bytesOf(rewrite(stringsdict, opened(file), of, { language }))
  expect(await verify(stringsdict, opened(file), opened(result), of, { language })).toEqual([])
  return result.toString()
}

const shouted = ({ text }: Unit) => text.replace('file', 'FILE')

async function unitsFor(file: string, language: string) {
  return await unitsOf(stringsdict, opened(file), { target: { language } })
}

describe('a .stringsdict', () => {
  it.each([
    ['de', { one: '%d FILE', other: '%d FILEs' }],
    ['ru', { one: '%d FILE', few: '%d FILEs', many: '%d FILEs', other: '%d FILEs' }],
    ['ja', { other: '%d FILEs' }],
    ['ar', { zero: '%d FILEs', one: '%d FILE', two: '%d FILEs', few: '%d FILEs', many: '%d FILEs', other: '%d FILEs' }],
  ])('gets the plural forms of %s, and loses those that it lacks', async (language, forms) => {
    const file = plistOf({ files: counted(EN) })
    expect(await translated(file, language, shouted)).toBe(plistOf({ files: counted(forms) }))
  })

  it('adds forms in the order of a file that has an order of its own, and takes surplus ones out of any place', async () => {
    const file = plistOf({ files: counted({ other: '%d files', one: '%d file' }) })
    const russian = { other: '%d FILEs', one: '%d FILE', few: '%d FILEs', many: '%d FILEs' }
    expect(await translated(file, 'ru', shouted)).toBe(plistOf({ files: counted(russian) }))
    const many = { few: 'x %d files', one: '%d file', two: 'x %d files', other: '%d files', many: 'x %d files' }
    const german = { one: '%d FILE', other: '%d FILEs' }
    expect(await translated(plistOf({ files: counted(many) }), 'de', shouted)).toBe(plistOf({ files: counted(german) }))
  })

  it('keeps the form for none, and takes no form for one of several numbers', async () => {
    const file = plistOf({ files: counted({ zero: 'No files', one: 'One file', other: '%d files' }) })
    const units = await unitsFor(file, 'ru')
    const forms = units.filter(({ group }) => group !== undefined)
    expect(forms.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text])).toEqual([
      ['zero', 'No files'],
      ['one', '%d files'],
      ['few', '%d files'],
      ['many', '%d files'],
      ['other', '%d files'],
    ])
    await translated(file, 'ru', shouted)
  })

  it('keeps a form that no text is taken from where its message is not translated, and replaces it by the same text', async () => {
    const [kept, other] = [counted({ one: 'One file', other: '%d files' }), counted({ other: '%d beds' })]
    const file = plistOf({ kept, other })
    const of = (says: string) => (unit: Unit) => (unit.part === 'other' ? 'X' : says === '' ? undefined : unit.text)
    const beds = counted({ one: 'X', few: 'X', many: 'X', other: 'X' })
    expect(await translated(file, 'ru', of(''))).toBe(plistOf({ kept, other: beds }))
    const files = counted({ one: '%d files', few: '%d files', many: '%d files', other: '%d files' })
    expect(await translated(file, 'ru', of('same'))).toBe(plistOf({ kept: files, other: beds }))
  })

  it('writes the forms of a variable together, or none', async () => {
    const file = plistOf({ files: counted(EN) })
    expect(await translated(file, 'ru', ({ text }) => (text === '%d file' ? 'X %d' : undefined))).toBe(file)
  })

  it('translates the text around variables, and leaves one alone that is nothing else', async () => {
    const message = { NSStringLocalizedFormatKey: '%#@n@ in %#@m@', n: plural(EN), m: plural({ other: '%d folders' }) }
    const file = plistOf({ a: message, b: counted(EN) })
    const units = await unitsFor(file, 'de')
    expect(units.map(({ part, text, left_out }) => [part, text, left_out])).toEqual([
      ['a', '%#@n@ in %#@m@', undefined],
      ['a', '%d file', undefined],
      ['a', '%d files', undefined],
      ['a', '%d folders', undefined],
      ['a', '%d folders', undefined],
      ['b', '%#@n@', 'placeholder_only'],
      ['b', '%d file', undefined],
      ['b', '%d files', undefined],
    ])
    expect(units[1]?.note).toBe('Stands for %#@n@ in: %#@n@ in %#@m@\nPlural form for 1')
  })

  it('reads the texts for devices and widths, with the plurals in them', async () => {
    const file = plistOf({
      tap: { NSStringDeviceSpecificRuleType: { iphone: 'Tap here', mac: counted(EN) } },
      wide: { NSStringVariableWidthRuleType: { '20': 'Short', '50': 'A longer text' } },
      plain: 'Only a text',
    })
    const units = await unitsFor(file, 'de')
    expect(units.map(({ text, note }) => [text, note?.split('\n')[0]])).toEqual([
      ['Tap here', 'For iphone'],
      ['%#@n@', 'For mac'],
      ['%d file', 'For mac'],
      ['%d files', 'For mac'],
      ['Short', 'For a width of 20'],
      ['A longer text', 'For a width of 50'],
      ['Only a text', undefined],
    ])
    await translated(file, 'ru', shouted)
  })

  it('gives comments as notes, the nearest of all around a text, and takes those of a translator', async () => {
    const file = plistOf({ files: counted(EN) }).replace('\t<key>files', '\t<!-- In the list -->\n\t<key>files')
    const units = await unitsFor(file, 'de')
    expect(units.map(({ note }) => note?.split('\n')[0])).toEqual(['In the list', 'In the list', 'In the list'])
    const notes = new Map(units.slice(1).map(({ path }) => [path, 'Seen -- in the menu']))
    const noted = await bytesOf(splice(opened(file)(), stringsdict.noting?.(file, units, notes) ?? []))
    const again = await unitsFor(noted.toString(), 'de')
    expect(again[1]?.note).toMatch(/^Seen - - in the menu\n/)
    expect(again.map(({ text }) => text)).toEqual(units.map(({ text }) => text))
  })

  it('keeps escapes, CDATA, line ends, the byte order mark and UTF-16', async () => {
    const file = plistOf({ files: counted({ one: '&lt;%d&#x20;file&gt;', other: '<![CDATA[%d & files]]>' }) })
    const made = await translated(`\ufeff${file.replaceAll('\n', '\r\n')}`, 'ru', ({ text }) => `${text} & <ok>`)
    expect(made.replaceAll('\r\n', '')).not.toContain('\n')
    expect(made).toContain('<![CDATA[%d & files & <ok>]]>')
    const utf16 = Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    await translated(utf16, 'ru', ({ text }) => `${text} ü`)
    const same = await bytesOf(rewrite(stringsdict, opened(utf16), () => undefined, { language: 'ru' }))
    expect(same.equals(utf16)).toBe(true)
  })

  it('passes by what is no text: numbers, empty strings, keys without a value, a plural without “other”', async () => {
    const odd = plistOf({ a: counted({ one: 'x', other: '' }), b: counted({ one: 'one alone' }) })
      .replace('<string></string>', '<string/>')
      .replace('</dict>\n</plist>', '<key>c</key><integer>4</integer><key>d</key><key>e</key></dict></plist>')
    const units = await unitsFor(odd, 'ru')
    expect(units.map(({ text, left_out }) => [text, left_out])).toContainEqual(['one alone', undefined])
    await translated(odd, 'ru', ({ text }) => `${text}!`)
  })

  it.each([
    ['another root', '<resources/>', 'no .stringsdict'],
    ['a list', '<plist><array/></plist>', 'no .stringsdict'],
    ['tags that are not closed', '<plist>\n<dict><key>a</dict></plist>', 'line 2'],
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><plist><dict/></plist>', 'defines entities'],
    ['deep nesting', `<plist>${'<dict>'.repeat(2000)}`, 'nested deeper'],
    ['a compiled file', 'bplist00\0\0', 'compiled file of an app'],
  ])('refuses %s', async (_, file, why) => {
    await expect(unitsOf(stringsdict, opened(file))).rejects.toThrow(why)
  })

  it('passes by dictionaries in dictionaries without end', async () => {
    const deep = `<plist><dict>${'<key>a</key><dict>'.repeat(400)}${'</dict>'.repeat(401)}</plist>`
    expect(await unitsOf(stringsdict, opened(deep))).toEqual([])
  })
})
