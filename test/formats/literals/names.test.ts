import { describe, expect, it } from 'vitest'
import type { Format, Unit } from '../../../src/formats/format.ts'
import { languageNameOf, nameInLanguage } from '../../../src/formats/literals/language-names.ts'
import { modules } from '../../../src/formats/literals/modules.ts'
import { php } from '../../../src/formats/literals/php.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'
import { merged } from '../merging.ts'

/** A format that knows the language of the texts, as it does where a file says it by its name. */
function speaking(format: Format, source: string): Format {
  return { ...format, scan: (bytes, options) => format.scan(bytes, { ...options, source }) }
}

interface Said {
  readonly source?: string
  readonly language?: string
  readonly of?: (unit: Unit) => string | undefined
}

/** The file in another language, which has to read back. */
async function become(file: string, { source = 'en', language = 'de', of = each }: Said = {}): Promise<string> {
  const format = speaking(modules, source)
  const open = opened(file)
  const result = await bytesOf(rewrite(format, open, of, { language }))
  expect(await verify(format, open, opened(result), of, { language })).toEqual([])
  return result.toString()
}

const each = ({ left_out, text }: Unit) => (left_out ? undefined : `» ${text}`)

const FILE = `import type { Words } from './words'

// en is what the others are made of: en.ts
export const en: Words = {
  en: 'One here',
  menu: { 'en': 'Two here' },
} as const

export type Keys = keyof typeof en
export { en as words, en }
export const more = { all: en, first: en.menu, ...en }
export default en
`

describe('the name of a constant', () => {
  it('becomes that of the target wherever it stands, and nowhere else [FMT-1]', async () => {
    expect(await become(FILE)).toBe(`import type { Words } from './words'

// en is what the others are made of: en.ts
export const de: Words = {
  en: '» One here',
  menu: { 'en': '» Two here' },
} as const

export type Keys = keyof typeof de
export { de as words, de }
export const more = { all: de, first: de.menu, ...de }
export default de
`)
  })

  it('stays while nothing is translated, and while nobody knows the language of the file', async () => {
    expect(await become(FILE, { of: () => undefined })).toBe(FILE)
    expect(await become(FILE, { source: 'fr' })).toContain('export const en: Words')
    const silent = await bytesOf(rewrite(modules, opened(FILE), each, { language: 'de' }))
    expect(silent.toString()).toContain('export const en: Words')
  })

  it.each([
    ['enUS', 'de', 'de'],
    ['enUS', 'pt-BR', 'ptBR'],
    ['enUs', 'pt-BR', 'ptBr'],
    ['en_US', 'pt-BR', 'pt_BR'],
    ['en_us', 'zh-Hant', 'zh_hant'],
    ['en', 'zh-CN', 'zhCN'],
    ['EN', 'pt-BR', 'PT_BR'],
    ['EN_TEXTS', 'de', 'DE_TEXTS'],
    ['enMessages', 'de', 'deMessages'],
    ['en_messages', 'de', 'de_messages'],
    ['enUIStrings', 'de', 'deUIStrings'],
    ['enUSMessages', 'fr-CA', 'frCAMessages'],
    ['en', 'is', 'is'],
    ['en', 'zh-Hans', 'zhHans'],
    ['enUS', 'fil', 'fil'],
    ['EN', 'zh-Hant-TW', 'ZH_HANT_TW'],
    ['en_texts', 'sr-Latn', 'srLatn_texts'],
    ['en', 'es-419', 'es419'],
  ])('%s is for %s %s', async (name, language, renamed) => {
    const file = (said: string, text: string) => `const ${said} = { a: '${text}' }\nexport default ${said}\n`
    expect(await become(file(name, 'One here'), { language })).toBe(file(renamed, '» One here'))
  })

  it.each([
    ['a word of the language', "export const en = { a: 'One here' }\n", 'as'],
    ['a word of the language', "export const en = { a: 'One here' }\n", 'in'],
    ['a name of the file', "import { de } from './de'\nexport const en = { a: 'One here', ...de }\n", 'de'],
    ['a name of a type', "type de = string\nexport const en: de[] = ['One here']\n", 'de'],
    ['the name of two constants', "export const en = { a: 'One here' }\nexport const enUS = { a: 'Two here' }\n", 'de'],
    ['a short form', "export const en = { a: 'One here' }\nexport const all = { en }\n", 'de'],
    ['a place that is not known', "export const en = { a: 'One here' }\ndeclare const x: en.Y\n", 'de'],
    ['a parameter', "export const en = { a: 'One here', f: (en) => en.a }\n", 'de'],
    ['a name that is exported', "const words = { a: 'One here' }\nexport { words as en }\n", 'de'],
    ['escaped letters', "export const \\u0065n = { a: 'One here' }\n", 'de'],
    ['a language with a variant', "export const en = { a: 'One here' }\n", 'ca-valencia'],
    ['another word', "export const entries = { a: 'One here' }\n", 'de'],
    ['CommonJS', "exports.en = { a: 'One here' }\n", 'de'],
  ])('stays where there is %s', async (_name, file, language) => {
    expect(await become(file, { language })).toBe(file.replace(/'(?=\w+ here)/g, "'» "))
  })

  it('is no text, and is asked of nobody', async () => {
    const units = await unitsOf(speaking(modules, 'en'), opened(FILE), { target: { language: 'de' } })
    const names = units.filter(({ path }) => path.startsWith('module:#'))
    expect(names.map(({ text, left_out, index }) => [text, left_out, units[index]?.path])).toEqual(
      names.map(({ path }) => ['', 'key', path]),
    )
    expect(names).toHaveLength(8)
    expect(units.map(({ start }) => start)).toEqual(units.map(({ start }) => start).sort((a, b) => a - b))
  })

  it('is found to be wrong where it is that of a third language', async () => {
    const [format, open] = [speaking(modules, 'en'), opened("export const en = { a: 'One here' }\n")]
    const other = opened("export const fr = { a: '» One here' }\n")
    expect(await verify(format, open, other, each, { language: 'de' })).not.toEqual([])
  })

  it('is in a language only where it surely says one', () => {
    const names = ['en', 'enUS', 'EN_US', 'english', 'xxTexts', 'zhHans', 'zh_Hant', 'no', 'notes', 'enQQ']
    expect(names.map(name => languageNameOf(name)?.tag)).toEqual([
      'en',
      'en-US',
      'en-US',
      undefined,
      undefined,
      'zh-Hans',
      'zh-Hant',
      'no',
      undefined,
      'en',
    ])
    expect(nameInLanguage('enUS', 'en-GB', 'de-AT')).toBe('deAT')
    expect(nameInLanguage('enUS', 'fr', 'de')).toBeUndefined()
  })
})

describe('a file in another language with names of its own', () => {
  const source = `export const enTranslations = {
  a: 'One here',
  b: { c: 'Two here' },
}

export const en = {
  key: 'en-US',
  name: 'Three here',
  translations: enTranslations,
}
`
  const there = `export const deTranslations = {
  a: 'Eins',
}

export const de = {
  key: 'de',
  translations: deTranslations,
}
`

  it('has the texts of its source', async () => {
    const units = await unitsOf(modules, opened(there), { original: opened(source) })
    expect(units.map(({ path }) => path)).toEqual(['module:/enTranslations/a', 'module:/en/key'])
  })

  it('keeps its names, and gains and loses what its source has and has not', async () => {
    const texts = { 'module:/enTranslations/b/c': 'Zwei', 'module:/en/name': 'Drei' }
    const remove = ['module:/enTranslations/a']
    expect(await merged(speaking(modules, 'en'), there, { source, texts, remove })).toBe(
      `export const deTranslations = {
  b: { c: 'Zwei' },
}

export const de = {
  key: 'de',
  name: 'Drei',
  translations: deTranslations,
}
`,
    )
  })

  it('is told from one whose names say nothing', async () => {
    const units = await unitsOf(php, opened("<?php $de = ['a' => 'Eins']; $b = ['a' => 'Zwei da'];"), {
      original: opened("<?php $en = ['a' => 'One here']; $b = ['a' => 'Two here'];"),
    })
    expect(units.map(({ path }) => path)).toEqual(['php:/en/a', 'php:/b/a'])
    const alone = await unitsOf(modules, opened("const de = { a: 'Eins' }, fr = { a: 'Un ici' }"), {
      original: opened("const en = { a: 'One here' }, es = { a: 'Uno' }"),
    })
    expect(alone.map(({ path }) => path)).toEqual(['module:/de/a', 'module:/fr/a'])
    const two = await unitsOf(modules, opened("const de = { a: 'Eins' }, fr = { a: 'Un ici' }"), {
      original: opened("const en = { a: 'One here' }, b = { a: 'Two here' }"),
    })
    expect(two.map(({ path }) => path)).toEqual(['module:/de/a', 'module:/fr/a'])
  })
})
