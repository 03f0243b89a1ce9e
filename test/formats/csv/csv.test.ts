import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const csv = built('csv')
const tsv = built('tsv')
const GERMAN = { language: 'de' }

/** `part row: text`, with the reason where it is left out. */
const seen = async (content: string | Uint8Array, format = csv): Promise<string[]> =>
  (await unitsOf(format, opened(content))).filter(unit => unit.part !== 'column headings').map(shown)
const shown = ({ path, text, left_out }: Unit): string =>
  `${/col\[(.*)\]\/row\[(.*)\]/.exec(path)?.slice(1).join(' ')}: ${text}${left_out ? ` (${left_out})` : ''}`
const translated = async (
  content: string | Uint8Array,
  translations: Record<string, string>,
  { format = csv, language = 'de' } = {},
): Promise<string> => {
  const translate: TranslateUnit = unit => translations[unit.text]
  const result = await bytesOf(rewrite(format, opened(content), translate, { language }))
  expect(await verify(format, opened(content), opened(result), translate, { language })).toEqual([])
  return result.toString()
}

describe('cells of a table', () => {
  it('are units with column, row and the range of their text [RES-2]', async () => {
    const found = await unitsOf(csv, opened('\ufeffid,description\r\n1," Öl ""neu"" "\r\n'))
    expect(found).toMatchObject([
      { index: 0, path: 'csv:/col[id]/row[1]', part: 'column headings', text: 'id', left_out: 'key' },
      { index: 1, path: 'csv:/col[description]/row[1]', part: 'column headings', left_out: 'key' },
      { index: 2, path: 'csv:/col[description]/row[2]', part: 'description', start: 23, end: 34, text: 'Öl "neu"' },
      { index: 3, path: 'csv:/col[id]/row[2]', part: 'id', text: '1', left_out: 'number' },
    ])
  })

  it.each<[string, string, string[]]>([
    [
      'semicolons',
      'title;text\nA, b;Hello there, you\nC;Good day',
      ['title 2: A, b', 'text 2: Hello there, you', 'title 3: C', 'text 3: Good day'],
    ],
    ['tabs', 'title\ttext\nOne\tTwo words', ['title 2: One', 'text 2: Two words']],
    ['bars', 'title|text\nOne, a|Two; b', ['title 2: One, a', 'text 2: Two; b']],
    ['a first line that says so', 'sep=|\r\ntitle|text\r\nOne|Two', ['title 3: One', 'text 3: Two']],
    [
      'commas, which delimiters inside quotes do not hide',
      'title,text\n"a;b;c","d;e;f"\n"g;h;i","j;k;l"',
      ['title 2: a;b;c', 'text 2: d;e;f', 'title 3: g;h;i', 'text 3: j;k;l'],
    ],
    ['nothing: one column', 'title\nHello there\nYou and me', ['title 2: Hello there', 'title 3: You and me']],
  ])('are parted by %s', async (_, content, expected) => {
    expect(await seen(content)).toEqual(expected)
  })

  it('are parted by tabs alone in TSV', async () => {
    expect(await seen('title\ttext\na,b;c\tHi, there; you', tsv)).toEqual(['title 2: a,b;c', 'text 2: Hi, there; you'])
  })

  it.each<[string, string, string[]]>([
    [
      'ragged rows',
      'title,text\nOnly\nA,B,Extra cell\n\n,Last',
      ['title 2: Only', 'title 3: A', 'text 3: B', 'column 3 3: Extra cell', 'text 5: Last'],
    ],
    ['lone CR for a line end', 'title,text\rA,B\rC,D', ['title 2: A', 'text 2: B', 'title 3: C', 'text 3: D']],
    ['U+2028 and U+0085 for characters', 'title\nA\u2028b\u0085c', ['title 2: A\u2028b\u0085c']],
    ['line breaks in quotes', 'title,text\r\nA,"One\r\nTwo\rThree"\r\n', ['title 2: A', 'text 2: One\nTwo\nThree']],
    ['bare quotes', 'title,text\n5" pipe,say "hi" now', ['title 2: 5" pipe', 'text 2: say "hi" now']],
    ['text behind a closing quote', 'title,text\n"A" b,"C ""d"""e', ['title 2: A b', 'text 2: C "d"e']],
    [
      'backslashes before quotes',
      'title,text\n"a","say \\"hi, you\\" there"\n"b","no \\"x\\", y"',
      ['title 2: a', 'text 2: say "hi, you" there', 'title 3: b', 'text 3: no "x", y'],
    ],
    ['nothing but blanks', 'title,text\n  , \n"","  "\n', []],
  ])('take %s', async (_, content, expected) => {
    expect(await seen(content)).toEqual(expected)
  })
})

describe('column names', () => {
  const firstParts = async (content: string): Promise<string[]> => [
    ...new Set((await unitsOf(csv, opened(content))).filter(unit => unit.left_out !== 'key').map(unit => unit.part)),
  ]
  it.each<[string, string, string[]]>([
    ['usual words', 'Title,Description\nFoo,Bar baz', ['Title', 'Description']],
    ['names for programs', 'post_text,altText\nFoo,Bar baz', ['post_text', 'altText']],
    ['labels above numbers', 'Kosten,Menge\n12.5,3\n7,9', ['Kosten', 'Menge']],
    [
      'labels above long texts',
      'Bezeichnung\nA rather long text about something else altogether\nAnother rather long text to read here',
      ['Bezeichnung'],
    ],
    ['the same twice, and one empty', 'title,title,\nFoo bar,Baz,Quux', ['title', 'title (2)', 'column 3']],
  ])('are the first row: %s', async (_, content, expected) => {
    expect(await firstParts(content)).toEqual(expected)
  })

  it.each<[string, string]>([
    ['one row', 'Hello,World'],
    ['sentences', 'Where is it?,Over there.\nWho are you?,It is me.'],
    ['pairs of words', 'Save,Sichern\nOpen,Öffnen\nClose,Zumachen'],
    ['values', 'Widget,12.50\nGadget,7.00'],
  ])('are numbers where the first row is data: %s', async (_, content) => {
    expect((await firstParts(content)).every(part => /^column \d$/.test(part))).toBe(true)
  })
})

describe('what of a table is not translated', () => {
  it('is numbers, addresses and what a column of identifiers holds, many rows to a unit', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, i) => `${i},SKU-${i}x,good thing ${i % 7},https://a.example/${i},12.${i}`,
    )
    const found = await seen(`id,sku,name,url,price\n${rows.join('\n')}`)
    expect(found.filter(line => !line.startsWith('name '))).toEqual([
      expect.stringMatching(/^id 2-63: 0\n1\n.*61 \(number\)$/s),
      expect.stringMatching(/^sku 2-63: SKU-0x\n.* \(identifier\)$/s),
      expect.stringMatching(/^url 2-63: .* \(url\)$/s),
      expect.stringMatching(/^price 2-63: .* \(number\)$/s),
      ...['id', 'sku', 'url', 'price'].map(name => expect.stringMatching(new RegExp(`^${name} 64-101: `))),
    ])
    expect(found.filter(line => line.startsWith('name '))).toHaveLength(100)
  })

  it.each<[string, string, string]>([
    ['a price', '12,50 €', 'number'],
    ['a date', '2024-05-01 10:30', 'number'],
    ['a formula', '=SUM(A1:A9)', 'formula'],
    ['a formula with a sign', '+A1+B2', 'formula'],
    ['an identifier', 'btn_save', 'identifier'],
    ['a placeholder', '{name}', 'placeholder_only'],
    ['a dash', '–', 'not_text'],
  ])('is %s', async (_, value, reason) => {
    const [unit] = await seen(`title;text\nHello there;"${value}"\nGood day;Some text`).then(lines =>
      lines.filter(line => line.startsWith('text 2')),
    )
    expect(unit).toBe(`text 2: ${value} (${reason})`)
  })

  it('is not the prose that stands among identifiers', async () => {
    const found = await seen(
      'sku;title\nA-1;One\nA-2;Two\nB-3;Three\nC-4;Four\nD-5;Five\nE-6;Six\nF-7;Seven\nG-8;Eight\nH-9;Nine\non request only;Ten',
    )
    expect(found).toContain('sku 11: on request only')
  })

  it('are codes under a name that says so', async () => {
    expect(await seen('currency;label\nEUR;YES\nUSD;NO\nGBP;OK')).toEqual([
      'label 2: YES',
      'label 3: NO',
      'label 4: OK',
      'currency 2-4: EUR\nUSD\nGBP (identifier)',
    ])
  })
})

describe('a translated table', () => {
  it.each<[string, string, string, string]>([
    ['keeps a bare cell bare', 'title,text\nA,Hello', 'Hallo', 'title,text\nA,Hallo'],
    ['keeps a quoted cell quoted', 'title,text\r\nA,"Hello"\r\n', 'Hallo', 'title,text\r\nA,"Hallo"\r\n'],
    ['quotes a delimiter', 'title,text\nA,Hello', 'Hallo, du', 'title,text\nA,"Hallo, du"'],
    ['does not quote what delimits elsewhere', 'title;text\nA;Hello', 'Hallo, du', 'title;text\nA;Hallo, du'],
    ['quotes quotes', 'title,text\nA,Hello', 'Sag "Hallo"', 'title,text\nA,"Sag ""Hallo"""'],
    ['keeps bare quotes bare', 'title,text\nA,Hello "x"', 'Sag "x"', 'title,text\nA,Sag "x"'],
    ['quotes a quote at the beginning', 'title,text\nA,Hello "x"', '"x" sag', 'title,text\nA,"""x"" sag"'],
    ['quotes line breaks', 'title,text\nA,Hello', 'Eins\nZwei', 'title,text\nA,"Eins\nZwei"'],
    ['keeps the line ends of the cell', 'title,text\nA,"One\r\nTwo"', 'Eins\nZwei', 'title,text\nA,"Eins\r\nZwei"'],
    ['keeps blanks outside', 'title,text\nA,  Hello\t \nB, x', 'Hallo', 'title,text\nA,  Hallo\t \nB, x'],
    ['keeps blanks when it quotes', 'title,text\nA,  Hello ', 'a, b', 'title,text\nA,"  a, b "'],
    ['keeps blanks inside quotes', 'title,text\nA," Hello "', 'Hallo', 'title,text\nA," Hallo "'],
    ['tidies text behind a closing quote', 'title,text\nA,"Hel"lo', 'Hallo "du"', 'title,text\nA,"Hallo ""du"""'],
    [
      'writes backslashes where the file has them',
      'title,text\n"b","x \\"y\\" z"\n"A","He said \\"Hello, you\\" there"',
      'Er "sagte" \\',
      'title,text\n"b","x \\"y\\" z"\n"A","Er \\"sagte\\" \\\\"',
    ],
  ])('%s [RES-2]', async (_, content, translation, expected) => {
    const texts = (await unitsOf(csv, opened(content))).filter(unit => unit.part === 'text')
    const last = texts.find(unit => /He|One/.test(unit.text))?.text ?? ''
    expect(await translated(content, { [last]: translation })).toBe(expected)
  })

  it('keeps byte order mark, CRLF, ragged rows and an unfinished last line [RES-2]', async () => {
    const file = '\ufefftitle;text\r\n\r\nA;Hello;;\r\nB\r\n;Hello'
    expect(await translated(file, { Hello: 'Hallo' })).toBe('\ufefftitle;text\r\n\r\nA;Hallo;;\r\nB\r\n;Hallo')
  })

  it('is UTF-16 where the original is [RES-2]', async () => {
    const file = Buffer.from('\ufefftitle\ttext\r\nA\tHellö 😀\r\n', 'utf16le')
    for (const bytes of [file, Buffer.from(file).swap16()]) {
      const result = await bytesOf(
        rewrite(csv, opened(bytes), unit => (unit.text === 'A' ? 'ÄÖ "x"' : undefined), GERMAN),
      )
      const little = bytes === file ? result : Buffer.from(result).swap16()
      expect(little.toString('utf16le')).toBe('\ufefftitle\ttext\r\n"ÄÖ ""x"""\tHellö 😀\r\n')
    }
  })

  it.each(['=1+1', '+49', '-x', '@SUM(A1)', '＝x', '＋x', '－x', '＠x'])(
    'never begins as a formula: %s stays untranslated [ENG-2]',
    async danger => {
      const file = 'title,text\nA,Hello\nB,-Hello'
      const translate: TranslateUnit = unit => (unit.text === 'Hello' ? danger : undefined)
      const result = await bytesOf(rewrite(csv, opened(file), translate, GERMAN))
      expect(result.toString()).toBe(file)
      expect(await verify(csv, opened(file), opened(result), translate, GERMAN)).toEqual([
        { kind: 'text', index: 3, path: 'csv:/col[text]/row[2]', expected: danger, found: 'Hello' },
      ])
      expect(await translated(file, { '-Hello': '-Hallo' })).toBe('title,text\nA,Hello\nB,-Hallo')
    },
  )

  it.each(['', ' ', '42', 'a\0b'])('keeps the source where the translation is no text (%j)', async nothing => {
    const translate: TranslateUnit = unit => (unit.text === 'Hello' ? nothing : undefined)
    const file = 'title,text\nA,Hello'
    expect((await bytesOf(rewrite(csv, opened(file), translate, GERMAN))).toString()).toBe(file)
  })

  it('is read as its original was, whatever its translations look like', async () => {
    const file = 'title\nHello there\nGood day\nBye now'
    const all = { 'Hello there': 'a;b;c', 'Good day': 'd;e;f', 'Bye now': 'g;h;i' }
    expect(await translated(file, all)).toBe('title\na;b;c\nd;e;f\ng;h;i')
  })
})
