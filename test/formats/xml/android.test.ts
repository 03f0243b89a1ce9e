import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { built, bytesOf, fc, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('xml')

function file(content: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"${attributes}>
${content}
</resources>
`
}

async function written(content: string, translate: TranslateUnit, language = 'de'): Promise<string> {
  const target = { language }
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

async function one(content: string): Promise<Unit | undefined> {
  return (await unitsOf(format, opened(file(content))))[0]
}

describe('a string of Android', () => {
  it.each([
    ['It\\\'s \\"fine\\"', 'It\'s "fine"', 'A\'B "C" @', 'A\\\'B \\"C\\" @'],
    ['"It\'s   fine"', "It's   fine", ' A\'B "C"', '" A\'B \\"C\\""'],
    ["It's bare", "It's bare", "A'B", "A'B"],
    ['One\\nTwo\\u0020', 'One\nTwo ', 'A\nB\t ', 'A\\nB\\t\\u0020'],
    ['\\@home \\?', '@home ?', '?A  B', '\\?A \\u0020B'],
    ['  Many\n   lines ', 'Many lines', 'A B', '  A B '],
    ['A &amp; &lt;b>B&lt;/b>', 'A & <b>B</b>', '<b>C</b> & D', '&lt;b>C&lt;/b> &amp; D'],
    ["<![CDATA[<b>It\\'s</b>]]>", "<b>It's</b>", "<i>B's</i>", "<![CDATA[<i>B\\'s</i>]]>"],
    ...[
      ['<![CDATA[<a href="x">Click</a> "it"]]>', '<a href="x">Click</a> it', '<a href="x">B "C"</a>'],
      ['<![CDATA[<a href=\\"x\\">Click</a>]]>', '<a href="x">Click</a>', '<a href="x">C</a>'],
      ['&lt;a href="x y">Click&lt;/a>', '<a href="x y">Click</a>', '<a href="x y">C</a>'],
    ].map(([raw = '', text = '', to = '']) => {
      const as = raw.includes('\\"') ? to.replaceAll('"', '\\"') : to.replace('"C"', '\\"C\\"')
      return [raw, text, to, raw.startsWith('&') ? as.replaceAll('<', '&lt;') : `<![CDATA[${as}]]>`]
    }),
    ['<![CDATA[<a t="it\\\'s">C</a>]]>', '<a t="it\'s">C</a>', '<a t="it\'s">D', '<![CDATA[<a t="it\\\'s">D]]>'],
    ['<![CDATA[<a t="x">C</a>]]>', '<a t="x">C</a>', '<a t="x">"D" <b ">', '<![CDATA[<a t=\\"x\\">\\"D\\" <b \\">]]>'],
    ['Hi <b>you</b><br/>!', 'Hi <g1>you</g1><x2/>!', '<g1>Du</g1><x2/>, hi', '<b>Du</b><br/>, hi'],
    ['C:\\\\dir', 'C:\\dir', 'D:\\x', 'D:\\\\x'],
  ])('%j says %j; %j is written as %j [FMT-1]', async (raw, text, translation, as) => {
    const string = (inner: string): string => file(`<string name="a_b">${inner}</string>`)
    expect((await unitsOf(format, opened(string(raw))))[0]?.text).toBe(text)
    expect(await written(string(raw), () => translation)).toBe(string(as))
    expect(await written(string(raw), () => undefined)).toBe(string(raw))
  })

  it('reads back as any text that is written', async () => {
    const content = file(
      '<string name="a">Plain</string><string name="b">"Quoted"</string><string name="c"><![CDATA[x]]></string><string name="d"><![CDATA[<n t="n">x]]></string>',
    )
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...' \'"\\@?\n\tné&<>]%😀'), minLength: 1 }), async text => {
        if (text.trim() === '') return
        await written(content, () => text)
      }),
    )
  })

  it('has the comment before it as its note, its name as its part, and codes with what they stand for [FMT-4]', async () => {
    const unit = await one(`<!-- Of the whole file -->

  <!-- Greets. max-length: 40 -->
  <string name="greet">Hello <xliff:g id="name" example="Anna">%1$s</xliff:g>, %2$d new</string>`)
    expect(unit).toMatchObject({
      text: 'Hello <x1/>, %2$d new',
      part: 'greet',
      note: 'Greets. max-length: 40',
      syntax: 'printf',
      context: { key: 'greet', stands_for: { x1: '%1$s (name, e.g. Anna)' } },
    })
  })

  it.each([
    ['<string name="a" translatable="false">Acme Reader</string>', 'do_not_translate'],
    ['<string name="a">@string/other</string>', 'identifier'],
    ['<string name="a">https://example.org/</string>', 'url'],
    ['<string name="a">%1$s</string>', 'placeholder_only'],
    ['<string name="a"/>', 'empty'],
    ['<string name="a">100% sure</string>', undefined],
    ['<item type="string" name="a">Word</item>', undefined],
  ])('%s is left out as %s', async (content, reason) => {
    expect((await one(content))?.left_out).toBe(reason)
  })

  it('is not what other resources are, and is left out where the file says so', async () => {
    expect(
      await unitsOf(
        format,
        opened(file('<color name="a">#fff</color><style name="b"><item name="c">Word</item></style>')),
      ),
    ).toEqual([])
    const kept = await unitsOf(format, opened(file('<string name="a">Word</string>', ' translatable="false"')))
    expect(kept.map(({ left_out }) => left_out)).toEqual(['do_not_translate'])
  })

  it('has its language in the file, where that says one', async () => {
    const content = file('<string name="a">Word</string>', ' xmlns:tools="x" tools:locale="en"')
    expect(await format.languages?.(opened(content)())).toEqual({ source: 'en' })
    expect(await written(content, ({ text }) => text && 'Wort')).toContain('tools:locale="de"')
  })

  it('is an item of an array, too', async () => {
    const units = await unitsOf(
      format,
      opened(file('<string-array name="days"><item>Monday</item><item>Tuesday</item></string-array>')),
    )
    expect(units.map(({ path, part, text }) => [path, part, text])).toEqual([
      ['android:array/days/0', 'days', 'Monday'],
      ['android:array/days/1', 'days', 'Tuesday'],
    ])
  })
})

describe('plurals of Android', () => {
  const plural = (items: string): string => file(`    <plurals name="files">\n${items}    </plurals>`)
  const item = (quantity: string, text: string): string => `        <item quantity="${quantity}">${text}</item>\n`
  const source = plural(item('one', 'One file') + item('other', '%d files'))
  const numbered: TranslateUnit = ({ path, text }) =>
    text.includes('%d') ? `%d ${path.replace(/.*\[|\]/g, '')}` : 'Eine Datei'

  it('get the forms of the target language, in their usual order [FMT-4]', async () => {
    expect(await written(source, numbered, 'de')).toBe(plural(item('one', 'Eine Datei') + item('other', '%d other')))
    expect(await written(source, numbered, 'ru')).toBe(
      plural(item('one', '%d one') + item('few', '%d few') + item('many', '%d many') + item('other', '%d other')),
    )
    const arabic = await written(source, numbered, 'ar')
    expect([...arabic.matchAll(/quantity="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'zero',
      'one',
      'two',
      'few',
      'many',
      'other',
    ])
  })

  it('lose the forms that the target language never uses', async () => {
    expect(await written(source, numbered, 'ja')).toBe(plural(item('other', '%d other')))
    const zero = plural(item('zero', 'None') + item('one', 'One file') + item('other', '%d files'))
    expect(await written(zero, numbered, 'de')).toBe(plural(item('one', 'Eine Datei') + item('other', '%d other')))
    expect(await written(source, () => undefined, 'ja')).toBe(source)
  })

  it.each([
    ['de', 'one few many', 'one other'],
    ['de', 'few other', 'one other'],
    ['pl', 'zero one two other', 'one few many other'],
    ['ja', 'one', 'other'],
  ])('in %s, %s become %s', async (language, before, after) => {
    const names = (list: string): string =>
      plural(
        list
          .split(' ')
          .map(name => item(name, '%d x'))
          .join(''),
      )
    const result = await written(names(before), numbered, language)
    expect([...result.matchAll(/quantity="(\w+)"/g)].map(([, name]) => name).join(' ')).toBe(after)
  })

  it('get missing forms at the end, where their order is another', async () => {
    const turned = plural(item('other', '%d files') + item('one', 'One file'))
    expect(await written(turned, numbered, 'pl')).toBe(
      plural(item('other', '%d other') + item('one', 'Eine Datei') + item('few', '%d few') + item('many', '%d many')),
    )
  })

  it('say which numbers a form is for, and use the text for 1 only where it fits', async () => {
    const units = await unitsOf(format, opened(source), { target: { language: 'uk' } })
    expect(units.map(({ text, note }) => [text, note])).toEqual([
      ['%d files', 'Plural form for 1, 21, 31, 41, 51 …'],
      ['%d files', 'Plural form for 2, 3, 4, 22, 23 …'],
      ['%d files', 'Plural form for 0, 5, 6, 7, 8 …'],
      ['%d files', 'Plural form for 0.5, 1.5, 2.5'],
    ])
    const czech = await unitsOf(format, opened(source), { target: { language: 'cs' } })
    expect(czech[0]?.text).toBe('One file')
    const same = ['one', 'few', 'many', 'other'].map(quantity => item(quantity, '%d files')).join('')
    expect(await written(source, ({ text }) => text, 'uk')).toBe(plural(same))
  })
})
