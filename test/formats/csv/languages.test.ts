import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const csv = built('csv')

async function unitsFor(content: string, language?: string): Promise<Unit[]> {
  const units: Unit[] = []
  for await (const unit of csv.scan(opened(content)(), language ? { target: { language } } : {})) units.push(unit)
  return units.filter(unit => unit.part !== 'column headings')
}
/** Texts of a file with what stands beside them: `text → target`, and why they are left out. */
async function seenFor(content: string, language?: string): Promise<string[]> {
  return (await unitsFor(content, language)).map(
    ({ text, target, left_out }) =>
      `${text}${target === undefined ? '' : ` → ${target}`}${left_out ? ` (${left_out})` : ''}`,
  )
}
async function translated(content: string, language: string, translate: TranslateUnit): Promise<string> {
  const target = { language }
  const result = await bytesOf(rewrite(csv, opened(content), translate, target))
  expect(await verify(csv, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}
const open: TranslateUnit = unit => (unit.left_out ? undefined : `«${unit.text}»`)

const STRINGS = 'key,en,de,fr,comment\nsave,Save,Sichern,,On a button\nopen,Open file,,,\n'

describe('a table with a column for each language', () => {
  it.each<[string, string, string]>([
    [
      'key,en,fr,where used\na,Open it,Ouvrir,In the menu\n',
      'key,en,fr,de,where used\na,Open it,Ouvrir,«Open it»,In the menu\n',
      'where used',
    ],
    [
      'sku,name_en,name_fr,status_fr\n1,Red hat,,à faire\n',
      'sku,name_en,name_fr,name_de,status_fr\n1,Red hat,,«Red hat»,à faire\n',
      'status_fr',
    ],
    [
      'source,target,reviewer says\nOpen it,,Well done\n',
      'source,target,reviewer says\nOpen it,«Open it»,Well done\n',
      'reviewer says',
    ],
  ])(
    'changes no text beside them, unless somebody asks for it [FMT-2, FMT-3]: %j',
    async (content, expected, beside) => {
      expect(await translated(content, 'de', open)).toBe(expected)
      const [unit] = (await unitsFor(content, 'de')).filter(({ part }) => part === beside)
      expect(unit?.left_out).toBe('beside')
      const asked = await unitsOf(csv, opened(content), {
        target: { language: 'de' },
        asked: (part, reason) => part === beside && reason === 'beside',
      })
      expect(asked.find(({ part }) => part === beside)?.left_out).toBeUndefined()
    },
  )

  it('takes the translation into the column of its language; the source stays [RES-2, FMT-2, FMT-3]', async () => {
    expect(await translated(STRINGS, 'de', open)).toBe(STRINGS.replace('Open file,,', 'Open file,«Open file»,'))
    expect(await translated(STRINGS, 'fr', open)).toBe(
      'key,en,de,fr,comment\nsave,Save,Sichern,«Save»,On a button\nopen,Open file,,«Open file»,\n',
    )
  })

  it('leaves out what is translated there, keys, comments and the other languages', async () => {
    expect(await seenFor(STRINGS, 'de')).toEqual([
      'Save → Sichern (already_translated)',
      'Open file → ',
      'save\nopen (key)',
      'On a button (do_not_translate)',
    ])
    expect(await seenFor(STRINGS, 'fr')).toContain('Sichern (other_language)')
  })

  it('writes over an existing translation when asked to', async () => {
    expect(await translated(STRINGS, 'de', unit => (unit.text === 'Save' ? 'Speichern' : undefined))).toBe(
      STRINGS.replace('Sichern', 'Speichern'),
    )
  })

  it('counts a text as translated only where its own language has it [FMT-2]', async () => {
    const file = 'key,en,de,fr\na,One,Eins,Un\nb,Two,Zwei,\n'
    expect(await seenFor(file)).toEqual([
      'One',
      'Two',
      'a\nb (key)',
      'Eins\nZwei (other_language)',
      'Un (other_language)',
    ])
    expect((await seenFor(file, 'fr')).slice(0, 2)).toEqual(['One → Un (already_translated)', 'Two → '])
    expect((await seenFor(file, 'es')).slice(0, 2)).toEqual(['One → ', 'Two → '])
  })

  it('names the part after the source and gives comments to the translator', async () => {
    expect((await unitsFor(STRINGS, 'fr'))[0]).toMatchObject({
      path: 'csv:/col[en]/row[2]',
      part: 'en',
      note: 'On a button',
    })
  })

  it.each<[string, string, string]>([
    ['key;de_DE;en_US\na;;One', 'de', 'key;de_DE;en_US\na;«One»;One'],
    ['key,en,pt\na,One,', 'pt-BR', 'key,en,pt\na,One,«One»'],
    ['key,English,German\na,One,', 'de', 'key,English,German\na,One,«One»'],
    ['key,Text (en),Text (de)\na,One,', 'de', 'key,Text (en),Text (de)\na,One,«One»'],
    ['location,source,target\nx.c:1,One,', 'de', 'location,source,target\nx.c:1,One,«One»'],
    [
      'sku,name_en,name_de,text_en,text_de\nA1,One,,Two words,',
      'de',
      'sku,name_en,name_de,text_en,text_de\nA1,One,«One»,Two words,«Two words»',
    ],
    ['key,en,id\na,One,', 'id', 'key,en,id\na,One,«One»'],
    ['id,en,de\n7,One,', 'de', 'id,en,de\n7,One,«One»'],
  ])('finds the columns of %j', async (content, language, expected) => {
    expect(await translated(content, language, open)).toBe(expected)
  })

  it.each<[string, string, string]>([
    ['key,source,fr\na,Save it,\nb,Open it,Ouvrir', 'fr', 'key,source,fr\na,Save it,«Save it»\nb,Open it,Ouvrir'],
    ['id,text,de\n1,Save it,\n2,Open it,', 'de', 'id,text,de\n1,Save it,«Save it»\n2,Open it,«Open it»'],
    ['key,default,pl\na,Save it,\n', 'pl', 'key,default,pl\na,Save it,«Save it»\n'],
    ['string,english,german\na,Save it,\n', 'de', 'string,english,german\na,Save it,«Save it»\n'],
    ['source,de\nSave it,\n', 'de', 'source,de\nSave it,«Save it»\n'],
    ['key,source,fr,de\na,Save it,Garder,\n', 'de', 'key,source,fr,de\na,Save it,Garder,«Save it»\n'],
    ['key,source,fr\na,Save it,\n', 'de', 'key,source,fr,de\na,Save it,,«Save it»\n'],
    ['sku,name,name_de\nA1,Red hat,\n', 'de', 'sku,name,name_de\nA1,Red hat,«Red hat»\n'],
    ['sku,name,name_de\nA1,Red hat,\n', 'fr', 'sku,name,name_de,name_fr\nA1,Red hat,,«Red hat»\n'],
    // A column in a language comes before one that says none, unless the other says that it is the source.
    ['key,text,en,de\na,x y,Save it,\n', 'de', 'key,text,en,de\na,x y,Save it,«Save it»\n'],
    ['key,text,fr,de\na,x y,,\n', 'de', 'key,text,fr,de\na,x y,,«x y»\n'],
    // No text is in it.
    [
      'key,source,en,de\na,src/a.c,Save it,\nb,src/b.c,Stop it,',
      'de',
      'key,source,en,de\na,src/a.c,Save it,«Save it»\nb,src/b.c,Stop it,«Stop it»',
    ],
    ['key,source,en\na,,Save it\n', 'de', 'key,source,en,de\na,,Save it,«Save it»\n'],
  ])('finds the source that says no language in %j', async (content, language, expected) => {
    expect(await translated(content, language, open)).toBe(expected)
  })

  it('takes the column in the language that is said before one that says none', async () => {
    const offered = async (source: string) => {
      const file = opened('key,source,fr,de\na,Save it,Garder,\n')
      const units = await unitsOf(csv, file, { target: { language: 'de' }, source })
      return units.flatMap(({ text, left_out }) => (left_out ? [] : [text]))
    }
    expect(await offered('fr')).toEqual(['Garder'])
    expect(await offered('en')).toEqual(['Save it'])
  })

  it('takes no word for a language without another that is one', async () => {
    for (const content of ['user_id,user_no,title\nab,cd,One', 'name,it\nOne,Two', 'log_in,title\nab,One']) {
      expect((await unitsFor(content, 'de')).every(unit => unit.target === undefined)).toBe(true)
    }
  })

  it('takes the fullest column for the source', async () => {
    expect(await translated('key,de,en,fr\na,Eins,,\nb,Zwei,Two,', 'fr', open)).toBe(
      'key,de,en,fr\na,Eins,,«Eins»\nb,Zwei,Two,«Zwei»',
    )
  })

  it('quotes as the source does, and adds the cells that a short row lacks [RES-2]', async () => {
    expect(
      await translated('"key","en","x","de"\n"a","One",,\n"b","Two"\nc,Three', 'de', unit =>
        unit.left_out ? undefined : `${unit.text}, ja`,
      ),
    ).toBe('"key","en","x","de"\n"a","One",,"One, ja"\n"b","Two",,"Two, ja"\nc,Three,,"Three, ja"')
  })

  it('never begins a formula in an empty cell [ENG-2]', async () => {
    const file = 'key,en,de\na,One,\n'
    const formula: TranslateUnit = unit => (unit.text === 'One' ? '=1+1' : undefined)
    expect((await bytesOf(rewrite(csv, opened(file), formula, { language: 'de' }))).toString()).toBe(file)
  })

  it('finds a source or another translation that changed', async () => {
    const check = (result: string) => verify(csv, opened(STRINGS), opened(result), () => undefined, { language: 'de' })
    expect(await check(STRINGS)).toEqual([])
    expect(await check(STRINGS.replace('Sichern', 'Speichern'))).toContainEqual(
      expect.objectContaining({ kind: 'text', expected: 'Sichern', found: 'Speichern' }),
    )
    expect(await check(STRINGS.replace('Save', 'Safe'))).toContainEqual(
      expect.objectContaining({ kind: 'text', expected: 'Save', found: 'Safe' }),
    )
  })

  it('takes no column of numbers or measures for a language by its short name [FMT-3]', async () => {
    for (const name of ['Nr', 'no', 'id', 'kg', 'ML']) {
      const file = `${name};Text\n1;Many thanks for your order\n2;See you again\n`
      const result = await bytesOf(
        rewrite(csv, opened(file), unit => (unit.left_out ? undefined : 'X y'), { language: 'ja' }),
      )
      expect(result.toString()).toBe(`${name};Text\n1;X y\n2;X y\n`)
    }
  })
})

describe('a heading that names its language in that language', () => {
  it.each([
    ['français', 'fr'],
    ['deutsch', 'de'],
    ['ESPAÑOL', 'es'],
    ['français'.normalize('NFD'), 'fr'],
    ['português (brasil)', 'pt-BR'],
    ['简体中文', 'zh-Hans'],
    ['繁體中文', 'zh-Hant'],
  ])('is known in any case and any form of its letters: %s [FMT-3]', async (name, tag) => {
    const [base, text] = tag === 'de' ? ['English', 'Open it'] : ['Deutsch', 'Öffnen']
    const table = `key,${base},${name}\na,${text},\nb,${text} so,\n`
    expect(await translated(table, tag, open)).toBe(
      `key,${base},${name}\na,${text},«${text}»\nb,${text} so,«${text} so»\n`,
    )
  })

  it('gives a new one its manner: small letters stay small [FMT-3]', async () => {
    const table = (heading: string, made: string) => `key,Deutsch,${heading}${made}\n`
    const text = 'a,Öffnen,Ouvrir'
    expect(await translated(`${table('français', '')}${text}\n`, 'es', open)).toBe(
      `${table('français', ',español')}${text},«Öffnen»\n`,
    )
  })
})
