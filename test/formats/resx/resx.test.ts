import { describe, expect, it } from 'vitest'
import { type Format, FormatError } from '../../../src/formats/format.ts'
import { splice } from '../../../src/formats/index.ts'
import { resx } from '../../../src/formats/resx/resx.ts'
import { anyText } from '../../support/any-text.ts'
import { catalogueOf } from '../catalogues.ts'
import { bytesOf, fc, opened, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format: Format = resx
const { translated, read } = catalogueOf(format)

const HEAD = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <xsd:schema id="root" xmlns="" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <xsd:element name="data"><xsd:complexType /></xsd:element>
  </xsd:schema>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
`

function file(...entries: readonly string[]): string {
  return `${HEAD}${entries.join('\n')}\n</root>\n`
}

function data(name: string, value: string, comment?: string): string {
  const said = comment === undefined ? '' : `\n    <comment>${comment}</comment>`
  return `  <data name="${name}" xml:space="preserve">\n    <value>${value}</value>${said}\n  </data>`
}

const FILE = file(
  data('Greeting', 'Good morning, {0}!', 'The name of a person'),
  data('Total', 'Sum: {0:N2} &amp; more &lt;b&gt;bold&lt;/b&gt;'),
  data('Lines', 'One line\nand another'),
  data('Raw', '<![CDATA[Beds & borders]]>'),
)

/** A form as the designer of Windows Forms writes it. */
const FORM = file(
  '  <assembly alias="System.Drawing" name="System.Drawing" />',
  '  <data name="save.Location" type="System.Drawing.Point, System.Drawing">\n    <value>12, 34</value>\n  </data>',
  '  <data name="save.Font" type="System.Drawing.Font, System.Drawing">\n    <value>Segoe UI, 9pt</value>\n  </data>',
  '  <data name="save.TabIndex" type="System.Int32, mscorlib">\n    <value>0</value>\n  </data>',
  data('save.Text', '&amp;Save the garden'),
  data('save.AccessKey', 'S'),
  data('save.ImageKey', 'disk'),
  data('save.Dock', 'Fill'),
  data('&gt;&gt;save.Name', 'save'),
  data('&gt;&gt;save.Type', 'System.Windows.Forms.Button, System.Windows.Forms'),
  data('$this.Text', 'Garden'),
  '  <data name="$this.Icon" type="System.Drawing.Icon, System.Drawing" mimetype="application/x-microsoft.net.object.bytearray.base64">\n    <value>AAABAAEAEBAAAAEAIABo</value>\n  </data>',
  '  <data name="logo" type="System.Resources.ResXFileRef, System.Windows.Forms">\n    <value>..\\logo.png;System.Drawing.Bitmap</value>\n  </data>',
  '  <data name="said" type="System.String, mscorlib">\n    <value>Said with its type</value>\n  </data>',
  '  <metadata name="$this.Localizable" type="System.Boolean, mscorlib">\n    <value>True</value>\n  </metadata>',
)

describe('reading', () => {
  it('finds texts by name, with references, CDATA and comments [FMT-1]', async () => {
    expect(await read(FILE)).toEqual({
      Greeting: 'Good morning, {0}!',
      Total: 'Sum: {0:N2} & more <b>bold</b>',
      Lines: 'One line\nand another',
      Raw: 'Beds & borders',
    })
    const noted = (await unitsOf(format, opened(FILE))).flatMap(({ path, note }) => (note ? [[path, note]] : []))
    expect(noted).toEqual([['resx:/Greeting', 'The name of a person']])
  })

  it('translates the texts of a form, and nothing that the designer notes of it', async () => {
    expect(await read(FORM)).toEqual({
      'save.Location': 'not_text',
      'save.Font': 'not_text',
      'save.TabIndex': 'not_text',
      'save.Text': '&Save the garden',
      'save.AccessKey': 'code',
      'save.ImageKey': 'code',
      'save.Dock': 'code',
      '>>save.Name': 'identifier',
      '>>save.Type': 'identifier',
      '$this.Text': 'Garden',
      '$this.Icon': 'not_text',
      logo: 'identifier',
      said: 'Said with its type',
    })
  })

  it('tells what lays something out from a label by its value, too', async () => {
    const labels = file(
      data('a.Width', 'Width'),
      data('b.Width', 'Width of the bed'),
      data('c.Width', 'Auto'),
      data('d/FlowDirection', 'RightToLeft'),
      data('FlowDirection', 'Direction of the text'),
      data('Left', 'Left'),
    )
    expect(await read(labels)).toEqual({
      'a.Width': 'Width',
      'b.Width': 'Width of the bed',
      'c.Width': 'code',
      'd/FlowDirection': 'code',
      FlowDirection: 'Direction of the text',
      Left: 'Left',
    })
  })

  it('reads names of Windows with paths of controls', async () => {
    const name = 'Plus.[using:Windows.UI.Xaml.Automation]AutomationProperties.Name'
    const key = 'Plus.[using:Calculator.Common]KeyboardShortcutManager.VirtualKeyControlChord'
    const units = await unitsOf(format, opened(file(data('Title.Text', 'Beds'), data(name, 'Plus'), data(key, 'H'))))
    expect(units.map(({ part, text, left_out }) => [part, left_out ?? text])).toEqual([
      ['Title.Text', 'Beds'],
      [name, 'Plus'],
      [key, 'code'],
    ])
  })

  it('hears what comments say in braces: what is locked stays, a limit holds', async () => {
    const units = await unitsOf(
      format,
      opened(
        file(
          data('a', 'Contoso', '{Locked} The brand'),
          data('b', 'Open Contoso', '{Locked="Contoso"} Menu'),
          data('c', 'Open', 'A narrow button {MaxLength=12}'),
          data('d', 'Close', 'max-length: 9'),
        ),
      ),
    )
    expect(units.map(({ left_out, max_length }) => left_out ?? max_length)).toEqual([
      'do_not_translate',
      undefined,
      12,
      9,
    ])
  })

  it('takes a message with plurals for ICU, and `{0:N2}` for what .NET fills in', async () => {
    const icu = '{0, plural, one {# item} other {# items}}'
    const units = await unitsOf(format, opened(file(data('a', icu), data('b', '{0:N2} of {1}'), data('c', '{0:d}'))))
    expect(units.map(({ syntax, left_out }) => left_out ?? syntax)).toEqual(['icu', undefined, 'placeholder_only'])
  })

  it('numbers a name that comes again', async () => {
    const units = await unitsOf(format, opened(file(data('a', 'One thing'), data('a/b', 'Two'), data('a', 'Three'))))
    expect(units.map(({ path }) => path)).toEqual(['resx:/a', 'resx:/a~1b', 'resx:/a#2'])
  })

  it.each([
    ['another root', '<resources><string name="a">One</string></resources>', { code: 'malformed' }],
    ['what is no XML', file(data('a', 'One <1')), { code: 'malformed', line: 10 }],
    ['entities of its own', `<!DOCTYPE root [<!ENTITY a "b">]>${file(data('a', '&a;'))}`, { code: 'malformed' }],
    ['what is nested too deep', `${'<root>'.repeat(1500)}${'</root>'.repeat(1500)}`, { code: 'too_deep' }],
    ['what is binary', '\0\u0001\u0002', { code: 'not_decodable' }],
    ['nothing', '', { code: 'malformed' }],
  ])('refuses %s, and says where', async (_name, content, expected) => {
    const error = await read(content).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject(expected)
  })

  it('finds none in a file of headers, and none in an entry without a value', async () => {
    expect(await read(file())).toEqual({})
    expect(await read('<root />')).toEqual({})
    expect(await read(file('  <data name="a" />', '  <data name="b"><value /></data>', data('c', '  ')))).toEqual({
      b: 'empty',
      c: 'empty',
    })
  })
})

describe('writing', () => {
  it('escapes what XML needs, and keeps all else, CDATA too', async () => {
    const say = { Greeting: 'Guten <Morgen> & "so", {0}!', Raw: 'Beete ]]> & <Ränder>' }
    expect((await translated(FILE, say)).toString()).toBe(
      FILE.replace('Good morning, {0}!', 'Guten &lt;Morgen&gt; &amp; "so", {0}!').replace(
        '<![CDATA[Beds & borders]]>',
        '<![CDATA[Beete ]]]]><![CDATA[> & <Ränder>]]>',
      ),
    )
  })

  it('keeps the blanks at both ends, which programs show', async () => {
    expect((await translated(file(data('a', ' (copy) ')), { a: '(Kopie)' })).toString()).toBe(
      file(data('a', ' (Kopie) ')),
    )
  })

  it('writes the line ends of the file', async () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    expect((await translated(crlf(FILE), { Lines: 'Eine Zeile\nund noch eine' })).toString()).toBe(
      crlf(FILE.replace('One line\nand another', 'Eine Zeile\nund noch eine')),
    )
  })

  it.each(['utf-16le', 'utf-16be'] as const)('reads and writes %s', async charset => {
    const wide = (text: string) => {
      const bytes = Buffer.from(`\ufeff${text.replace('utf-8', 'utf-16')}`, 'utf16le')
      return charset === 'utf-16le' ? bytes : bytes.swap16()
    }
    expect(await translated(wide(FILE), { Raw: 'Größe 🙂' })).toEqual(wide(FILE.replace('Beds & borders', 'Größe 🙂')))
  })

  it('writes references where the charset lacks a letter', async () => {
    const latin = (text: string) => Buffer.from(text.replace('utf-8', 'iso-8859-1'), 'latin1')
    expect(await translated(latin(FILE), { Greeting: 'Größe ż, {0}' })).toEqual(
      latin(FILE.replace('Good morning, {0}!', 'Größe &#380;, {0}')),
    )
  })

  it('keeps a byte order mark', async () => {
    const made = await translated(`\ufeff${FILE}`, { Raw: 'Beete' })
    expect(made.toString()).toBe(`\ufeff${FILE.replace('Beds & borders', 'Beete')}`)
  })

  it('reads back whatever it writes', async () => {
    const text = anyText()
      .filter(each => each === each.trim() && each !== '' && !/\p{Cs}|(?![\t\n])\p{Cc}|[\ufffe\uffff]/u.test(each))
      .filter(each => !/^[ \t\n]|[ \t\n]$|<\/?[gx]\d/.test(each))
    await fc.assert(
      fc.asyncProperty(text, async said => {
        await translated(FILE, { Greeting: said, Total: said, Raw: said })
      }),
      { numRuns: 20 },
    )
  })
})

describe('merging', () => {
  it('brings an entry with its comment behind the one before it, and takes another away', async () => {
    const source = file(data('a', 'One'), data('b', 'Two', 'A number'), data('c', 'Three'))
    const there = file(data('c', 'Drei'), data('a', 'Eins'), data('z', 'Zett'))
    const texts = { 'resx:/b': 'Zwei & mehr' }
    expect(await merged(format, there, { source, texts, remove: ['resx:/z'] })).toBe(
      file(data('c', 'Drei'), data('a', 'Eins'), data('b', 'Zwei &amp; mehr', 'A number')),
    )
  })

  it('rewords what is there in its own manner, and keeps its comment', async () => {
    const source = file(data('a', 'One', 'ours'), data('b', 'Two'), data('c', 'Three'))
    const there = file(data('a', ' <![CDATA[Alt]]>', 'own'), '  <data name="b"><value /></data>', data('c', 'Drei'))
    const texts = { 'resx:/a': 'Eins < zwei', 'resx:/b': 'Zwei', 'resx:/c': 'Drei' }
    expect(await merged(format, there, { source, texts })).toBe(
      file(
        data('a', ' <![CDATA[Eins < zwei]]>', 'own'),
        '  <data name="b"><value>Zwei</value></data>',
        data('c', 'Drei'),
      ),
    )
  })

  it('goes into an empty file with its indents and line ends', async () => {
    const source = file(data('a', 'One', 'note'))
    expect(await merged(format, '<root>\r\n</root>\r\n', { source, texts: { 'resx:/a': 'Eins' } })).toBe(
      `<root>\r\n${data('a', 'Eins', 'note').replaceAll('\n', '\r\n')}\r\n</root>\r\n`,
    )
  })

  it('never brings what is no text: programs find it in the source', async () => {
    const paths = (await unitsOf(format, opened(FORM))).map(({ path }) => path)
    const brought = await merged(format, file(), { source: FORM, take: paths })
    expect(Object.keys(await read(brought))).toEqual(['save.Text', '$this.Text', 'said'])
  })

  it('refuses a file that is none', async () => {
    const there = '<resources></resources>'
    await expect(merged(format, there, { source: FILE, take: ['resx:/Raw'] })).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('its root is <resources>'),
    })
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(FILE))
    await keepsTheLaws(format, Buffer.from(FORM), {
      togetherOf: ({ path, left_out }) => (left_out === undefined ? path : undefined),
    })
  })
})

describe('noting', () => {
  it('writes into the comment of an entry, or makes one', async () => {
    const content = file(
      data('a', 'One', 'A number'),
      data('b', 'Two'),
      '  <data name="c"><value>Three</value><comment /></data>',
      data('d', 'Four', ''),
      '  <data name="e"><value>Five</value></data>',
    )
    for (const bytes of [Buffer.from(content), Buffer.from(`\ufeff${content}`, 'utf16le')]) {
      const units = await unitsOf(format, opened(bytes))
      const notes = new Map(units.map(({ path }) => [path, 'in use <here> & there']))
      const edits = format.noting?.(bytes.toString('latin1'), units, notes) ?? []
      const noted = await unitsOf(format, opened(await bytesOf(splice(opened(bytes)(), edits))))
      expect(noted.map(({ text, note }) => [text, note])).toEqual([
        ['One', 'A number; in use <here> & there'],
        ...['Two', 'Three', 'Four', 'Five'].map(text => [text, 'in use <here> & there']),
      ])
    }
  })

  it('leaves what gets no note', async () => {
    const units = await unitsOf(format, opened(FILE))
    expect(format.noting?.(FILE, units, new Map([['resx:/Other', 'a']]))).toEqual([])
  })
})
