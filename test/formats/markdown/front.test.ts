import { describe, expect, it } from 'vitest'
import type { Open, Unit } from '../../../src/formats/index.ts'
import { rounds } from '../../support/seed.ts'
import { built, bytesOf, fc, opened, rewrite, unitsOf, verify } from '../files.ts'

const markdown = built('md')
const target = { language: 'de' }

const seen = async (front: string): Promise<string[]> => {
  const units = await unitsOf(markdown, opened(`${front}\nText\n`))
  return units.slice(0, -1).map(({ path, text, left_out }) => `${path} ${text}${left_out ? ` (${left_out})` : ''}`)
}

/** The file with every value of its front matter that is a text translated. */
async function written(content: string, translation: string): Promise<string> {
  const translate = (unit: Unit) =>
    unit.kind === 'metadata' && [undefined, 'metadata'].includes(unit.left_out) ? translation : undefined
  const open: Open = opened(content)
  const result = await bytesOf(rewrite(markdown, open, translate, target))
  expect(await verify(markdown, open, opened(result), translate, target)).toEqual([])
  return result.toString('utf8')
}

describe('front matter of Markdown that says a language', () => {
  const inGerman = async (content: string, source?: string, language = 'de'): Promise<string> => {
    const scan: typeof markdown.scan = (bytes, options) => markdown.scan(bytes, { ...options, source })
    const format = { ...markdown, scan }
    const translate = ({ text }: Unit) => (text.startsWith('Some') ? 'Ein Text' : undefined)
    const result = await bytesOf(rewrite(format, opened(content), translate, { language }))
    expect(await verify(format, opened(content), opened(result), translate, { language })).toEqual([])
    return result.toString()
  }

  it.each([
    ['lang: en', 'lang: de'],
    ['language: "en-US"', 'language: "de"'],
    ["locale: 'en'", "locale: 'de'"],
  ])('says the target where that is the language of the text: %s', async (before, after) => {
    const file = `---\n${before}\ntitle: A\n---\n\nSome text\n`
    expect(await markdown.languages?.(opened(file)())).toEqual({ source: before.includes('US') ? 'en-US' : 'en' })
    expect(await inGerman(file, 'en')).toBe(file.replace(before, after).replace('Some text', 'Ein Text'))
    expect(await inGerman(file.replace('Some', 'No'), 'en')).toBe(file.replace('Some', 'No'))
  })

  it('stays where it says another language, or none', async () => {
    for (const line of ['lang: fr', 'language: python', 'nested:\n  lang: en', 'lang: [en]']) {
      const file = `---\n${line}\n---\n\nSome text\n`
      expect(await inGerman(file, 'en')).toBe(file.replace('Some text', 'Ein Text'))
    }
    const toml = '+++\nlang = "en"\n+++\n\nSome text\n'
    expect(await inGerman(toml)).toBe(toml.replace('"en"', '"de"').replace('Some text', 'Ein Text'))
    expect(await inGerman('---\nlang: en\n---\n\nSome text\n', 'en', 'no')).toContain('lang: "no"')
  })
})

describe('front matter of Markdown', () => {
  it.each([
    ['a text', '---\ntitle: A guide\n---', ['md:/front-matter/title A guide']],
    ['what programs read', '---\nlayout: post\n---', ['md:/front-matter/layout post (identifier)']],
    ['a date', '---\ndate: 2026-01-01\n---', ['md:/front-matter/date 2026-01-01 (number)']],
    ['lists', '---\ntags: [a, b]\n---', ['md:/front-matter/tags [a, b] (code)']],
    ['an anchor', '---\na: &x Words\n---', ['md:/front-matter/a Words (code)']],
    ['a block', '---\nsummary: |\n  Two\n  lines\n---', ['md:/front-matter/summary Two\nlines']],
    ['no value', '---\ntitle:\ntext: A word\n---', ['md:/front-matter/text A word (metadata)']],
    [
      'TOML',
      '+++\ntitle = "A \\"b\\"" # c\nweight = 3\n[menu.main]\nname = \'Start\'\nurl = "/a"\n+++',
      [
        'md:/front-matter/title A "b"',
        'md:/front-matter/weight 3 (code)',
        'md:/front-matter/menu/main/name Start',
        'md:/front-matter/menu/main/url /a (identifier)',
      ],
    ],
    [
      'JSON',
      '{\n  "title": "A \\"b\\"",\n  "weight": 3,\n  "menu": { "main": { "name": "Start" } },\n  "note": "A word"\n}',
      [
        'md:/front-matter/title A "b"',
        'md:/front-matter/weight 3 (code)',
        'md:/front-matter/menu/main/name Start',
        'md:/front-matter/note A word (metadata)',
      ],
    ],
    [
      'TOML with strings of several lines',
      '+++\ntitle = """\nA \\\n  long ""word"""" # c\n[params]\ndescription = \'\'\'\nOne\\n\n  two = 3\n\'\'\'\ndraft = false\n+++',
      [
        'md:/front-matter/title A long ""word"',
        'md:/front-matter/params/description One\\n\n  two = 3 (metadata)',
        'md:/front-matter/params/draft false (code)',
      ],
    ],
    ['TOML with such strings in a list', '+++\na = ["""\nA"""]\n+++', ['md:/front-matter a = ["""\nA"""] (code)']],
    ['TOML that is not whole', "+++\na = '''\nb\n+++", ["md:/front-matter a = '''\nb (code)"]],
    [
      'what readers see, however deep',
      '---\nhero:\n  tagline: Fast # c\n  actions:\n    - { text: Get started, link: /guide }\nfeatures:\n- title: Small\n  icon: box\n---',
      [
        'md:/front-matter/hero/tagline Fast',
        'md:/front-matter/hero/actions/0/text Get started',
        'md:/front-matter/hero/actions/0/link /guide (identifier)',
        'md:/front-matter/features/0/title Small',
        'md:/front-matter/features/0/icon box (identifier)',
      ],
    ],
    [
      'a label and what has its own',
      '---\nsidebar_label: Begin\nsidebar: guide\n---',
      ['md:/front-matter/sidebar_label Begin', 'md:/front-matter/sidebar guide (identifier)'],
    ],
    ['what is no YAML', '---\ntitle: "A\n---', ['md:/front-matter title: "A (code)']],
    [
      'a slash in a key',
      '---\na/b: A word\nlang: en\n---',
      ['md:/front-matter/a~1b A word (metadata)', 'md:/front-matter/lang en (identifier)'],
    ],
  ])('is seen by key: %s', async (_, front, expected) => {
    expect(await seen(front)).toEqual(expected)
  })

  it.each([
    ['plain stays plain', 'title: Guide # c', 'Das Buch', 'title: Das Buch # c'],
    ['what is no plain text gets quotes', 'title: Guide', 'Buch: eins', 'title: "Buch: eins"'],
    ['a word of YAML gets quotes', 'title: Guide', 'no', 'title: "no"'],
    ['single quotes stay', "title: 'Guide'", "Wie geht's", "title: 'Wie geht''s'"],
    ['double quotes stay', 'title: "Guide" # c', 'Ein "Buch"\\', 'title: "Ein \\"Buch\\"\\\\" # c'],
    ['a block becomes one line', 'text: |\n  One\n  two\nslug: en', 'Eins\nzwei', 'text: "Eins\\nzwei\\n"\nslug: en'],
    ['a block without its last line end', 'text: >-\n  One\n  two\nslug: en', 'Eins', 'text: "Eins"\nslug: en'],
    [
      'braces keep what is between commas',
      'hero: { text: Guide, x: 1 }',
      'Eins, zwei',
      'hero: { text: "Eins, zwei", x: 1 }',
    ],
    ['several lines of a plain text', 'text: One\n  two\nslug: en', 'Eins zwei', 'text: Eins zwei\nslug: en'],
  ])('keeps every other byte and reads back: %s [RES-2]', async (_, front, translation, expected) => {
    const around = (inside: string): string => `---\n${inside}\n---\n\n# Head\n`
    expect(await written(around(front), translation)).toBe(around(expected))
    const crlf = (text: string): string => around(text).replaceAll('\n', '\r\n')
    expect(await written(crlf(front), translation)).toBe(crlf(expected))
  })

  it.each([
    ["'A'", 'Das Buch', "'Das Buch'"],
    ["'A'", "Wie geht's", '"Wie geht\'s"'],
    ['"A" # c', 'Ein "Buch"', '"Ein \\"Buch\\"" # c'],
  ])('writes TOML in its quotes: %s %s [RES-2]', async (value, translation, expected) => {
    const around = (text: string): string => `+++\ntitle = ${text}\nweight = 1\n+++\n\n# Head\n`
    expect(await written(around(value), translation)).toBe(around(expected))
  })

  it('writes TOML of several lines on several lines [RES-2]', async () => {
    const around = (text: string): string => `+++\ntitle = ${text} # c\nweight = 1\n+++\n\n# Head\n`
    const translation = 'Eins \\n """\nzwei"'
    const expected = '"""\nEins \\\\n ""\\"\nzwei"\n"""'
    for (const value of ['"""\nA\nb\n"""', "'''A\n'''"]) {
      expect(await written(around(value), translation)).toBe(around(expected))
      const dos = (text: string): string => text.replaceAll('\n', '\r\n')
      expect(await written(dos(around(value)), translation)).toBe(dos(around(expected)))
    }
  })

  it('writes JSON as JSON [RES-2]', async () => {
    const around = (text: string): string => `{\n\t"title": ${text},\n\t"x": [1]\n}\n\n# Head\n`
    expect(await written(around('"A"'), 'Ein "Buch" \\ {x}')).toBe(around('"Ein \\"Buch\\" \\\\ {x}"'))
  })

  it('writes any text so that it reads back [RES-2]', async () => {
    const yaml = ['t: Words', "t: 'Words'", 't: "Words"', 't: |\n  Words', 't: >-\n  Words', 'hero: {text: Words}']
    const toml = ['t = "Words"', "t = 'Words'", 't = """\nWords\n"""', "t = '''Words'''"]
    const json = '{\n  "title": "Words"\n}\n'
    const fronts = [json, ...yaml.map(front => `---\n${front}\n---\n`), ...toml.map(front => `+++\n${front}\n+++\n`)]
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter(text => text === text.trim() && text !== '')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fronts), text, async (front, translation) => {
        await written(front, translation)
      }),
      { numRuns: rounds(150) },
    )
  })
})
