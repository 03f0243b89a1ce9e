import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { built, bytesOf, opened, rewrite, unitsOf } from '../files.ts'

const text = built('txt')
const units = async (content: string | Uint8Array): Promise<string[]> =>
  (await unitsOf(text, opened(content))).map(unit => (unit.left_out ? `${unit.text} (${unit.left_out})` : unit.text))
const translated = async (content: string, translations: Record<string, string>): Promise<string> =>
  (await bytesOf(rewrite(text, opened(content), unit => translations[unit.text], { language: 'de' }))).toString()

const WRAPPED = [
  'This version of the General Licence incorporates the terms and',
  'conditions of the other one, supplemented by the additional',
  'permissions listed below.',
]

const PROSE = [
  {
    name: 'house-rules.txt',
    heading: 'RULES OF THE OPEN WORKSHOP',
    paragraph: [
      'These rules hold for everybody who works here, whether as a guest,',
      'as a member or at the desk. They are few, and they are meant.',
    ],
    most: 40,
  },
  {
    name: 'lgpl.txt',
    heading: 'GNU LESSER GENERAL PUBLIC LICENSE',
    paragraph: [
      'This version of the GNU Lesser General Public License incorporates',
      'the terms and conditions of version 3 of the GNU General Public',
      'License, supplemented by the additional permissions listed below.',
    ],
    most: 60,
  },
].flatMap(known => corpus('txt').flatMap(({ name, bytes }) => (name === known.name ? [{ ...known, bytes }] : [])))

describe('paragraphs of plain text', () => {
  it.each<[string, string, string[]]>([
    ['blank lines part paragraphs', 'One.\n\nTwo.\n \t\n\nThree.', ['One.', 'Two.', 'Three.']],
    ['wrapped lines stay together', WRAPPED.join('\n'), [WRAPPED.join('\n')]],
    [
      'a list keeps its lines apart, marks outside',
      '- Buy milk\n- Sell the cow\n  1) Count',
      ['Buy milk', 'Sell the cow', 'Count'],
    ],
    ['short lines are apart', 'Save\nOpen file\nplease wait', ['Save', 'Open file', 'please wait']],
    [
      'one sentence per line',
      'Your session has expired, please sign in again to go on.\nAn error occurred while saving the document, try again.',
      [
        'Your session has expired, please sign in again to go on.',
        'An error occurred while saving the document, try again.',
      ],
    ],
    [
      'a wrapped list item is one unit',
      '* Check that every user of the system has been told about the\n  change before it is made\n* Go home',
      ['Check that every user of the system has been told about the\n  change before it is made', 'Go home'],
    ],
    [
      'lines too long to be wrapped are paragraphs',
      `Chapter one ${'and on '.repeat(25)}\nChapter two ${'and on '.repeat(20)}\nThe end`,
      [`Chapter one ${'and on '.repeat(25)}`.trim(), `Chapter two ${'and on '.repeat(20)}`.trim(), 'The end'],
    ],
    ['a title and its underline', 'Report\n======\nText', ['Report', '====== (not_text)', 'Text']],
    ['white space around stays outside', '\t  Centred  \n', ['Centred']],
    [
      'what is no text is seen but left out',
      '42\n\nhttps://example.com/a\n\n{name}\n\n* * *',
      ['42 (number)', 'https://example.com/a (url)', '{name} (placeholder_only)', '* * (not_text)'],
    ],
    [
      'Japanese wraps by width',
      `${'日本語の長い文章'.repeat(5)}\n${'次の行に続く'.repeat(6)}\n終わり`,
      [`${'日本語の長い文章'.repeat(5)}\n${'次の行に続く'.repeat(6)}\n終わり`],
    ],
  ])('%s', async (_, content, expected) => {
    expect(await units(content)).toEqual(expected)
  })

  it('has no units where there is no text', async () => {
    for (const content of ['', '\ufeff', '\n\r\n \t\n', Buffer.from([0xff, 0xfe])])
      expect(await units(content)).toEqual([])
  })

  it('takes CRLF, LF and lone CR for line ends, and no other character', async () => {
    expect(await units('a\r\rb\r\n\r\nc\n\nd')).toEqual(['a', 'b', 'c', 'd'])
    expect(await units('one\u2028two\u2029\u0085three')).toEqual(['one\u2028two\u2029\u0085three'])
  })

  it('addresses units by number and place [RES-2]', async () => {
    const [, second] = await unitsOf(text, opened('\ufeffÄh.\r\n\r\n  Zwei  '))
    expect(second).toMatchObject({
      index: 1,
      path: 'text:p2',
      part: 'paragraph',
      start: 3 + 4 + 4 + 2,
      end: 17,
      raw: 'Zwei',
    })
  })

  it.each(['\r\n', '\n', '\r'])('gives a wrapped paragraph its own line ends back (%j) [RES-2]', async eol => {
    const source = WRAPPED.join('\n')
    const file = `Title${eol}${eol}${WRAPPED.join(eol)}${eol}`
    expect(await translated(file, { [source]: 'Eins\nZwei\nDrei' })).toBe(
      `Title${eol}${eol}Eins${eol}Zwei${eol}Drei${eol}`,
    )
    expect(await translated(file, { [source]: 'Eins\nZwei' })).toBe(`Title${eol}${eol}Eins${eol}Zwei${eol}`)
  })

  it('keeps mixed line ends one by one where the translation has as many [RES-2]', async () => {
    const [a, b, c] = WRAPPED
    expect(await translated(`${a}\r\n${b}\n${c}`, { [WRAPPED.join('\n')]: 'x\ny\nz' })).toBe('x\r\ny\nz')
  })

  it.each(PROSE)('reads the real prose of $name as paragraphs', async ({ bytes, heading, paragraph, most }) => {
    const found = await units(bytes)
    expect(found).toContain(heading)
    expect(found).toContain(paragraph.join('\n'))
    expect(found.length).toBeLessThan(most)
  })
})

describe('hostile text', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['invalid UTF-8', Buffer.from([0x61, 0xe9, 0x62]), /not UTF-8 text/],
    ['UTF-8 cut short', Buffer.from([0x61, 0xe2, 0x82]), /not UTF-8 text/],
    ['Latin-1', Buffer.from('Ünï', 'latin1'), /Save it as UTF-8/],
    ['UTF-16 of an odd length', Buffer.from([0xff, 0xfe, 0x41]), /says it is UTF-16LE/],
    ['UTF-16 with half a surrogate pair', Buffer.from('\ufeffa\ud800b', 'utf16le'), /says it is UTF-16LE/],
    ['UTF-16 without a mark', Buffer.from('hello', 'utf16le'), /UTF-16 without a byte order mark/],
    ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), /NUL/],
  ])('refuses %s and says what to do', async (_, bytes, message) => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reading = unitsOf(text, opened(bytes, [cut]))
      await expect(reading).rejects.toMatchObject({ code: 'not_decodable', message: expect.stringMatching(message) })
    }
  })

  it('reads one endless line in pieces, whole characters each', async () => {
    const found = await unitsOf(text, opened('😀word '.repeat(200_000)))
    expect(found.length).toBeGreaterThan(1)
    expect(Math.max(...found.map(unit => unit.text.length))).toBeLessThanOrEqual(1_000_000)
    expect(found.every(unit => unit.text.startsWith('😀word'))).toBe(true)
    const unbroken = await unitsOf(text, opened('😀'.repeat(550_000)))
    expect(unbroken.map(unit => unit.text).join('') === '😀'.repeat(550_000)).toBe(true)
  })

  it('reads a paragraph without an end in pieces', async () => {
    const found = await unitsOf(text, opened('some words that go on and on in this line of text\n'.repeat(60_000)))
    expect(Math.max(...found.map(unit => unit.text.length))).toBeLessThanOrEqual(1_000_000)
  })
})
