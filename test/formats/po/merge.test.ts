import { describe, expect, it } from 'vitest'
import { FormatError, type Unit } from '../../../src/formats/index.ts'
import { po } from '../../../src/formats/po/po.ts'
import { corpus } from '../../support/corpus.ts'
import { bytesOf, opened, rewrite } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const HEADER = `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
`
const TEMPLATE = `# The template
#, fuzzy
msgid ""
msgstr ""
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Language: \\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
`
const OPEN = '#. In the menu\n#: a.c:1\nmsgctxt "menu"\nmsgid "Open"\nmsgstr ""\n'
const CLOSE = '#: a.c:2\nmsgid "Close"\nmsgstr ""\n'
const FILES = '#: a.c:3\n#, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
const SAVE = '#: a.c:4\nmsgid "Save"\nmsgstr ""\n'
const SOURCE = [TEMPLATE, OPEN, CLOSE, FILES, SAVE].join('\n')

const TEXTS: Readonly<Record<string, string>> = {
  'po:menu\u0004Open': 'Öffnen',
  'po:Close': 'Schließen',
  'po:%d file[0]': '%d Datei',
  'po:%d file[1]': '%d Dateien',
  'po:Save': 'Sichern',
}
const IN_GERMAN = [
  OPEN.replace('msgstr ""', 'msgstr "Öffnen"'),
  CLOSE.replace('msgstr ""', 'msgstr "Schließen"'),
  FILES.replace('[0] ""', '[0] "%d Datei"').replace('[1] ""', '[1] "%d Dateien"'),
  SAVE.replace('msgstr ""', 'msgstr "Sichern"'),
] as const
const [OPEN_DE, CLOSE_DE, FILES_DE, SAVE_DE] = IN_GERMAN

const some = (...paths: string[]): Record<string, string> =>
  Object.fromEntries(paths.map(path => [path, TEXTS[path] ?? '']))
/** A catalogue of these entries, with a blank line between them. */
const catalogue = (...entries: string[]): string => [HEADER, ...entries].join('\n')
const entry = (id: string, said: string): string => `msgid "${id}"\nmsgstr "${said}"\n`
const obsolete = (id: string, said: string): string => `#~ msgid "${id}"\n#~ msgstr "${said}"\n`

type Bringing = Partial<Parameters<typeof merged>[2]>
const brought = (there: string | Uint8Array, bringing: Bringing): Promise<string> =>
  merged(po, there, { source: SOURCE, ...bringing })

describe('a message that a catalogue has', () => {
  it('gets the new translation, and changes nowhere else [SYN-1]', async () => {
    const old = catalogue('# Anna: careful\n#: old.c:9\nmsgid "Close"\nmsgstr "Zu"\n', entry('Save', 'Ab'))
    expect(await brought(old, { texts: some('po:Close') })).toBe(old.replace('"Zu"', '"Schließen"'))
  })

  it('loses its mark “fuzzy” and its earlier source, also where its text stays', async () => {
    const old = catalogue(
      '#, fuzzy, c-format\n#| msgid "Shut"\nmsgid "Close"\nmsgstr "Zu"\n',
      '#, fuzzy\nmsgid "Save"\nmsgstr "Sichern"\n',
    )
    const expected = catalogue('#, c-format\nmsgid "Close"\nmsgstr "Schließen"\n', entry('Save', 'Sichern'))
    expect(await brought(old, { texts: some('po:Close', 'po:Save') })).toBe(expected)
  })

  it('is marked “fuzzy” where the source marks it', async () => {
    const from = await bytesOf(
      rewrite(po, opened(SOURCE), ({ path }) => some('po:Save')[path], { language: 'de', unreviewed: true }),
    )
    const change = { source: Buffer.from(SOURCE), from, take: new Set(['po:Save']), remove: new Set<string>() }
    const edits = await po.merge?.(Buffer.from(catalogue(entry('Save', 'Ab'))), change)
    expect(edits?.map(({ bytes }) => String(bytes))).toEqual(['#, fuzzy\n', 'msgstr "Sichern"'])
  })

  it('is changed in each of its entries, and whatever its plural was', async () => {
    const old = catalogue(entry('Save', 'Ab'), entry('Save', 'Auf'), entry('%d file', 'Datei'))
    const files = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n'
    const texts = some('po:Save', 'po:%d file[0]', 'po:%d file[1]')
    const expected = catalogue(entry('Save', 'Sichern'), entry('Save', 'Sichern'), files)
    expect(await brought(old, { texts, remove: ['po:%d file'] })).toBe(expected)
  })

  it('may have no string at all', async () => {
    const old = catalogue(SAVE.replace('msgstr ""', 'msgstr '))
    expect(await brought(old, { texts: some('po:Save') })).toBe(catalogue(`${SAVE_DE.trimEnd()} \n`))
  })

  it('stays where the source has no translation for it', async () => {
    const old = catalogue(entry('Save', 'Ab'))
    expect(await brought(old, { take: ['po:Save'] })).toBe(old)
  })

  it('is written in lines as long as those of its catalogue', async () => {
    const long = 'alle Wörter dieses Satzes passen nicht in eine einzige Zeile von vierzig Zeichen'
    const folded = `msgid "x"\nmsgstr ""\n"${'wort '.repeat(8)}"\n"wort"\n`
    const result = await brought(catalogue(folded, entry('Save', '')), { texts: { 'po:Save': long } })
    expect(result).toContain(
      'msgstr ""\n"alle Wörter dieses Satzes passen nicht "\n"in eine einzige Zeile von vierzig "\n',
    )
  })
})

describe('a message that a catalogue lacks', () => {
  it('comes with all that belongs to it, after the one before it that is there [SYN-1]', async () => {
    const old = catalogue(OPEN_DE, entry('mine', 'meins'), SAVE_DE)
    const texts = some('po:Close', 'po:%d file[0]', 'po:%d file[1]')
    expect(await brought(old, { texts })).toBe(catalogue(OPEN_DE, CLOSE_DE, FILES_DE, entry('mine', 'meins'), SAVE_DE))
  })

  it('comes before the next one where none before it is there', async () => {
    const old = catalogue(entry('mine', 'meins'), '# Files\n', FILES_DE)
    const expected = catalogue(entry('mine', 'meins'), '# Files\n', OPEN_DE, CLOSE_DE, FILES_DE)
    expect(await brought(old, { texts: some('po:menu\u0004Open', 'po:Close') })).toBe(expected)
  })

  it('comes at the end where none of its source is there, but before what is obsolete', async () => {
    const old = catalogue(entry('mine', 'meins'), obsolete('gone', 'weg'))
    expect(await brought(old, { texts: some('po:Save') })).toBe(
      catalogue(entry('mine', 'meins'), SAVE_DE, obsolete('gone', 'weg')),
    )
  })

  it('takes the place of its obsolete entry', async () => {
    const previous = '#~| msgid "Safe"\n#~ msgid "Save"\n#~ msgstr "Ab"\n'
    const old = catalogue(CLOSE_DE, previous, obsolete('gone', 'weg'))
    expect(await brought(old, { texts: some('po:Save') })).toBe(catalogue(CLOSE_DE, SAVE_DE, obsolete('gone', 'weg')))
  })

  it.each<[string, (text: string) => string]>([
    ['DOS line ends after a byte order mark', text => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['no line end at its end', text => text.replace(/\n$/, '')],
    ['no blank lines', text => text.replaceAll('\n\n', '\n')],
    ['two blank lines', text => text.replaceAll('\n\n', '\n\n\n')],
  ])('is written as its catalogue is: %s', async (_, written) => {
    const texts = some('po:Close', 'po:Save')
    const old = written(catalogue(OPEN_DE, FILES_DE))
    const whole = written(catalogue(...IN_GERMAN))
    expect(await brought(old, { texts })).toBe(whole)
    expect(await brought(whole, { remove: Object.keys(texts) })).toBe(old)
  })

  it('is folded where its catalogue folds lines, and not where it does not', async () => {
    const long = 'wort '.repeat(18).trim()
    const folded = `msgid ""\n"${'wort '.repeat(15)}"\n"wort wort wort"\n`
    const endless = `msgid "${long}"\n`
    const like = (text: string): string => `msgid ""\n"x ${'wort '.repeat(13)}"\n"wort"\nmsgstr "${text}"\n`
    const unlike = (text: string): string => `msgid "x ${long}"\nmsgstr "${text}"\n`
    const texts = { [`po:${long}`]: 'kurz' }
    expect(
      await brought(catalogue(like('da')), { texts, source: `${TEMPLATE}\n${endless}msgstr ""\n\n${unlike('')}` }),
    ).toContain(`\n\nmsgid ""\n"wort`)
    expect(
      await brought(catalogue(unlike('da')), { texts, source: `${TEMPLATE}\n${folded}msgstr ""\n\n${like('')}` }),
    ).toContain(`\n\n${endless}msgstr "kurz"\n`)
  })

  it('is found by its key where the texts of the source are in msgstr', async () => {
    const header = `${HEADER.replace('Language: de', 'Language: en')}"X-Crowdin-SourceKey: msgstr\\n"\n`
    const source = `${header}\n${entry('menu.open', 'Open')}\n${entry('menu.close', 'Close')}`
    const old = catalogue(entry('menu.close', 'Schließen'))
    const texts = { 'po:menu.open': 'Öffnen' }
    expect(await brought(old, { source, texts })).toBe(
      catalogue(entry('menu.open', 'Öffnen'), entry('menu.close', 'Schließen')),
    )
  })

  it('has the plural forms that its catalogue has', async () => {
    const rule =
      'nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n==0 ? 3 : 2)'
    const old = HEADER.replace('de', 'ru').replace(/nplurals.*(?=;)/, rule)
    const forms = ['файл', 'файла', 'файлов']
    const texts = Object.fromEntries(forms.map((form, at) => [`po:%d file[${at}]`, `%d ${form}`]))
    const written = [...forms, 'файлов'].map((form, at) => `msgstr[${at}] "%d ${form}"\n`).join('')
    expect(await brought(old, { texts, language: 'ru' })).toBe(
      `${old}\n${FILES.slice(0, FILES.indexOf('msgstr'))}${written}`,
    )
  })
})

describe('a message that goes', () => {
  it('takes its comments and a blank line along, and leaves remarks that belong to none', async () => {
    const mine = '# Anna\n#. hint\n#, c-format\n\nmsgctxt "x"\nmsgid "mine"\nmsgstr "meins"\n# after it\n'
    const old = catalogue(CLOSE_DE, '# == Section ==\n', mine, SAVE_DE, '# the end\n')
    expect(await brought(old, { remove: ['po:x\u0004mine'] })).toBe(
      catalogue(CLOSE_DE, '# == Section ==\n# after it\n', SAVE_DE, '# the end\n').replace('==\n#', '==\n\n#'),
    )
  })

  it('goes with all its plural forms, and where it is obsolete', async () => {
    const old = catalogue(CLOSE_DE, FILES_DE, obsolete('gone', 'weg'))
    expect(await brought(old, { remove: ['po:%d file[1]', 'po:gone'] })).toBe(catalogue(CLOSE_DE))
  })

  it('leaves the header, which is what the file is', async () => {
    expect(await brought(catalogue(CLOSE_DE, SAVE_DE), { remove: ['po:', 'po:Close', 'po:Save'] })).toBe(HEADER)
  })

  it('may be the last of a file that does not end its last line', async () => {
    const old = catalogue(CLOSE_DE, entry('mine', 'meins')).trimEnd()
    expect(await brought(old, { remove: ['po:mine'], texts: some('po:Save') })).toBe(
      catalogue(CLOSE_DE, SAVE_DE).trimEnd(),
    )
    expect(await brought(old, { remove: ['po:mine'] })).toBe(catalogue(CLOSE_DE).trimEnd())
  })

  it('changes nothing where neither file has it', async () => {
    const old = catalogue(CLOSE_DE)
    expect(await brought(old, { remove: ['po:nothing', 'json:/Close'], take: ['po:nothing', 'po:'] })).toBe(old)
  })
})

describe('the header of a catalogue', () => {
  const filled = `# The template
msgid ""
msgstr ""
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
`

  it('comes from the source where there is none', async () => {
    const whole = [filled, ...IN_GERMAN].join('\n')
    expect(await brought('', { texts: TEXTS })).toBe(whole)
    expect(await brought(CLOSE, { texts: TEXTS })).toBe(whole)
    expect(await brought(obsolete('Save', 'Ab'), { texts: TEXTS })).toBe(whole)
  })

  it('is filled in where it is that of a template', async () => {
    expect(await brought(SOURCE, { texts: TEXTS })).toBe([filled, ...IN_GERMAN].join('\n'))
    const polish = await brought(SOURCE, { texts: some('po:Save'), language: 'pl' })
    expect(polish).toContain('nplurals=3')
    expect(polish).toContain('msgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n')
  })

  it.each([
    ['"Content-Type: text/plain; charset=UTF-8\\n"', 'text of ASCII needs no charset'],
    ['"Language: de\\n"', 'no message needs the language'],
    ['"Plural-Forms: nplurals=2; plural=(n != 1);\\n"', 'a message without a plural needs no forms'],
  ])('may lack %s: %s', async line => {
    const old = catalogue(entry('Save', '')).replace(`${line}\n`, '')
    expect(await brought(old, { texts: some('po:Save') })).toBe(old.replace(/""\n$/, '"Sichern"\n'))
  })

  it('says what new messages need', async () => {
    const bare = 'msgid ""\nmsgstr "X: y\\n"\n'
    expect(await brought(bare, { texts: TEXTS })).toBe(
      [`${bare}${HEADER.split('\n').slice(3).join('\n')}`, ...IN_GERMAN].join('\n'),
    )
  })

  it('keeps its language and its plural forms, whatever the source says', async () => {
    const old = catalogue(SAVE_DE).replace('Language: de', 'Language: de_AT').replace('n != 1', 'n!=1')
    expect(await brought(old, { texts: some('po:Close', 'po:%d file[0]', 'po:%d file[1]') })).toContain(
      old.slice(0, old.indexOf('\n\n')),
    )
  })
})

describe('a catalogue in a legacy charset', () => {
  const old = Buffer.from(catalogue(entry('ä', 'ä')).replace('UTF-8', 'ISO-8859-1'), 'latin1')
  const latin = async (texts: Record<string, string>): Promise<string> => {
    const from = await bytesOf(rewrite(po, opened(SOURCE), ({ path }) => texts[path], { language: 'de' }))
    const take = new Set(Object.keys(texts))
    const edits = await po.merge?.(old, { source: Buffer.from(SOURCE), from, take, remove: new Set() })
    return edits?.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('') ?? ''
  }

  it('gains messages in that charset', async () => {
    expect(await latin(some('po:Close'))).toBe(`\n${CLOSE_DE}`)
  })

  it('is left as it is where the charset lacks a character of them', async () => {
    await expect(latin({ 'po:Save': 'Sichern 日本' })).rejects.toThrow(
      'The catalogue is in ISO-8859-1, which has no “日”. Convert it to UTF-8',
    )
  })
})

it.each([
  ['is no catalogue', '{"a": 1}', 'line 1'],
  ['has no msgstr', `${HEADER}\nmsgid "x"\n`, 'the entry has no msgstr'],
  ['has two headers', `${HEADER}\n${HEADER}`, 'a second header'],
  ['has a quote in a string', catalogue(entry('x', 'y"z')), 'not escaped'],
  ['is binary', 'msgid "a\0"', 'binary'],
  ['is not in UTF-8', Buffer.from(catalogue(entry('x', 'ä')), 'latin1'), 'UTF-8'],
])('a file that %s is refused', async (_, there, said) => {
  const result = brought(there, { texts: TEXTS })
  await expect(result).rejects.toThrow(FormatError)
  await expect(result).rejects.toThrow(said)
})

/** The forms of a message go together; the header always stays. */
const ofMessage = ({ path, left_out, group }: Unit) =>
  path === 'po:' || left_out === 'obsolete' ? undefined : (group ?? path)

it.each(
  corpus('po')
    .filter(({ bytes }) => bytes.length < 6_000)
    .map(({ name, bytes }) => [name, bytes] as const),
)('%s is whole again when it gets back what it lost [SYN-1]', async (_, bytes) => {
  await keepsTheLaws(po, bytes, { togetherOf: ofMessage, runs: 4 })
})
