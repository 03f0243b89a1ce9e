import { describe, expect, it } from 'vitest'
import {
  parsePluralForms,
  pluralFormsField,
  pluralFormsFor,
  usesOf,
} from '../../../src/formats/content/gettext-plurals.ts'
import type { Unit } from '../../../src/formats/index.ts'
import { SUPPORTED_TAGS } from '../../../src/service/domain/languages.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, verify } from '../files.ts'

const po = built('po')
const NUMBERS = Array.from({ length: 1001 }, (_, n) => n)

const template = (fields: string[], body: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${fields.map(field => `"${field}\\n"\n`).join('')}\n${body}`
const FILES = 'msgid "one file"\nmsgid_plural "%d files"\n'
const UNTRANSLATED = `${FILES}msgstr[0] ""\nmsgstr[1] ""\n`

async function unitsFor(content: string, language?: string): Promise<Unit[]> {
  const units: Unit[] = []
  for await (const unit of po.scan(opened(content)(), language ? { target: { language } } : {})) units.push(unit)
  return units.filter(unit => unit.path !== 'po:')
}
async function written(content: string, language: string, translate: TranslateUnit): Promise<string> {
  const target = { language }
  const result = await bytesOf(rewrite(po, opened(content), translate, target))
  expect(await verify(po, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}
/** Every form as its number and text. */
const forms: TranslateUnit = unit =>
  unit.left_out ? undefined : `${/\[(\d)\]$/.exec(unit.path)?.[1] ?? ''}: ${unit.text}`

describe('the plural forms of a language', () => {
  /** Rules that differ between editions of the Unicode repository, or that nobody works by. */
  const UNSETTLED = ['ceb', 'fil', 'he', 'mt']

  // What the runtime does not know it takes for its own language.
  const isKnown = (tag: string) =>
    new Intl.PluralRules(tag).resolvedOptions().locale.startsWith(tag.split('-')[0] ?? '')
  const compared = SUPPORTED_TAGS.filter(tag => tag !== 'en-XA' && !UNSETTLED.includes(tag))

  it('are compared for nearly all languages', () => {
    expect(compared.filter(isKnown).length).toBeGreaterThan(compared.length * 0.9)
  })

  it.each(compared.filter(isKnown))('tell the same numbers apart as the Unicode rules: %s', tag => {
    const rules = new Intl.PluralRules(tag)
    const { of, count } = pluralFormsFor(tag)
    const pairs = new Set(NUMBERS.map(n => `${rules.select(n)} ${of(n)}`))
    expect(pairs.size).toBe(count)
    expect(new Set([...pairs].map(pair => pair.split(' ')[0])).size).toBe(count)
  })

  it.each(SUPPORTED_TAGS)('are written so that they are read again: %s', tag => {
    const own = pluralFormsFor(tag)
    const again = parsePluralForms(pluralFormsField(own))
    expect(again?.count).toBe(own.count)
    expect(NUMBERS.map(n => again?.of(n))).toEqual(NUMBERS.map(own.of))
  })

  it('are read from headers as people write them', () => {
    const russian =
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);'
    expect([0, 1, 2, 5, 11, 21, 22, 112].map(n => parsePluralForms(russian)?.of(n))).toEqual([2, 0, 1, 2, 2, 0, 1, 2])
    expect(parsePluralForms(' nplurals = 2 ; plural = n > 1 ')?.count).toBe(2)
    expect([0, 1, 7].map(n => parsePluralForms('nplurals=2; plural=!(n-1)*1+0/7;')?.of(n))).toEqual([0, 1, 0])
  })

  it.each([
    '',
    'nplurals=INTEGER; plural=EXPRESSION;',
    'nplurals=2; plural=n != ;',
    'nplurals=2; plural=(n != 1;',
    'nplurals=2; plural=n ? 1;',
    'nplurals=2; plural=x;',
    'nplurals=2; plural=n;',
    'nplurals=0; plural=0;',
    'nplurals=99; plural=n;',
    'nplurals=2; plural=n%0;',
    `nplurals=2; plural=${'('.repeat(300)}n${')'.repeat(300)};`,
  ])('are refused where gettext would fail: %j', field => {
    expect(parsePluralForms(field)).toBeUndefined()
  })

  it('say which numbers they are for', () => {
    expect(usesOf(pluralFormsFor('ru')).map(use => use.numbers)).toEqual([
      '1, 21, 31, 41, 51 …',
      '2, 3, 4, 22, 23 …',
      '0, 5, 6, 7, 8 …',
    ])
    expect(usesOf(pluralFormsFor('cs'))[0]).toEqual({ numbers: '1', one: true, only_one: true })
  })
})

describe('a plural message', () => {
  it('is counted as it stands while no language is known', async () => {
    expect((await unitsFor(template([], UNTRANSLATED))).map(unit => unit.text)).toEqual(['one file', '%d files'])
  })

  it.each<[string, string[]]>([
    ['ja', ['%d files']],
    ['fr', ['%d file', '%d files']],
    ['ru', ['%d file', '%d files', '%d files']],
  ])('of one number has its singular where %s has a form of its own for it [RES-2]', async (language, expected) => {
    const alike = UNTRANSLATED.replace('one file', '%d file')
    expect((await unitsFor(template([], alike), language)).map(unit => unit.text)).toEqual(expected)
  })

  it.each<[string, string[]]>([
    ['ja', ['0: %d files']],
    ['de', ['0: one file', '1: %d files']],
    ['pl', ['0: one file', '1: %d files', '2: %d files']],
    ['ru', ['0: %d files', '1: %d files', '2: %d files']],
    ['ar', ['0: %d files', '1: one file', '2: %d files', '3: %d files', '4: %d files', '5: %d files']],
  ])('has as many forms as %s has, each from the source that says its number [RES-2]', async (language, expected) => {
    const result = await written(template([], UNTRANSLATED), language, forms)
    expect(result.slice(result.indexOf(FILES) + FILES.length)).toBe(
      expected.map((text, form) => `msgstr[${form}] "${text}"\n`).join(''),
    )
    const { count } = pluralFormsFor(language)
    expect(result).toContain(`"Plural-Forms: nplurals=${count}; `)
    expect(result).toContain(`"Language: ${language}\\n"`)
  })

  it('is one group, whose forms are translated apart', async () => {
    const units = await unitsFor(template([], `msgctxt "c"\n${UNTRANSLATED}`), 'pl')
    expect(new Set(units.map(unit => unit.group)).size).toBe(1)
    expect(new Set(units.map(unit => unit.sense)).size).toBe(3)
    expect(units[1]?.note).toBe('Plural form for 2, 3, 4, 22, 23 …')
    expect((await unitsFor(template([], UNTRANSLATED), 'ja')).map(({ note, sense }) => [note, sense])).toEqual([
      ['Plural form for all numbers', undefined],
    ])
  })

  it('has none of its forms left out as long as one of them is text', async () => {
    const content = template([], 'msgid "One"\nmsgid_plural "%d"\nmsgstr[0] ""\nmsgstr[1] ""\n')
    expect((await unitsFor(content, 'de')).map(unit => unit.left_out)).toEqual([undefined, undefined])
    expect((await unitsFor(content.replace('One', '%s'), 'de')).map(unit => unit.left_out)).toEqual([
      'placeholder_only',
      'placeholder_only',
    ])
  })

  it('is written with all its forms or not at all', async () => {
    const content = template([], `#, fuzzy\n${FILES}msgstr[0] "x"\nmsgstr[1] "y"\n\nmsgid "Hello"\nmsgstr ""\n`)
    const half: TranslateUnit = unit => (unit.path.endsWith('[1]') ? undefined : forms(unit))
    expect(await written(content, 'de', half)).toBe(
      content
        .replace('UTF-8\\n"\n', 'UTF-8\\n"\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n')
        .replace('msgid "Hello"\nmsgstr ""', 'msgid "Hello"\nmsgstr ": Hello"'),
    )
  })

  it('gets or loses forms with the header though it is not translated: a catalogue counts one way [RES-2]', async () => {
    const kept = template([], `${FILES}msgstr[0] "eine"\nmsgstr[1] ""\n"%d "\n"Dateien"\n\nmsgid "Hello"\nmsgstr ""\n`)
    const polish = await written(kept, 'pl', forms)
    expect(polish).toContain('msgstr[1] ""\n"%d "\n"Dateien"\nmsgstr[2] ""\n"%d "\n"Dateien"\n\nmsgid')
    const japanese = await written(kept, 'ja', forms)
    expect(japanese).toContain('msgstr[0] "eine"\n\nmsgid')
    expect(await written(kept, 'pl', () => undefined)).toBe(kept)
  })
})

describe('a header', () => {
  const HELLO = 'msgid "Hello"\nmsgstr ""\n'

  it.each<[string, string[], string, string[]]>([
    ['stays where it is right', ['Language: de', 'Plural-Forms: nplurals=2; plural=n>1;'], 'de', []],
    ['stays where it names a country of the language', ['Language: de_AT'], 'de', []],
    [
      'names the language',
      ['Language: ', 'X-Generator: x'],
      'pt-BR',
      ['Language: pt_BR', 'Plural-Forms: nplurals=2; plural=(n > 1);'],
    ],
    [
      'names the language as gettext does',
      ['Language: en'],
      'zh-Hans',
      ['Language: zh_CN', 'Plural-Forms: nplurals=1; plural=0;'],
    ],
    [
      'counts as the new language does',
      ['Language: de', 'Plural-Forms: nplurals=2; plural=(n != 1);'],
      'ja',
      ['Language: ja', 'Plural-Forms: nplurals=1; plural=0;'],
    ],
    [
      'keeps an expression that counts alike',
      ['Language: de', 'Plural-Forms: nplurals=2; plural= n!=1;'],
      'nl',
      ['Language: nl'],
    ],
    [
      'replaces forms that are none',
      ['Language: de', 'Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;'],
      'de',
      ['Plural-Forms: nplurals=2; plural=(n != 1);'],
    ],
  ])('%s', async (_, fields, language, changed) => {
    const expected = fields.map(field => changed.find(other => other.split(':')[0] === field.split(':')[0]) ?? field)
    const missing = changed.filter(field => !expected.includes(field))
    const result = await written(template(fields, HELLO), language, forms)
    expect(result).toBe(template([...expected, ...missing], HELLO.replace('""', '": Hello"')))
  })

  const ONE_FORM = '"Plural-Forms: nplurals=1; plural=0;\\n"\n'

  it('is found in its first line, too', async () => {
    const first = `msgid ""\nmsgstr ""\n"Language: \\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${HELLO}`
    expect(await written(first, 'ja', forms)).toBe(
      first
        .replace('Language: ', 'Language: ja')
        .replace('UTF-8\\n"\n', `UTF-8\\n"\n${ONE_FORM}`)
        .replace('Hello"\nmsgstr ""', 'Hello"\nmsgstr ": Hello"'),
    )
  })

  it('is found again where it is folded, or all on one line', async () => {
    const folded = template([], HELLO).replace(
      '\n\n',
      '\n"Plural-Forms: nplurals=2; "\n"plural=n>1;\\n"\n"X: y\\n"\n\n',
    )
    expect(await written(folded, 'ja', forms)).toContain(
      '"Plural-Forms: nplurals=1; plural=0;\\n"\n"X: y\\n"\n"Language: ja\\n"\n\n',
    )
    const flat =
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: x\\n"\n\nmsgid "Hello"\nmsgstr ""\n'
    expect(await written(flat, 'ja', forms)).toBe(
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ja\\n"\n' +
        `${ONE_FORM}\nmsgid "Hello"\nmsgstr ": Hello"\n`,
    )
  })

  it('loses its fuzzy flag, and is made where there is none [RES-2]', async () => {
    expect(await written(`#, fuzzy\n${template([], HELLO)}`, 'de', forms)).toMatch(/^msgid ""\nmsgstr ""\n"Content/)
    expect(await written(`\ufeff${UNTRANSLATED}`, 'de', forms)).toBe(
      `\ufeffmsgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n\n${FILES}msgstr[0] "0: one file"\nmsgstr[1] "1: %d files"\n`,
    )
  })
})

describe('an ICU message in a catalogue', () => {
  const icu = (items: string) => `{n, plural, one {# ${items}} other {# ${items}s}}`
  const grown = (items: string) =>
    `{n, plural, one {# ${items}} few {# ${items}s} many {# ${items}s} other {# ${items}s}}`
  const rename: TranslateUnit = ({ text, left_out }) => (left_out ? undefined : text.replaceAll('item', 'rzecz'))

  const joined = async (content: string, translate: TranslateUnit): Promise<string> =>
    (await written(content, 'pl', translate)).replaceAll('"\n"', '')

  it('gets the branches that the target needs, from msgid and from msgstr [FMT-4]', async () => {
    const beside = template([], `msgid "${icu('item')}"\nmsgstr ""\n`)
    expect((await unitsFor(beside, 'pl')).map(({ text }) => text)).toEqual([grown('item')])
    expect(await joined(beside, rename)).toContain(`msgstr "${grown('rzecz')}"`)
    const keyed = template(['Language: en'], `msgid "a.open"\nmsgstr "Open"\n\nmsgid "a.b"\nmsgstr "${icu('item')}"\n`)
    expect(await joined(keyed, rename)).toContain(`msgid "a.b"\nmsgstr "${grown('rzecz')}"`)
    const fewer: TranslateUnit = ({ text }) => (text.startsWith('{') ? icu('rzecz') : undefined)
    expect(await joined(beside, fewer)).toContain(`msgstr "${icu('rzecz')}"`)
    expect(await joined(keyed, fewer)).toContain(`msgstr "${icu('rzecz')}"`)
    expect(await written(keyed, 'pl', () => undefined)).toBe(keyed)
  })
})
