import { describe, expect, it } from 'vitest'
import { FILE_KINDS, FILES_TAKEN } from '../../src/contract/formats.ts'
import { builtExtensions, isRead, traitsOf, type Unit } from '../../src/formats/index.ts'
import { built, opened, unitsOf } from './files.ts'

const facts = async (extension: string, content: string, fact: (unit: Unit) => unknown) =>
  (await unitsOf(built(extension), opened(content))).map(unit => [unit.text, fact(unit)])

describe('the registry', () => {
  it('is told to people and models in few words, all that is read and nothing else [LIM-3]', () => {
    const told: Readonly<Record<string, string>> = {
      ...{ zip: 'ZIP', docx: 'DOCX', pptx: 'PPTX', xlsx: 'XLSX', idml: 'IDML', pdf: 'PDF' },
      ...{ odt: 'ODF', ods: 'ODF', odp: 'ODF', odg: 'ODF' },
      ...{ txt: 'text', md: 'Markdown', markdown: 'Markdown', mdx: 'Markdown', csv: 'CSV', tsv: 'CSV' },
      ...{ json: 'JSON', jsonc: 'JSON', arb: 'JSON', yaml: 'YAML', yml: 'YAML', po: 'PO', pot: 'PO' },
      ...{ properties: 'app strings', strings: 'app strings', ini: 'app strings', ftl: 'app strings', toml: 'app strings' },
      ...{ xlf: 'XLIFF', xliff: 'XLIFF', html: 'HTML', htm: 'HTML', xml: 'XML', srt: 'subtitles', vtt: 'subtitles' },
    }
    const names = new Set(builtExtensions.map(extension => told[extension]))
    expect(new Set(FILES_TAKEN.split(', '))).toEqual(names)
  })

  it('names each extension once, by the family that the contract gives it [LIM-3]', () => {
    const known = Object.values(FILE_KINDS).flatMap(family => Object.keys(family.extensions))
    expect(builtExtensions).toEqual(known.filter(extension => isRead(`a.${extension}`)))
    for (const extension of builtExtensions) {
      const { family, extensions } = built(extension)
      expect(Object.keys(FILE_KINDS[family].extensions)).toContain(extension)
      expect(extensions).toContain(extension)
    }
  })

  it('says nothing of an extension that no format takes', () => {
    expect(traitsOf('exe')).toEqual({})
    expect(traitsOf('__proto__')).toEqual({})
  })
})

describe('the traits of a format', () => {
  it('hold for all its extensions', () => {
    expect(traitsOf('pot')).toBe(traitsOf('po'))
    expect(traitsOf('tsv')).toEqual(traitsOf('csv'))
  })

  it.each([
    ['json', 'menu.file', '{"menu": {"file": "Open the file"}}'],
    ['yaml', 'menu.file', 'menu:\n  file: Open the file\n'],
    ['md', 'Setup > Linux', '# Guide\n\n## Setup\n\n### Linux\n\nInstall it first.\n'],
  ])('say what stands between the names in a part of .%s', async (extension, part, content) => {
    const parts = (await unitsOf(built(extension), opened(content))).map(unit => unit.part)
    expect(parts).toContain(part)
    expect(part.split(traitsOf(extension).part_separator ?? '\0')).toHaveLength(2)
  })

  it('say whether a message has as many units as the target has plural forms', async () => {
    const messages = [
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      '{"a": {"one": "{{count}} file", "other": "{{count}} files"}}',
      '<resources><plurals name="a"><item quantity="other">%d files</item></plurals></resources>',
    ]
    for (const extension of builtExtensions) {
      const format = built(extension)
      const count = async (message: string, language: string) => {
        const units = []
        for await (const unit of format.scan(opened(message)(), { target: { language } })) units.push(unit)
        return units.length
      }
      const depends = messages.map(async message => {
        const counts = await Promise.all(['de', 'ar'].map(language => count(message, language))).catch(() => [0, 0])
        return counts[0] !== counts[1]
      })
      const byTarget = (await Promise.all(depends)).includes(true)
      if (byTarget) expect([extension, format.traits.units_by_target]).toEqual([extension, true])
    }
  })
})

describe('a unit', () => {
  it('has its number where its format counts rows or paragraphs, and none elsewhere', async () => {
    expect(traitsOf('txt').ordinals).toBe('paragraph')
    expect(await facts('txt', 'One here.\n\nTwo here.\n', unit => unit.ordinal)).toEqual([
      ['One here.', 1],
      ['Two here.', 2],
    ])
    expect(traitsOf('csv').ordinals).toBe('row')
    expect(await facts('csv', 'id,title\n1,A red hat\n2,A blue hat\n', unit => unit.ordinal)).toEqual([
      ['id', 1],
      ['title', 1],
      ['A red hat', 2],
      ['A blue hat', 3],
      ['1\n2', undefined],
    ])
    expect(traitsOf('json').ordinals).toBeUndefined()
    expect(await facts('json', '{"a": "One here"}', unit => unit.ordinal)).toEqual([['One here', undefined]])
  })

  it('of a document is what it says, and of other formats nothing', async () => {
    const content = [
      '---\ntitle: Shop\n---\n\n# Head\n\nSome words.\n\n- Item\n\n> Said.[^1]\n\n| A b |\n| --- |\n| C d |\n',
      '```\nrun it\n```\n\n<!-- raw -->\n\n<div>\nsaid\n</div>\n\n[a]: https://a.example "Its title"\n\n[^1]: A note.\n',
    ].join('\n')
    expect(await facts('md', content, unit => unit.kind)).toEqual([
      ['Shop', 'metadata'],
      ['Head', 'heading'],
      ['Some words.', 'paragraph'],
      ['Item', 'list'],
      ['Said.<x1/>', 'quote'],
      ['A b', 'table'],
      ['C d', 'table'],
      ['run it', 'code'],
      ['<!-- raw -->', 'html'],
      ['said', 'paragraph'],
      ['Its title', 'link title'],
      ['A note.', 'footnote'],
    ])
    expect(await facts('txt', 'One here.\n', unit => unit.kind)).toEqual([['One here.', undefined]])
  })
})
