import { describe, expect, it } from 'vitest'
import { yaml } from '../../../src/formats/yaml/yaml.ts'
import { corpus } from '../../support/corpus.ts'
import { bytesOf, marked, opened, rewrite, unitsOf, verify } from '../files.ts'

const GERMAN = { language: 'de' }

const translated = async (content: string, translate: (text: string) => string | undefined, language = 'de') => {
  const open = opened(content)
  const of = (unit: { text: string; left_out?: unknown }) => (unit.left_out ? undefined : translate(unit.text))
  const result = await bytesOf(rewrite(yaml, open, of, { language }))
  expect(await verify(yaml, open, opened(result), of, { language })).toEqual([])
  return result.toString()
}

const read = async (content: string, language?: string) => {
  const units = await unitsOf(yaml, opened(content), language === undefined ? {} : { target: { language } })
  return Object.fromEntries(units.map(unit => [unit.part, unit.left_out ?? unit.text]))
}

/** The others are read in files.slow.test.ts. */
const SMALL = corpus('yaml').filter(({ bytes }) => bytes.length < 10_000)
const FILE =
  corpus('yaml')
    .find(({ name }) => name === 'garden.en.yml')
    ?.bytes.toString() ?? ''

describe('the texts of a catalogue', () => {
  it('are found in all styles by their keys below the language; settings, names and words of YAML are left out', async () => {
    expect(await read(FILE)).toEqual({
      language: 'not_text',
      'date.abbr_day_names.0': 'Sun',
      'date.abbr_day_names.1': 'Mon',
      'date.abbr_day_names.2': 'Tue',
      'date.formats.default': 'placeholder_only',
      'date.formats.long': 'placeholder_only',
      ...{ 'date.order.0': 'identifier', 'date.order.1': 'identifier', 'date.order.2': 'identifier' },
      ...{ 'number.format.delimiter': 'not_text', 'number.format.separator': 'not_text' },
      'number.currency.format.unit': 'code',
      'garden.title': 'Beds and borders',
      'garden.welcome': 'Welcome, %{name}!\nTake your time.',
      'garden.closed': "We're closed on Mondays",
      'garden.yes': 'Yes',
      'garden.no': 'code',
      'garden.empty': 'empty',
      'garden.hint': 'Water in the evening',
      'garden.terms': 'Plants are sold as seen.\n\n  * No refunds on seedlings.\nThank you.',
      'garden.about': 'We have grown roses here since the village had its first well, and we still do.\nCome and see.',
      'garden.long': 'Plants that like the shade stand behind the house, and those that like the sun in front of it.',
      ...{ 'garden.plants.one': '%{count} plant', 'garden.plants.other': '%{count} plants' },
      ...{ 'garden.beds.one': 'one bed', 'garden.beds.other': '%{count} beds' },
      'garden.help_html': '<a href="/help">Help</a> is %{hours} away',
    })
  })

  it('have the comments above and beside them as notes, and none of another place [FMT-4]', async () => {
    const units = await unitsOf(yaml, opened(FILE))
    const noted = units.filter(({ note }) => note !== undefined).map(({ part, note }) => [part, note])
    expect(noted).toEqual([
      ['garden.title', 'Shown above the list of beds.'],
      ['garden.welcome', 'greets members'],
    ])
    const [, after] = await unitsOf(yaml, opened('a: |\n  # no comment\nb: Text\n'))
    expect(after?.note).toBeUndefined()
  })

  it('are written in the style they had, with the language as the root [FMT-1]', async () => {
    const result = await translated(FILE, text => text.replaceAll('e', 'ë'))
    expect(result.split('\n').slice(0, 3)).toEqual(['# Texts of the garden centre.', '---', 'de:'])
    expect(result).toContain('    title: Bëds and bordërs\n')
    expect(result).toContain('    welcome: "Wëlcomë, %{namë}!\\nTakë your timë."   # greets members\n')
    expect(result).toContain("    closed: 'Wë''rë closëd on Mondays'\n")
    expect(result).toContain('    hint: &hint Watër in thë ëvëning\n    hint_again: *hint\n')
    expect(result).toContain('    terms: |\n      Plants arë sold as sëën.\n\n        * No rëfunds on sëëdlings.\n')
    expect(result).toContain(
      '    about: >-\n      Wë havë grown rosës hërë sincë thë villagë had\n      its first wëll, and',
    )
    expect(result).toContain('bëhind thë\n      housë, and thosë')
  })

  it('take the bytes they had where nothing is translated, in every file of the corpus [FMT-1]', async () => {
    for (const { bytes } of SMALL) {
      expect(await bytesOf(rewrite(yaml, opened(bytes), () => undefined, GERMAN))).toEqual(bytes)
    }
  })

  it('read back after writing, in every file of the corpus [FMT-1]', async () => {
    for (const { name, bytes } of SMALL) {
      const open = opened(bytes)
      const translate = (unit: { text: string; left_out?: unknown }) => (unit.left_out ? undefined : marked(unit.text))
      const result = await bytesOf(rewrite(yaml, open, translate, { language: 'pl' }))
      const findings = await verify(yaml, open, opened(result), translate, { language: 'pl' })
      expect([name, findings]).toEqual([name, []])
    }
  })
})

describe('a translation', () => {
  const WORDS = [
    'true',
    'No',
    '~',
    '12',
    '0x1f',
    '12:30',
    '2024-01-02',
    '',
    'a: b',
    'a #b',
    '- a',
    '@a',
    '`a',
    '%a',
    '&a',
  ]

  it.each(['en:\n  k: Text\n', 'en: {k: Text, l: More}\n', "en:\n  k: 'Text'\n", 'en:\n  k: >\n    Text\n'])(
    'that would read as something else than its text is in quotes: %j [FMT-1]',
    async content => {
      for (const word of [...WORDS, 'a, b]', 'x:', '[x', '"', "'", '\u0085\u2028', 'a\n\n b\n', '\ta']) {
        const result = await translated(content, text => (text === 'Text' ? word.trim() : undefined))
        const units = await unitsOf(yaml, opened(result))
        expect(units.find(({ part }) => part === 'k')).toMatchObject({ text: word.trim() })
        expect(result).not.toMatch(/^ *k: (?:true|No|~|12|0x1f|12:30|2024-01-02|-.*|[@`%&].*)$/m)
      }
    },
  )

  it('keeps white space around its text, the header of a block, and DOS line ends', async () => {
    expect(await translated('en:\n  two: " and "\n', () => 'und')).toBe('de:\n  two: " und "\n')
    const block = 'en:\r\n  k: |2- # said\r\n     Text\r\n\r\n  l: x y\r\n'
    expect(await translated(block, text => `${text}\nzwei`)).toBe(
      'de:\r\n  k: |2- # said\r\n     Text\r\n    zwei\r\n\r\n  l: "x y\\nzwei"\r\n',
    )
  })

  it('is escaped like the rest of a file that escapes all but ASCII', async () => {
    expect(await translated('en:\n  k: "caf\\u00e9 au lait"\n  l: Text\n', () => 'größer 😀')).toBe(
      'de:\n  k: "gr\\u00f6\\u00dfer \\U0001f600"\n  l: "gr\\u00f6\\u00dfer \\U0001f600"\n',
    )
    // What nobody can see is an escape in any file.
    expect(await translated('en:\n  k: "5\\u00A0% off"\n  l: |\n    Text\n', () => '5\u00a0% größer')).toBe(
      'de:\n  k: "5\\u00a0% größer"\n  l: |\n    5\u00a0% größer\n',
    )
  })
})

describe('plural forms', () => {
  it('that the language needs are added in the usual order, in the manner of the others [FMT-4]', async () => {
    const content =
      'en:\n  files:\n    one: "%{count} file"  # x\n    other: "%{count} files"  # y\n  beds: {one: a, other: b c}\n'
    expect(await translated(content, text => text.toUpperCase(), 'pl')).toBe(
      'pl:\n  files:\n    one: "%{COUNT} FILE"  # x\n    few: "%{COUNT} FILES"\n    many: "%{COUNT} FILES"\n    other: "%{COUNT} FILES"  # y\n  beds: {one: A, few: B C, many: B C, other: B C}\n',
    )
    const units = await unitsOf(yaml, opened(content), { target: { language: 'pl' } })
    expect(units.slice(1, 5).map(({ part, note }) => [part, note])).toEqual([
      ['files.one', 'x\nPlural form for 1'],
      ['files.few', 'Plural form for 2, 3, 4, 22, 23 …'],
      ['files.many', 'Plural form for 0, 5, 6, 7, 8 …'],
      ['files.other', 'y\nPlural form for 0.5, 1.5, 2.5, 3.5, 4.5 …'],
    ])
  })

  it('are those of messages alone: names that happen to be the same get none', async () => {
    for (const content of ['en:\n  reason:\n    sick: Sick\n    other: Other\n', 'en:\n  reason:\n    other: Other\n'])
      expect(await translated(content, () => undefined, 'pl')).toBe(content)
  })

  it('without a translation of their own are a copy, since programs fail for a form that is missing', async () => {
    const content = 'en:\n  a: x y\n  files:\n    other: "%{count} files"\n'
    expect(await translated(content, text => (text === 'x y' ? 'z' : undefined), 'de')).toBe(
      'de:\n  a: z\n  files:\n    one: "%{count} files"\n    other: "%{count} files"\n',
    )
  })
})

describe('the language of a file', () => {
  it.each([
    ['pt_BR:\n  a: Um texto\n', 'zh-TW', 'pt-BR', 'zh_TW:'],
    ['"en":\n  a: A text\n', 'no', 'en', '"no":'],
    ['en:\n  a: A text\n', 'no', 'en', '"no":'],
    ['locale: en\ntitle: A text\n', 'de', 'en', 'locale: de\n'],
    ['en:\n  locale: en\n  title: A text\n', 'de', 'en', 'de:\n  locale: de\n'],
    ['en:\n  lang: "en"\n  title: A text\n', 'no', 'en', '"no":\n  lang: "no"\n'],
    [':en:\n  :a: A text\n', 'pt-BR', 'en', ':pt-BR:\n'],
    ['hsb:\n  a: A text\n', 'fil', 'hsb', 'fil:\n'],
    ['zh-Hant:\n  a: A text\n', 'de', 'zh-Hant', 'de:\n'],
  ])('is read from %j and written there', async (content, language, source, written) => {
    expect(await yaml.languages?.(opened(content)())).toEqual({ source })
    expect(await translated(content, () => 'x y', language)).toContain(written)
  })

  it('is said by no other key', async () => {
    expect(await yaml.languages?.(opened('title: x\nen:\n  a: b\n')())).toEqual({ source: undefined })
    expect(await translated('title: A text\nen:\n  a: b c\n', () => 'x y')).toBe('title: x y\nen:\n  a: x y\n')
  })
})

describe('files of other programs', () => {
  it('of Hugo have messages by their id, and comments as values', async () => {
    const list =
      corpus('yaml')
        .find(({ name }) => name === 'theme-bom-dos.yaml')
        ?.bytes.toString() ?? ''
    expect(await read(list)).toEqual({
      ...{ 'home.id': 'identifier', home: 'Home', 'posts.id': 'identifier' },
      ...{ 'posts.one': '{{ .Count }} post', 'posts.other': '{{ .Count }} posts' },
    })
    const units = await unitsOf(yaml, opened('home:\n  description: The link in the menu\n  other: Home page\n'))
    expect(units.map(({ left_out, note }) => left_out ?? note)).toEqual(['comment', 'The link in the menu'])
    const item = '- id: hello\n  description: Said at the start\n  translation: Hello\n'
    const ofItem = await unitsOf(yaml, opened(item))
    expect(ofItem.map(({ left_out, note }) => left_out ?? note)).toEqual(['identifier', 'comment', 'Said at the start'])
  })

  it.each([
    ['a Compose file', 'services:\n  web:\n    image: nginx\n    labels:\n      about: The web server\n'],
    ['a GitHub workflow', 'name: Run all tests\non: push\njobs: {}\n'],
    ['a Kubernetes manifest', 'apiVersion: v1\nkind: Service\nmetadata:\n  note: The web server\n'],
    ['an OpenAPI description', 'openapi: 3.0.0\ninfo:\n  title: The shop\n'],
    ['a list of Ansible tasks', '- name: Restart the server\n  service: name=ntpd state=restarted\n'],
    ['a Kubernetes manifest', 'apiVersion: {{ template "a" . }}\nkind: Pod\nmetadata:\n  note: The web server\n'],
    ['a linter configuration', 'extends: spectral:oas\nrules:\n  a: {}\nfunctions: [The function]\n'],
    ['a lock file', 'lockfileVersion: 9\npackages:\n  Some name: {}\n  a: Some text\n'],
    ['a list of sponsorships', 'github: [ann]\ncustom: Https\n'],
    ['a Codecov configuration', 'coverage:\n  status: {}\n  note: Text\ncomment: false\nignore: [A, B, C]\n'],
    ['a Code Climate configuration', 'version: 2\nplugins: {}\nexclude_patterns: [Tests]\n'],
    ['a configuration', 'port: 80\nhost: localhost\nlog: {level: info}\n'],
    ['a Renovate configuration', 'extends:\n  - config:base\npackageRules:\n  - groupName: All the tools\n'],
    ['an MkDocs configuration', 'site_name: The handbook\nnav:\n  - Home: index.md\n'],
  ])('that are settings, such as %s, are translated only where somebody asks', async (kind, content) => {
    const units = await unitsOf(yaml, opened(content))
    expect(units.filter(({ left_out }) => left_out === undefined)).toEqual([])
    expect(units.find(({ left_out }) => left_out === 'settings')?.context?.kind).toBe(kind)
  })
})
