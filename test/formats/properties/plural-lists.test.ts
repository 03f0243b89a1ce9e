import { describe, expect, it } from 'vitest'
import { properties } from '../../../src/formats/properties/properties.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

const FILE = `# LOCALIZATION NOTE (files): Semicolon-separated list of plural forms. See:
# https://developer.mozilla.org/docs/Mozilla/Localization/Localization_and_Plurals
# #1 is the number of files
files=#1 file;#1 files

# A list of things.
things=one;two
café=Café
`

const noteFor = async (language: string) => {
  const units = await unitsOf(properties, opened(FILE), { target: { language } })
  return units[0]?.note?.split('\n').at(-1)
}

async function written(language: string, translation: string): Promise<string> {
  const translate = ({ part }: { part: string }) => (part === 'files' ? translation : undefined)
  const result = await bytesOf(rewrite(properties, opened(FILE), translate, { language }))
  const isWritten = result.toString() !== FILE
  const found = await verify(properties, opened(FILE), opened(result), translate, { language })
  expect(found.length > 0).toBe(!isWritten)
  return result.toString()
}

describe('a list of plural forms of Mozilla', () => {
  it.each([
    ['de', '2 forms with ; between them, for 1; all other numbers'],
    ['fr-CA', '2 forms with ; between them, for 0, 1; all other numbers'],
    ['pt', '2 forms with ; between them, for 1; all other numbers'],
    ['pt-BR', '2 forms with ; between them, for 0, 1; all other numbers'],
    ['ja', 'One form for all numbers, without ;'],
    ['zh-Hant-TW', 'One form for all numbers, without ;'],
    ['ru', '3 forms with ; between them, for 1, 21, 31 …; 2 to 4, 22 to 24 …; all other numbers'],
    ['cs', '3 forms with ; between them, for 1; 2 to 4; all other numbers'],
    ['cy', '6 forms with ; between them, for 0; 1; 2; 3; 6; all other numbers'],
  ])('says into %s how many forms there are, and of which numbers', async (language, said) => {
    expect(await noteFor(language)).toBe(said)
  })

  it('has in Arabic the form for none behind all others, as only these programs have it', async () => {
    expect(await noteFor('ar')).toMatch(/^6 forms .*, for 1; 2; .*; 0$/)
  })

  it('says nothing while the target is not known, and of a list that no comment names', async () => {
    expect((await unitsOf(properties, opened(FILE)))[0]?.note).toMatch(/number of files$/)
    expect((await unitsOf(properties, opened(FILE), { target: { language: 'ru' } }))[1]?.note).toBe('A list of things.')
  })

  it.each([
    ['#1 folder chosen;#1 folders chosen', 3],
    ['#1 needs a restart of #3.;#2 add-ons need a restart of #3.', 3],
    ['Delete #1; it is gone then', undefined],
    ['&#8734;', undefined],
    ['color:#123;background:#1ab;margin', undefined],
    ['one;two', undefined],
  ])('is known without a comment by what it fills in: %s', async (text, forms) => {
    const options = { target: { language: 'ru' } }
    const [unit] = await unitsOf(properties, opened(`a=${text}\n`), options)
    expect(unit?.note).toEqual(forms === undefined ? undefined : expect.stringMatching(`^${forms} forms with ;`))
    const translate = () => '#1 раз;#1 раза;#1 разов'
    const made = await bytesOf(rewrite(properties, opened(`a=${text}\n`), translate, options.target))
    expect(await verify(properties, opened(`a=${text}\n`), opened(made), translate, options.target)).toEqual([])
  })

  it('is none where a comment names the rules and nothing is said: the number of a rule', async () => {
    const file = '# See Localization_and_Plurals\npluralRule=1\n'
    const [unit] = await unitsOf(properties, opened(file), { target: { language: 'ru' } })
    expect([unit?.note, unit?.left_out]).toEqual(['See Localization_and_Plurals', 'number'])
  })

  it('is written with as many forms as its language has, and kept where a translation has others [RES-2]', async () => {
    expect(await written('ru', '#1 файл;#1 файла;#1 файлов')).toContain('files=#1 файл;#1 файла;#1 файлов\n')
    expect(await written('ja', '#1個のファイル')).toContain('files=#1個のファイル\n')
    expect(await written('ru', '#1 файл;#1 файлов')).toBe(FILE)
    expect(await written('ja', '#1個;#1個')).toBe(FILE)
    expect(await written('de', '#1 Datei')).toBe(FILE)
  })

  it('leaves every other text with semicolons alone', async () => {
    const result = await bytesOf(
      rewrite(properties, opened(FILE), ({ part }) => (part === 'things' ? 'eins' : undefined), { language: 'de' }),
    )
    expect(result.toString()).toContain('things=eins\n')
  })
})
