import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../support/seed.ts'
import { built, bytesOf, fc, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const csv = built('csv')
const marked: TranslateUnit = unit => (unit.left_out ? undefined : `«${unit.text}»`)

/** The table in a language: whatever is offered is translated, and reads back. */
async function inLanguage(
  content: string | Uint8Array,
  language: string,
  translate: TranslateUnit = marked,
): Promise<Buffer> {
  const target = { language }
  const result = await bytesOf(rewrite(csv, opened(content), translate, target))
  expect(await verify(csv, opened(content), opened(result), translate, target)).toEqual([])
  return result
}
const german = async (content: string, translate?: TranslateUnit) =>
  (await inLanguage(content, 'de', translate)).toString()

describe('a language that a table lacks', () => {
  it('says of what stands above the headings that it is left out, and takes a row of data for none [FMT-3]', async () => {
    const units = await unitsOf(csv, opened('Our shop,,\nkey,en,fr\na,One,Un\n'), { target: { language: 'de' } })
    expect(units[0]).toMatchObject({ text: 'Our shop', part: 'column headings', left_out: 'key' })
    expect(await german('Save it now,ok\nkey,en\n')).not.toContain('de')
  })

  it('is no abbreviation among the headings [FMT-3]', async () => {
    const units = await unitsOf(csv, opened('id,name,na,type\n1,Red hat,n/a,Hat\n2,Blue hat,NA,Hat\n'), {
      target: { language: 'de' },
    })
    expect(units.filter(unit => !unit.left_out).map(({ text }) => text)).toContain('Red hat')
    expect(units.map(({ part }) => part)).not.toContain('de')
  })

  it.each<[string, string]>([
    ['key,en,fr\na,One,Un\nb,Two,Deux\n', 'key,en,fr,de\na,One,Un,«One»\nb,Two,Deux,«Two»\n'],
    ['key,en,fr,comment\na,One,Un,Hi\n', 'key,en,fr,de,comment\na,One,Un,«One»,Hi\n'],
    ['id,en\n7,One\n', 'id,en,de\n7,One,«One»\n'],
    [',en\nGREET,Hello there\n', ',en,de\nGREET,Hello there,«Hello there»\n'],
    ['sku,title_en\nA1,One', 'sku,title_en,title_de\nA1,One,«One»'],
    [
      'sku,name_en,name_fr,text_en,text_fr\nA1,One,,Two,',
      'sku,name_en,name_fr,name_de,text_en,text_fr,text_de\nA1,One,,«One»,Two,,«Two»',
    ],
    [
      'sku,name_en,text_en,name_fr,text_fr\nA1,One,Two,,\nA2,One,Two\n',
      'sku,name_en,text_en,name_fr,name_de,text_fr,text_de\nA1,One,Two,,«One»,,«Two»\nA2,One,Two,,«One»,,«Two»\n',
    ],
    ['Our shop,,\n,,\nkey,en,fr\na,One,Un\n', 'Our shop,,\n,,\nkey,en,fr,de\na,One,Un,«One»\n'],
    [
      'Texts of the shop\nmade on,2026-01-05\n\nkey,en,fr,it\na,One,Un,\n',
      'Texts of the shop\nmade on,2026-01-05\n\nkey,en,fr,it,de\na,One,Un,,«One»\n',
    ],
    ['en\nOpen it\nClose it\n', 'en,de\nOpen it,«Open it»\nClose it,«Close it»\n'],
    ['English,notes\nOpen it,In the menu\n', 'English,German,notes\nOpen it,«Open it»,In the menu\n'],
    ['sep=;\nkey;en;fr\na;One;Un\n', 'sep=;\nkey;en;fr;de\na;One;Un;«One»\n'],
  ])('gets a column of its own; all others stay as they are: %j [FMT-3, RES-2]', async (content, expected) => {
    expect(await german(content)).toBe(expected)
  })

  it.each<[string, string, string]>([
    ['EN,FR', 'de', 'EN,FR,DE'],
    ['en_US,fr_FR', 'de-AT', 'en_US,fr_FR,de_AT'],
    ['en-us,fr-fr', 'de-AT', 'en-us,fr-fr,de-at'],
    ['en_US,fr_FR', 'zh-Hans', 'en_US,fr_FR,zh_CN'],
    ['English,French', 'de', 'English,French,German'],
    ['english,french', 'pt-BR', 'english,french,portuguese (brazil)'],
    ['Français,English', 'de', 'Français,English,Deutsch'],
    ['Englisch,Französisch', 'nl', 'Englisch,Französisch,Niederländisch'],
    ['English (en),French (fr)', 'de', 'English (en),French (fr),German (de)'],
    ['Name [en],Name [fr]', 'de', 'Name [en],Name [fr],Name [de]'],
    ['name_en,name_fr', 'de-AT', 'name_en,name_fr,name_de_AT'],
    ['en_name,fr_name', 'de', 'en_name,fr_name,de_name'],
  ])('has a heading in the manner of the others: %s', async (headings, language, expected) => {
    const result = await inLanguage(`key,${headings}\na,One,Two\n`, language)
    expect(result.toString().split('\n')[0]).toBe(`key,${expected}`)
    // What was written is found as the place of this language.
    expect(await unitsOf(csv, opened(result), { target: { language } })).toContainEqual(
      expect.objectContaining({ left_out: 'already_translated', target: expect.stringMatching('«') }),
    )
  })

  it('leaves blank and short rows, rows without text, quotes, CRLF and the byte order mark as they are [RES-2]', async () => {
    const file =
      '\ufeff"key","en","fr","comment"\r\n\r\n"a","One","Un",""\r\n"b"\r\n"c","","Deux","x"\r\n"d","7",,\r\ne,Two\r\n'
    expect(await german(file)).toBe(
      '\ufeff"key","en","fr","de","comment"\r\n\r\n"a","One","Un","«One»",""\r\n"b"\r\n"c","","Deux","","x"\r\n"d","7",,"",\r\ne,Two,,«Two»\r\n',
    )
  })

  it('is written in UTF-16 as in any other charset [RES-2]', async () => {
    const result = await inLanguage(Buffer.from('\ufeffkey\ten\tfr\r\na\tOne\tÜn\r\n', 'utf16le'), 'de')
    expect(result.toString('utf16le')).toBe('\ufeffkey\ten\tfr\tde\r\na\tOne\tÜn\t«One»\r\n')
  })

  it('has an empty cell where a text is not translated, and no column where none is [FMT-1]', async () => {
    const file = 'key,en,fr,note\na,One,Un,x\nb,Two,Deux,y\n'
    const second: TranslateUnit = unit => (unit.text === 'Two' ? 'Zwei' : undefined)
    expect(await german(file, second)).toBe('key,en,fr,de,note\na,One,Un,,x\nb,Two,Deux,Zwei,y\n')
    const result = await bytesOf(
      rewrite(csv, opened(file), unit => (unit.text === 'One' ? '=1+1' : second(unit)), { language: 'de' }),
    )
    expect(result.toString()).toBe('key,en,fr,de,note\na,One,Un,,x\nb,Two,Deux,Zwei,y\n')
    expect(await german(file, () => undefined)).toBe(file)
  })

  it('is found changed, where somebody moved its cells [FMT-1]', async () => {
    const file = 'key,en,fr\na,One,Un\nb,Two,Deux\n'
    const check = (result: string) => verify(csv, opened(file), opened(result), marked, { language: 'de' })
    const result = await german(file)
    expect(await check(result.replace('«Two»', ''))).not.toEqual([])
    expect(await check(result.replace('One,', 'One,x,'))).not.toEqual([])
    expect(await check(result.replace('fr,de', 'de,fr'))).not.toEqual([])
  })

  it('takes its place beside those that came before it, and none is touched [FMT-3]', async () => {
    let file = 'key,en,note\na,One,Hi\nb,Two,\n'
    for (const language of ['de', 'pl', 'fr']) {
      const result = await inLanguage(file, language, unit => (unit.left_out ? undefined : `${language} ${unit.text}`))
      file = result.toString()
    }
    expect(file).toBe('key,en,de,pl,fr,note\na,One,de One,pl One,fr One,Hi\nb,Two,de Two,pl Two,fr Two,\n')
  })

  it.each<[string, string, string]>([
    ['key,en,de\na,One,Eins\n', 'de-AT', 'key,en,de,de-AT\na,One,Eins,«One»\n'],
    ['key,en,de-AT\na,One,Eins\n', 'de', 'key,en,de-AT,de\na,One,Eins,«One»\n'],
    ['key,en,de_DE\na,One,\n', 'de', 'key,en,de_DE\na,One,«One»\n'],
    ['key,en,pt\na,One,\n', 'pt-BR', 'key,en,pt\na,One,«One»\n'],
    ['key,en,pt\na,One,Um\n', 'pt-PT', 'key,en,pt,pt-PT\na,One,Um,«One»\n'],
    ['key,en,zh_CN\na,One,\n', 'zh-Hans', 'key,en,zh_CN\na,One,«One»\n'],
    ['key,en,zh_TW\na,One,一\n', 'zh-Hans', 'key,en,zh_TW,zh_CN\na,One,一,«One»\n'],
    ['key,en,sr@latin\na,One,\n', 'sr-Latn', 'key,en,sr@latin\na,One,«One»\n'],
    ['key,en,日本語\na,One,\n', 'ja', 'key,en,日本語\na,One,«One»\n'],
    ['key,en,jp\na,One,\n', 'ja', 'key,en,jp\na,One,«One»\n'],
    ['key,English,Deutsch\na,One,\n', 'de', 'key,English,Deutsch\na,One,«One»\n'],
    ['key,English (US),English (UK)\na,One,\n', 'en-GB', 'key,English (US),English (UK)\na,One,«One»\n'],
  ])('is the usual region of a language, and no other: %j into %s [FMT-2]', async (content, language, expected) => {
    expect((await inLanguage(content, language)).toString()).toBe(expected)
  })
})

describe('a column in another language that is asked for by name', () => {
  const file = 'key,en,fr,es\na,One,Un,Uno\n'
  const textsFor = async (...names: readonly string[]) => {
    const asked = (part: string, reason: string) => reason === 'other_language' && names.includes(part)
    const units = await unitsOf(csv, opened(file), { target: { language: 'de' }, asked })
    return units.flatMap(({ text, target, left_out }) => (left_out ? [] : [[text, target]]))
  }

  it('is the source; its texts are not written over [FMT-3]', async () => {
    expect(await textsFor('fr')).toEqual([['Un', '']])
    expect(await textsFor('fr', 'es')).toEqual([['One', '']])
  })
})

describe('any table with columns of languages', () => {
  const KNOWN = ['en', 'fr', 'pl']
  const cell = fc.constantFrom('', 'Some text', 'One, "two"', '12', 'line\nbreak', ' word ', 'btn_ok', 'None')
  const table = fc.record({
    languages: fc.subarray(KNOWN, { minLength: 1 }),
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
    eol: fc.constantFrom('\n', '\r\n'),
    source: fc.constantFrom(undefined, ...KNOWN),
  })
  const written = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const read = (text: string): string[][] => parse(text, { relax_column_count: true, skip_empty_lines: true })

  it('gets what was offered, once for each language, and keeps all else [FMT-1, FMT-2, FMT-3]', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ languages, rows, eol, source }) => {
        const lines = [
          ['key', ...languages, 'note'],
          ...rows.map((row, at) => [`k${at}`, ...row.slice(0, languages.length + 1)]),
        ]
        let file = lines.map(line => line.map(written).join(',')).join(eol) + eol
        for (const language of ['de', 'fr', 'es']) {
          const offered = (await unitsOf(csv, opened(file), { target: { language }, source })).filter(
            unit => !unit.left_out,
          )
          // Columns without text are none of languages: the table is like any other, and its notes are its text.
          if (offered.length > 0 && offered.every(({ part }) => part === 'note')) return
          const scan: typeof csv.scan = (bytes, options) => csv.scan(bytes, { ...options, source })
          const translate: TranslateUnit = unit => (unit.left_out ? undefined : `${language} ${unit.text}`)
          const result = (await bytesOf(rewrite({ ...csv, scan }, opened(file), translate, { language }))).toString()
          expect(await verify({ ...csv, scan }, opened(file), opened(result), translate, { language })).toEqual([])
          const [before, after] = [read(file), read(result)]
          const place = after[0]?.indexOf(language) ?? -1
          const isNew = before[0]?.includes(language) === false
          const filled: string[] = []
          for (const [number, row] of after.entries()) {
            const old = before[number] ?? []
            const same = row.filter((_, at) => at !== place)
            const kept = isNew ? old : old.filter((_, at) => at !== place)
            // A short row may get empty cells before its new one.
            expect(same.slice(0, kept.length)).toEqual(kept)
            expect(same.slice(kept.length).every(text => text === '')).toBe(true)
            if (number > 0 && row[place] !== (isNew ? '' : (old[place] ?? '')) && row[place])
              filled.push(row[place] ?? '')
          }
          expect(filled.map(text => text.trim())).toEqual(offered.map(unit => `${language} ${unit.text}`))
          file = result
        }
      }),
      { numRuns: rounds(60) },
    )
  })
})
