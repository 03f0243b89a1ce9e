import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { lettersOf } from '../../../src/formats/bytes/alphabets.ts'
import { holds } from '../../../src/formats/bytes/charset.ts'
import { openingFor } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

const TABLE = 'key;text\r\na;Größe wählen\r\nb;"Für; dich"\r\n'
const TRANSLATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ja: { 'Größe wählen': 'サイズを選択', 'Für; dich': '君に; どうぞ' },
  pl: { 'Größe wählen': 'Wybierz rozmiar łóżka', 'Für; dich': 'Dla ciebie; będzie' },
  fr: { 'Größe wählen': 'Choisir sa taille à cœur', 'Für; dich': 'Pour ; l’été' },
  de: { 'Größe wählen': 'Größe auswählen', 'Für; dich': 'Für; „dich“' },
}

/** What is written for a file in a language, with all that does not read back. */
async function written(
  extension: string,
  bytes: Buffer,
  language: string,
  translations: Readonly<Record<string, string>>,
) {
  const format = built(extension)
  const { open, instead_of } = await openingFor(format, opened(bytes, [5, 11, 17]), { languages: [language] })
  const translate = (unit: { readonly text: string }): string | undefined => translations[unit.text]
  const result = await bytesOf(rewrite(format, open, translate, { language }))
  const findings = await verify(format, open, opened(result), translate, { language })
  return { result, instead_of, findings }
}

describe('a table in Windows-1252', () => {
  const bytes = iconv.encode(TABLE, 'windows-1252')

  it.each(['ja', 'pl'])('becomes UTF-8 with a mark for spreadsheets in %s, every row of it [FMT-5]', async language => {
    const translations = TRANSLATIONS[language] ?? {}
    const { result, instead_of, findings } = await written('csv', bytes, language, translations)
    expect(findings).toEqual([])
    expect(instead_of).toBe('WINDOWS-1252')
    const expected = TABLE.replace(/Größe wählen|Für; dich/g, text => translations[text] ?? '')
    expect(result.toString()).toBe(`\ufeff${expected}`)
  })

  it.each(['fr', 'de'])('stays as it is in %s [FMT-5, FMT-1]', async language => {
    const translations = TRANSLATIONS[language] ?? {}
    const { result, instead_of, findings } = await written('csv', bytes, language, translations)
    expect(findings).toEqual([])
    expect(instead_of).toBeUndefined()
    const expected = TABLE.replace(/Größe wählen|Für; dich/g, text => translations[text] ?? '')
    expect(result).toEqual(iconv.encode(expected, 'windows-1252'))
  })

  it('becomes UTF-8 where one translation needs it [FMT-5]', async () => {
    const reading = (texts: string[]) => openingFor(built('csv'), opened(bytes), { languages: ['de'], texts })
    expect(await reading(['„Größe“ – 5 €…', ''])).not.toHaveProperty('instead_of')
    expect(await reading(['Größe', 'Größe 😀'])).toHaveProperty('instead_of')
  })

  it('has the same units either way, so that a plan counts what is written [FMT-2, FMT-5]', async () => {
    const format = built('csv')
    const { open } = await openingFor(format, opened(bytes), { languages: ['de', 'ja'] })
    const told = async (from: typeof open) =>
      (await unitsOf(format, from)).map(({ text, path, part, index, left_out }) => ({
        text,
        path,
        part,
        index,
        left_out,
      }))
    expect(await told(open)).toEqual(await told(opened(bytes)))
  })
})

describe('a catalogue', () => {
  const catalogue = (charset: string, id: string, comment: string, eol = '\n') =>
    [
      ...[
        `# ${comment}`,
        'msgid ""',
        'msgstr ""',
        `"Content-Type: text/plain; charset=${charset}\\n"`,
        '"Language: \\n"',
        '',
      ],
      ...[`#: ${comment}`, `msgid "${id}"`, 'msgstr ""', '', 'msgid "charset=KOI8-U"', 'msgstr ""', ''],
    ].join(eol)

  it.each([
    ['KOI8-R', 'Файл открыт', 'Проба', 'de', 'Datei geöffnet'],
    ['KOI8-R', 'Файл открыт', 'Проба', 'uk', 'Файл є відкритий'],
    ['ISO-8859-1', 'Größe', 'für alle', 'pl', 'Rozmiar łóżka'],
    ['ISO-8859-2', 'Łóżko', 'wąż', 'ja', '寝台'],
    ['Shift_JIS', '設定を保存', '試験', 'ko', '설정 저장'],
    ['EUC-JP', '設定を保存', '試験', 'th', 'บันทึก'],
  ] as const)(
    'in %s becomes UTF-8, in its header too: %s (%s) → %s [FMT-5]',
    async (charset, id, comment, language, text) => {
      const bytes = iconv.encode(catalogue(charset, id, comment), charset)
      const { result, instead_of, findings } = await written('po', bytes, language, { [id]: text })
      expect(findings).toEqual([])
      expect(instead_of).toBe(charset.toUpperCase())
      expect(result.toString()).toContain('charset=UTF-8\\n"')
      expect(result.toString()).toContain(`#: ${comment}\nmsgid "${id}"\nmsgstr "${text}"\n\nmsgid "charset=KOI8-U"`)
    },
  )

  it.each([
    ['KOI8-R', 'ru', 'Файл открыт', 'Файл закрыт'],
    ['KOI8-U', 'uk', 'Файл', 'Файл є'],
    ['ISO-8859-15', 'fr', 'Größe', 'Œuvre à cœur'],
    ['ISO-8859-9', 'tr', 'Größe', 'Büyüklüğü'],
    ['EUC-KR', 'ko', 'Open', '열기'],
    ['UTF-8', 'ja', 'Größe', '大きさ'],
  ] as const)('in %s stays so in %s [FMT-5, FMT-1]', async (charset, language, id, text) => {
    const bytes = iconv.encode(catalogue(charset, id, 'x', '\r\n'), charset)
    const { result, instead_of, findings } = await written('po', bytes, language, { [id]: text })
    expect(findings).toEqual([])
    expect(instead_of).toBeUndefined()
    expect(iconv.decode(result, charset)).toContain(`msgid "${id}"\r\nmsgstr "${text}"`)
    expect(iconv.decode(result, charset)).toContain(`charset=${charset}\\n"`)
  })

  it('without a header is UTF-8, whatever its messages say', async () => {
    const bytes = Buffer.from('msgid "Größe, charset=ISO-8859-1"\nmsgstr ""\n')
    expect(await openingFor(built('po'), opened(bytes), { languages: ['ja'] })).not.toHaveProperty('instead_of')
  })
})

describe('the letters of languages', () => {
  it('tell which charsets hold them', () => {
    const held = {
      'windows-1252': 'af ca da de en es et eu fi fo fr ga gd gl id is it ms nb nl nn pt sq sv sw',
      'iso-8859-1': 'da de en es fi id is it nb nl pt sv',
      'windows-1250': 'cs de en hr hu pl sk sl sr-Latn sq',
      'windows-1251': 'be bg en mk ru sr uk',
      'windows-1254': 'de en fr tr',
      'windows-1257': 'en et lt lv',
      'koi8-r': 'bg en ru',
      'windows-1253': 'el en',
      'windows-1255': 'en he',
      'windows-1256': 'ar en',
      shift_jis: 'en ja ru',
      'euc-kr': 'en ko',
      gb18030: 'de en ja ko ru th zh-Hans zh-Hant',
      big5: 'en zh-Hant',
      'tis-620': 'en th',
    }
    const all = [...new Set(Object.values(held).join(' ').split(' '))]
    for (const [charset, tags] of Object.entries(held)) {
      const found = tags.split(' ').filter(tag => holds(`legacy:${charset}`, lettersOf(tag)))
      expect([charset, found.join(' ')]).toEqual([charset, tags])
    }
    for (const charset of ['windows-1252', 'iso-8859-1', 'koi8-r', 'euc-kr', 'windows-1250']) {
      for (const tag of ['am', 'fa', 'hi', 'hy', 'ka', 'km', 'ro', 'ta', 'th', 'vi', 'zh-Hans']) {
        expect([charset, tag, holds(`legacy:${charset}`, lettersOf(tag))]).toEqual([charset, tag, false])
      }
    }
    expect(all.length).toBeGreaterThan(40)
  })

  it('are all that its months are written with [FMT-5]', () => {
    for (const tag of ['pl', 'cs', 'hu', 'tr', 'lt', 'lv', 'ru', 'uk', 'el', 'he', 'sr']) {
      const month = new Intl.DateTimeFormat(tag, { month: 'long' })
      const months = Array.from({ length: 12 }, (_, at) => month.format(new Date(2024, at, 5))).join('')
      const beyond = [...months].filter(letter => /\p{L}/u.test(letter) && letter > '\x7f')
      expect([tag, beyond.filter(letter => !lettersOf(tag).includes(letter))]).toEqual([tag, []])
    }
  })
})
