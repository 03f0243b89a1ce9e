import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { FormatError } from '../../../src/formats/format.ts'
import { toml } from '../../../src/formats/toml/toml.ts'
import { anyText } from '../../support/any-text.ts'
import { catalogueOf } from '../catalogues.ts'
import { bytesOf, fc, opened, rewrite, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format: Format = toml
const { translated, read, inLanguage } = catalogueOf(format)

const HUGO = `# The texts of a theme

# Below each post
[read_more]
other = "Read more"

[reading_time]
description = "How long it takes"
hash = "sha1-77f4c1d8b2"
one = "One minute"
other = "{{ .Count }} minutes" # beside

[footer]
other = 'Made with "care"'
`
const OTHERS = `title = "A \\"garden\\"\\tof words"
date = 2024-05-01
weight = 3
draft = false
home = "https://example.com/"
path = 'C:\\Users'
list = ["First", "second one"]
bed = { title = "A bed", width = 3 }
lines = """
First line
second "line" """
raw = '''
It's \\raw'''
"quoted key".text = "Some text"

[[paths]]
name = "To the shed"

[[paths]]
name = "To the pond"
`

describe('reading', () => {
  it('finds the messages of Hugo and go-i18n, with what is said of them [FMT-1]', async () => {
    expect(await read(HUGO)).toEqual({
      'read_more.other': 'Read more',
      'reading_time.description': 'comment',
      'reading_time.hash': 'metadata',
      'reading_time.one': 'One minute',
      'reading_time.other': '{{ .Count }} minutes',
      'footer.other': 'Made with "care"',
    })
    const units = await unitsOf(format, opened(HUGO), { target: { language: 'de' } })
    expect(units[0]?.note).toBe('Below each post')
    expect(units.find(({ part }) => part === 'reading_time.one')?.note).toBe('How long it takes\nPlural form for 1')
  })

  it('finds the strings of any other file, and leaves out what is no text', async () => {
    expect(await read(OTHERS)).toEqual({
      title: 'A "garden"\tof words',
      home: 'url',
      path: 'identifier',
      'list.0': 'First',
      'list.1': 'second one',
      'bed.title': 'A bed',
      lines: 'First line\nsecond "line" ',
      raw: "It's \\raw",
      'quoted key.text': 'Some text',
      'paths.0.name': 'To the shed',
      'paths.1.name': 'To the pond',
    })
  })

  it.each([
    ['Cargo', '[package]\nname = "garden"\nedition = "2021"\ndescription = "Plans a garden"\n'],
    [
      'Python',
      '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "garden"\ndescription = "Plans a garden"\n',
    ],
    ['Hugo', 'baseURL = "https://example.com"\ntitle = "My garden"\n[params]\nauthor = "Somebody Else"\n'],
    ['Netlify', '[build]\ncommand = "hugo --gc --minify now"\n[[redirects]]\nfrom = "/a b"\n'],
  ])('leaves the settings of %s until somebody asks for them', async (_name, content) => {
    const reasons = (await unitsOf(format, opened(content))).map(({ left_out }) => left_out)
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons).not.toContain(undefined)
    expect(reasons).toContain('settings')
  })

  it.each([
    ['a key twice', 'a = "One"\na = "Two"\n', 2],
    ['a string without its end', 'a = "One"\nb = "Two\n', 2],
    ['no value', '\n\na = ]\n', 3],
  ])('refuses what is no TOML, and says where: %s', async (_name, content, line) => {
    const error = await read(content).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject({ code: 'malformed', line })
    expect(String(error)).toContain(`line ${line}`)
  })

  it('refuses values in each other without end', async () => {
    const error = await read(`a = ${'['.repeat(5000)}1${']'.repeat(5000)}`).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'too_deep' })
  })
})

describe('writing', () => {
  it('keeps the quotes of each text, and takes others where a literal cannot hold it', async () => {
    const say = {
      title: 'Ein "Garten"\nund \\ mehr',
      'list.1': "zwei 'Wörter'",
      lines: 'Eins\nzwei """drei"""',
      raw: "Es ist \\so ''' roh",
      'quoted key.text': 'Ein Text',
    }
    const becomes = OTHERS.replace('A \\"garden\\"\\tof words', 'Ein \\"Garten\\"\\nund \\\\ mehr')
      .replace('second one', "zwei 'Wörter'")
      .replace('First line\nsecond "line" ', 'Eins\nzwei \\"""drei\\""\\"')
      .replace("'''\nIt's \\raw'''", `"""\nEs ist \\\\so ''' roh"""`)
      .replace('Some text', 'Ein Text')
    expect((await translated(OTHERS, say)).toString()).toBe(becomes)
    expect((await translated(OTHERS.replaceAll('\n', '\r\n'), say)).toString()).toBe(becomes.replaceAll('\n', '\r\n'))
    expect((await translated("a = 'Plain text'\n", { a: "It's" })).toString()).toBe('a = "It\'s"\n')
  })

  it('keeps every byte where nothing is translated, a byte order mark too', async () => {
    for (const content of [HUGO, OTHERS, `\ufeff${HUGO}`, 'a = "Some text"']) {
      expect(await inLanguage('ru', content, () => undefined)).toBe(content)
    }
  })

  it('reads back whatever it writes', async () => {
    const text = anyText().filter(each => each !== '' && !/\p{Cs}|\r/u.test(each))
    const file = fc.constantFrom(
      'a = "T"\n',
      "a = 'T'\r\n",
      'a = """T"""\n',
      "a = '''\nT'''\n",
      'a = ["""\r\nT"""]\r\n',
    )
    await fc.assert(
      fc.asyncProperty(file, text, async (content, said) => {
        const result = await bytesOf(rewrite(format, opened(content), () => said, { language: 'de' }))
        expect((await unitsOf(format, opened(result))).map(unit => unit.text)).toEqual([said])
      }),
      { numRuns: 200 },
    )
  })
})

describe('plural forms', () => {
  it('are those of the target, in front of what comes later in the order of CLDR', async () => {
    expect(await inLanguage('ru', HUGO, text => `Ж ${text}`)).toBe(
      HUGO.replace('Read', 'Ж Read')
        .replace('One', 'Ж One')
        .replace('Made', 'Ж Made')
        .replace('other = "{{', 'few = "Ж {{ .Count }} minutes"\nmany = "Ж {{ .Count }} minutes"\nother = "Ж {{'),
    )
  })

  it.each([
    ['ja', ['one', 'other']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['de', ['one', 'other']],
  ])('are those of %s', async (language, categories) => {
    const content = '[a]\r\n  one = "a"\r\n  other = "{{ .Count }} b"\r\n'
    const result = await inLanguage(language, content, text => `X ${text}`)
    expect([...result.matchAll(/^ {2}(\w+) = .*\r\n/gm)].map(([, name]) => name)).toEqual(categories)
  })

  it('may stand in braces, or behind points', async () => {
    expect(await inLanguage('pl', 'a = { one = "x y", other = "{{ .Count }} z" }\n', text => `P ${text}`)).toBe(
      'a = { one = "P x y", few = "P {{ .Count }} z", many = "P {{ .Count }} z", other = "P {{ .Count }} z" }\n',
    )
    expect(await inLanguage('cs', 'a.one = "x y"\na.other = "%d z"\n', text => `C ${text}`)).toBe(
      'a.one = "C x y"\na.few = "C %d z"\na.other = "C %d z"\n',
    )
  })

  it('are written together or not at all', async () => {
    const of = ({ path }: { path: string }) => (path.endsWith('/few') ? undefined : 'Ж')
    const content = '[a]\none = "a b"\nother = "c d"\n'
    expect((await bytesOf(rewrite(format, opened(content), of, { language: 'ru' }))).toString()).toBe(content)
  })

  it('are none where the keys only look like them', async () => {
    const units = await unitsOf(format, opened('[a]\nother = "More"\nname = "Some name"\n'), {
      target: { language: 'ru' },
    })
    expect(units.map(({ path, group }) => [path, group])).toEqual([
      ['toml:/a/other', undefined],
      ['toml:/a/name', undefined],
    ])
  })
})

describe('merging', () => {
  it('brings a message with its table behind the one before it, and takes one away with its own', async () => {
    const there = '[read_more]\nother = "Mehr"\n\n[old]\nother = "Alt"\n'
    expect(
      await merged(format, there, {
        source: HUGO,
        texts: { 'toml:/reading_time/one': 'Eine Minute', 'toml:/reading_time/other': '{{ .Count }} Minuten' },
        remove: ['toml:/old/other'],
      }),
    ).toBe(
      '[read_more]\nother = "Mehr"\n\n[reading_time]\none = "Eine Minute"\nother = "{{ .Count }} Minuten" # beside\n',
    )
  })

  it('keeps its laws', async () => {
    const togetherOf = ({ path }: { path: string }) => path.split('/')[1]
    await keepsTheLaws(format, Buffer.from(HUGO), { togetherOf })
    await keepsTheLaws(format, Buffer.from(HUGO.replaceAll('\n', '\r\n')), { togetherOf })
    await keepsTheLaws(format, Buffer.from('# Head\n\na = "One text"\nb.c = "Two"\n\n[d]\ne = "Three words"\n'), {
      togetherOf,
    })
  })

  it('has a place for comments', async () => {
    const units = await unitsOf(format, opened(HUGO))
    const edits = format.noting?.(HUGO, units, new Map([['toml:/footer/other', 'At the end']])) ?? []
    expect(edits).toEqual([
      { start: HUGO.indexOf("other = 'Made"), end: HUGO.indexOf("other = 'Made"), bytes: '# At the end\n' },
    ])
  })
})
