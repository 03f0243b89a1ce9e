import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { loadFormat } from '../../../src/formats/index.ts'
import { play } from '../../../src/formats/properties/play.ts'
import { anyText } from '../../support/any-text.ts'
import { catalogueOf } from '../catalogues.ts'
import { bytesOf, fc, opened, rewrite, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format: Format = play

const { translated, read } = catalogueOf(format)

const FILE = `# Messages of the whole application

# Shown on the door
greeting = Good morning, {0}!
menu.file-open=Open a file
\t$tab_1\t=  It''s here, don''t worry  
long = Says \\
  this and \\
  that
lines = One\\nTwo\\n\\
    Three
path = C:\\\\Temp and \\d and \\"quotes\\"
url = https://example.org/?a=b#c
blanks = \\n \\
  In the middle\\n
empty =
`

describe('reading', () => {
  it('finds keys, texts and lines that go on as Play does [FMT-1]', async () => {
    expect(await read(FILE)).toEqual({
      greeting: 'Good morning, {0}!',
      'menu.file-open': 'Open a file',
      $tab_1: "It's here, don't worry",
      long: 'Says   this and   that',
      lines: 'One\nTwo\n    Three',
      path: 'C:\\Temp and \\d and \\"quotes\\"',
      url: 'url',
      blanks: 'In the middle',
      empty: 'empty',
    })
  })

  it('takes the comments right above a key for its note, and is known by its paths', async () => {
    const units = await unitsOf(format, opened(FILE))
    expect(units.filter(({ note }) => note).map(({ path, note }) => [path, note])).toEqual([
      ['messages:/greeting', 'Shown on the door'],
    ])
  })

  it('keeps every byte where nothing is translated, with both line ends', async () => {
    for (const file of [
      FILE,
      FILE.replaceAll('\n', '\r\n'),
      FILE.trimEnd(),
      'a = b\r',
      ' \t\n\f\v\r\n',
      `${FILE}\f\n\v `,
    ]) {
      expect((await bytesOf(rewrite(format, opened(file), () => undefined, { language: 'de' }))).toString()).toBe(file)
    }
  })

  it.each([
    ['a comment behind blanks', 'a = b\n  # c\n', 2],
    ['a comment of .properties', 'a = b\n! c\n', 2],
    ['a colon', 'a = b\n\nc: d\n', 3],
    ['a key without a text', 'a = b\nc\n', 2],
    ['a key with a blank', 'a b = c\n', 1],
    ['a key with letters beyond ASCII', 'größe = c\n', 1],
    ['another line end', 'a = b\rc = d\n', 1],
    ['another line end in a comment', '# b\u2028c\n', 1],
    ['another line end in a text', 'a = b\u0085c\n', 1],
    ['a backslash at its end', 'a = b\nc = d\\', 2],
    ['a backslash before another line end', 'a = b\\\rc\n', 1],
    ['a form feed in the middle', 'a = b\n\f\nc = d\n', 2],
    ['a byte order mark', '\ufeffa = b\n', 1],
  ])('refuses %s with its line [FMT-4]', async (_name, file, line) => {
    await expect(unitsOf(format, opened(file))).rejects.toMatchObject({ name: 'FormatError', code: 'malformed', line })
  })

  it('takes the last text of a key that comes again, as Play does, and leaves the others', async () => {
    const file = 'a = One\nb = Two\n# Live\na = Three\n'
    const units = await unitsOf(format, opened(file))
    expect(units.map(({ path, text, note }) => [path, text, note])).toEqual([
      ['messages:/b', 'Two', undefined],
      ['messages:/a', 'Three', 'Live'],
    ])
    expect((await translated(file, { a: 'Drei', b: 'Zwei' })).toString()).toBe('a = One\nb = Zwei\n# Live\na = Drei\n')
    expect(await merged(format, 'b = Zwei\n', { source: file, texts: { 'messages:/a': 'Drei' } })).toBe(
      'b = Zwei\n# Live\na = Drei\n',
    )
  })

  it('refuses what is no UTF-8', async () => {
    const latin = Buffer.from('a = Grüße\n', 'latin1')
    await expect(unitsOf(format, opened(latin))).rejects.toMatchObject({ code: 'not_decodable' })
  })

  it('takes no longer for bad files of any length', async () => {
    for (const bad of [
      ' '.repeat(200_000),
      'a'.repeat(200_000),
      `a = ${'\\'.repeat(200_001)}`,
      `a = b${' '.repeat(200_000)}c\r`,
    ]) {
      const started = performance.now()
      await unitsOf(format, opened(`${bad}\u2028x\n`)).catch(() => undefined)
      expect(performance.now() - started).toBeLessThan(1000)
    }
  })
})

describe('writing', () => {
  it('changes nothing but the texts', async () => {
    const say = { greeting: "L'ami {0} !", lines: 'Eins\nZwei', path: 'D:\\Temp', blanks: 'Mitten drin', long: 'Lang' }
    expect((await translated(FILE, say)).toString()).toBe(
      FILE.replace('Good morning, {0}!', "L''ami {0} !")
        .replace('One\\nTwo\\n\\\n    Three', 'Eins\\n\\\nZwei')
        .replace('C:\\\\Temp and \\d and \\"quotes\\"', 'D:\\\\Temp')
        .replace('In the middle', 'Mitten drin')
        .replace('Says \\\n  this and \\\n  that', 'Lang'),
    )
  })

  it.each([
    ['doubles apostrophes without arguments, too', 'a = Hello\n', "L'ami", "a = L''ami\n"],
    ['doubles them where the source has one by a slip', "a = Don't\nb = {0}\n", "L'ami", "a = L''ami\nb = {0}\n"],
    ['doubles them beside an elision', "a = L'{0}\n", "D'{0}", "a = D''{0}\n"],
    ['takes those behind an argument for a slip', "a = {0}'s bed\n", "{0}s d'or", "a = {0}s d''or\n"],
    ['keeps those that quote braces', "a = It''s '{'a'}'\n", "C'est '{'a'}'", "a = C''est '{'a'}'\n"],
    ['leaves them in a file of Play 1', "a = Don't\nb = %s beds\n", "L'ami", "a = L'ami\nb = %s beds\n"],
    ['doubles them for %s beside messages', "a = Hi %s\nb = {0}''s\n", "L'ami %s", "a = L''ami %s\nb = {0}''s\n"],
  ])('%s', async (_name, file, says, becomes) => {
    expect((await translated(file, { a: says })).toString()).toBe(becomes)
  })

  it('leaves out what Play has no way to write', async () => {
    for (const says of [' in front', 'behind\n', 'with\rreturn', 'with\u2028separator', 'with\0nothing', '\u0085']) {
      const made = await bytesOf(
        rewrite(format, opened('a = One\nb = Two\n'), ({ part }) => (part === 'a' ? says : 'Zwei'), { language: 'de' }),
      )
      expect(made.toString()).toBe('a = One\nb = Zwei\n')
    }
  })

  it('reads back whatever it writes', async () => {
    const say = anyText().filter(text => text !== '' && !/\p{Cs}|[\0\r\u0085\u2028\u2029]|^[\0- ]|[\0- ]$/u.test(text))
    const file = fc.constantFrom(
      'a = Some text\n',
      "a=It''s {0}\\n\\\n b\r\nb = ä\r\n",
      'a\t= Some\\\n  text',
      'a = \\n\\\\ b \\ \n',
    )
    await fc.assert(
      fc.asyncProperty(file, say, async (content, text) => {
        await translated(content, { a: text })
      }),
      { numRuns: 100 },
    )
  })
})

describe('merging', () => {
  const source = "# Top\n\n# First\na = One\nb = It''s two\n\n# Of c\nc = Three\nd = Four\n"

  it('brings an entry with its comments behind the one before it, in the line ends of the file', async () => {
    const there = 'b = Zwei\r\nz = Zett\r\n'
    const texts = { 'messages:/a': "Einst's", 'messages:/c': 'Drei' }
    expect(await merged(format, there, { source, texts, remove: ['messages:/z'] })).toBe(
      "# First\r\na = Einst''s\r\nb = Zwei\r\n\r\n# Of c\r\nc = Drei\r\n",
    )
  })

  it('makes the file, and ends its last line', async () => {
    expect(await merged(format, '', { source, texts: { 'messages:/b': "D'eux" } })).toBe("b = D''eux\n")
    expect(await merged(format, 'a = Eins', { source, texts: { 'messages:/d': 'Vier' } })).toBe('a = Eins\nd = Vier\n')
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(source))
    await keepsTheLaws(format, Buffer.from(FILE.replace('empty =\n', '')))
  })
})

describe('the names of messages files', () => {
  it.each([
    'messages',
    'conf/messages',
    'conf/messages.de',
    'messages.pt-BR',
    'messages.zh_Hant_TW',
    'messages.kab',
    'app.messages',
  ])('reads %s', async name => {
    expect((await loadFormat(name))?.extensions).toEqual(['messages'])
  })

  it.each(['messages.md', 'messages.ts', 'messages.po', 'messages.json', 'messages.properties'])(
    'reads %s as what it is by its extension',
    async name => {
      expect((await loadFormat(name))?.extensions).not.toContain('messages')
    },
  )

  it.each([
    'messages.mo',
    'messages.sh',
    'messages.bin',
    'messages.log',
    'messages.default',
    'messages.xx',
    'messages.de.bak',
    'Messages',
    'my-messages',
    'messages-de',
  ])('does not read %s', async name => {
    expect(await loadFormat(name)).toBeUndefined()
  })
})
