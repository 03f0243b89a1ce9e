import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const po = built('po')

const HEADER = [
  'msgid ""',
  'msgstr ""',
  '"Project-Id-Version: x\\n"',
  '"Language: de\\n"',
  '"MIME-Version: 1.0\\n"',
  '"Content-Type: text/plain; charset=UTF-8\\n"',
  '"Content-Transfer-Encoding: 8bit\\n"',
  '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
  '',
  '',
].join('\n')

async function unitsFor(content: string | Uint8Array, language?: string): Promise<Unit[]> {
  const units: Unit[] = []
  for await (const unit of po.scan(opened(content)(), language ? { target: { language } } : {})) units.push(unit)
  return units.filter(unit => unit.path !== 'po:')
}
async function written(content: string | Uint8Array, translate: TranslateUnit, language = 'de'): Promise<Buffer> {
  const target = { language }
  const result = await bytesOf(rewrite(po, opened(content), translate, target))
  expect(await verify(po, opened(content), opened(result), translate, target)).toEqual([])
  return result
}
const translated = async (content: string, translations: Record<string, string>, language = 'de'): Promise<string> =>
  (await written(content, unit => translations[unit.text], language)).toString()
/** Writes one entry below the header and gives it back. */
const entry = async (content: string, translations: Record<string, string>, language = 'de'): Promise<string> => {
  const result = await translated(HEADER + content, translations, language)
  return result.slice(result.indexOf('\n\n') + 2)
}

describe('messages of a catalogue', () => {
  it('are units with their address, part, notes and the range of msgstr [RES-2]', async () => {
    const content = `#. On the button
#: src/dialog.c:12 src/menu.c:3
msgctxt "menu"
msgid "Öpen "
"the \\"file\\""
msgstr ""

#: src/dialog.c:20
msgid "Save"
msgstr "Sichern"
`
    const units = await unitsFor(HEADER + content)
    const bytes = Buffer.from(HEADER + content)
    expect(units).toMatchObject([
      {
        index: 1,
        path: 'po:menu\u0004Öpen the "file"',
        part: 'menu',
        text: 'Öpen the "file"',
        target: '',
        note: 'On the button',
        sense: 'menu',
      },
      { index: 2, path: 'po:Save', part: 'src/dialog.c', target: 'Sichern', left_out: 'already_translated' },
    ])
    expect(units.map(({ start, end }) => bytes.subarray(start, end).toString())).toEqual([
      'msgstr ""',
      'msgstr "Sichern"',
    ])
  })

  it.each<[string, string, string]>([
    ['translated already', 'msgid "a word"\nmsgstr "ein Wort"', 'already_translated'],
    ['obsolete', '#~ msgid "a word"\n#~ msgstr "ein Wort"', 'obsolete'],
    ['a number', 'msgid "1.5"\nmsgstr ""', 'number'],
    ['only placeholders', 'msgid "%s: %d"\nmsgstr ""', 'placeholder_only'],
    ['an address', 'msgid "https://example.com"\nmsgstr ""', 'url'],
  ])('are left out where they are %s', async (_, content, reason) => {
    expect((await unitsFor(HEADER + content)).map(unit => unit.left_out)).toEqual([reason])
  })

  it('count as untranslated while they are fuzzy, or lack a form', async () => {
    const fuzzy = '#, fuzzy\n#| msgid "An old word"\nmsgid "a word"\nmsgstr "ein Wort"\n'
    const lacking = '\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] "eins"\nmsgstr[1] ""\n'
    expect((await unitsFor(HEADER + fuzzy + lacking)).every(unit => unit.left_out === undefined)).toBe(true)
  })

  it.each<[string, string, string]>([
    ['c-format', '100% done, %d files', 'printf'],
    ['fuzzy, python-format', '%(n)s', 'printf'],
    ['sh-format', 'Usage: $program', 'shell'],
    ['scheme-format', 'Not ~a', 'tilde'],
    ['boost-format', 'Not %1%', 'boost'],
    ['no-c-format', '100% done', 'general'],
  ])('flagged %s say how placeholders are written', async (flags, text, syntax) => {
    const [unit] = await unitsFor(`${HEADER}#, ${flags}\nmsgid "${text} now"\nmsgstr ""`)
    expect(unit?.syntax ?? 'general').toBe(syntax)
  })

  it('are read from every spelling that gettext takes', async () => {
    const content =
      '  msgid\t"a\\tb"\n"\\x41\\101\\\\\\n"\n\n# half\nmsgstr\n""\n\n#~ msgid "gone\\n"\n#~ "more"\n#~ msgstr ""\n'
    expect((await unitsFor(HEADER + content)).map(unit => unit.text)).toEqual(['a\tbAA\\', 'gone\nmore'])
  })
})

describe('a message that is written', () => {
  it('changes its msgstr alone, and loses what it was made from [RES-2]', async () => {
    const content =
      '# note\n#: a.c:1\n#, c-format\n#| msgid "x"\n#| "y"\nmsgctxt "c"\nmsgid "Hello"\nmsgstr ""\n\n# next\nmsgid "Bye"\nmsgstr ""\n'
    expect(await entry(content, { Hello: 'Hallo "du"\\' })).toBe(
      content
        .replace('#| msgid "x"\n#| "y"\n', '')
        .replace('"Hello"\nmsgstr ""', '"Hello"\nmsgstr "Hallo \\"du\\"\\\\"'),
    )
  })

  it.each<[string, string, string]>([
    ['alone', '#, fuzzy\nmsgid "Hello"\nmsgstr "x"\n', 'msgid "Hello"\nmsgstr "Hallo"\n'],
    [
      'beside others',
      '#, fuzzy, c-format\nmsgid "Hello"\nmsgstr "x"\n',
      '#, c-format\nmsgid "Hello"\nmsgstr "Hallo"\n',
    ],
    [
      'behind others',
      '#, c-format, fuzzy\nmsgid "Hello"\nmsgstr "x"\n',
      '#, c-format\nmsgid "Hello"\nmsgstr "Hallo"\n',
    ],
    [
      'on a line of its own',
      '#: a.c:1\n#, fuzzy\n#, c-format\nmsgid "Hello"\nmsgstr "x"\n',
      '#: a.c:1\n#, c-format\nmsgid "Hello"\nmsgstr "Hallo"\n',
    ],
  ])('loses its fuzzy flag: %s', async (_, content, expected) => {
    const other = '\n#, fuzzy\nmsgid "Bye"\nmsgstr "Tschö"\n'
    expect(await entry(content + other, { Hello: 'Hallo' })).toBe(expected + other)
  })

  it('loses its fuzzy flag when its text turns out right', async () => {
    const content = '#, fuzzy\nmsgid "Hello"\nmsgstr "Hallo"\n'
    expect(await entry(content, { Hello: 'Hallo' })).toBe('msgid "Hello"\nmsgstr "Hallo"\n')
  })

  it.each<[string, string, string, string]>([
    ['msgid "Hello\\n"\nmsgstr ""\n', 'Hallo', 'msgstr "Hallo\\n"', 'at the end'],
    ['msgid "\\nHello"\nmsgstr ""\n', 'Hallo', 'msgstr "\\nHallo"', 'at the beginning'],
    ['msgid "  Hello: "\nmsgstr ""\n', 'Hallo:', 'msgstr "  Hallo: "', 'as blanks'],
  ])('has white space where its source has: %j', async (content, translation, expected) => {
    const text = content.includes(':') ? 'Hello:' : 'Hello'
    expect(await entry(content, { [text]: translation })).toContain(
      expected.replace('"\\nHallo"', '""\n"\\n"\n"Hallo"'),
    )
  })

  it('is laid out as the file is: folded at its width', async () => {
    const long = 'word '.repeat(40).trim()
    const content = `msgid ""\n"${'word '.repeat(11)}"\n"${'word '.repeat(11)}"\n"${'word '.repeat(17)}word"\nmsgstr ""\n`
    const result = await entry(content, { [long]: long.replaceAll('word', 'Wort') })
    const lines = result.slice(result.indexOf('msgstr')).trimEnd().split('\n')
    expect(lines[0]).toBe('msgstr ""')
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(79)
    expect(
      lines
        .slice(1)
        .map(line => JSON.parse(line))
        .join(''),
    ).toBe(long.replaceAll('word', 'Wort'))
  })

  it('is laid out as the file is: never folded, or from the keyword on', async () => {
    const long = 'word '.repeat(40).trim()
    expect(await entry(`msgid "${long}"\nmsgstr ""\n`, { [long]: `${long} x` })).toContain(`msgstr "${long} x"\n`)
    expect(await entry('msgid "One\\n"\n"Two"\nmsgstr ""\n', { 'One\nTwo': 'Eins\nZwei' })).toContain(
      'msgstr "Eins\\n"\n"Zwei"\n',
    )
    expect(await entry('msgid ""\n"One\\n"\n"Two"\nmsgstr ""\n', { 'One\nTwo': 'Eins\nZwei' })).toContain(
      'msgstr ""\n"Eins\\n"\n"Zwei"\n',
    )
  })

  it('keeps CRLF and the byte order mark [RES-2]', async () => {
    const content = `\ufeff${HEADER}#, fuzzy\nmsgid "One\\n"\n"Two"\nmsgstr ""\n`.replaceAll('\n', '\r\n')
    expect(await translated(content, { 'One\nTwo': 'Eins\nZwei' })).toBe(
      content
        .replace('#, fuzzy\r\n', '')
        .replace('msgstr ""\r\n$', '')
        .replace(/msgstr ""\r\n$/, 'msgstr "Eins\\n"\r\n"Zwei"\r\n'),
    )
  })

  it.each(['', '\n', 'a\0b'])('stays as it was where the translation is no text (%j)', async nothing => {
    const content = `${HEADER}msgid "Hello"\nmsgstr "x"\n`
    const translate: TranslateUnit = unit => (unit.text === 'Hello' ? nothing : undefined)
    expect((await bytesOf(rewrite(po, opened(content), translate, { language: 'de' }))).toString()).toBe(content)
  })
})

describe('a charset that the header declares', () => {
  const file = (charset: string, body: Buffer) =>
    Buffer.concat([Buffer.from(HEADER.replace('charset=UTF-8', `charset=${charset}`)), body])
  const body = (id: string) =>
    Buffer.concat([Buffer.from(`msgid "${id}"\nmsgstr "`), Buffer.from([0xcf, 0xf0]), Buffer.from('"\n')])

  it('is read and written back [RES-2]', async () => {
    const bytes = file('windows-1251', body('Hello'))
    expect((await unitsFor(bytes))[0]?.target).toBe('Пр')
    const result = await written(bytes, unit => (unit.text === 'Hello' ? 'Да' : undefined), 'de')
    expect(result.subarray(-4)).toEqual(Buffer.from([0xc4, 0xe0, 0x22, 0x0a]))
  })

  it('says which translations it cannot hold [ENG-2]', async () => {
    const bytes = file('windows-1251', body('Hello'))
    const translate: TranslateUnit = unit => (unit.text === 'Hello' ? 'Grüße' : undefined)
    const result = await bytesOf(rewrite(po, opened(bytes), translate, { language: 'de' }))
    expect(await verify(po, opened(bytes), opened(result), translate, { language: 'de' })).toMatchObject([
      { kind: 'text', expected: 'Grüße', found: 'Gr??e' },
    ])
  })

  it('becomes UTF-8 in a template that declares none, and in ASCII', async () => {
    for (const charset of ['CHARSET', 'ASCII', 'us-ascii']) {
      const content = `${HEADER.replace('UTF-8', charset)}msgid "Hello"\nmsgstr ""\n`
      expect(await translated(content, { Hello: 'Grüße' })).toContain('"Content-Type: text/plain; charset=UTF-8\\n"')
    }
  })

  it.each<[string, Buffer, RegExp]>([
    ['unknown', file('klingon-1', Buffer.from('msgid "a"\nmsgstr ""\n')), /declares the charset “klingon-1”/],
    ['not what the bytes are', file('UTF-8', body('Hello')), /not UTF-8/],
    [
      'one whose bytes do not come back',
      file('EUC-JP', Buffer.from([...Buffer.from('msgid "'), 0x8e, 0x22, 0x0a])),
      /line|EUC-JP/,
    ],
    ['UTF-16 in a UTF-8 file', file('UTF-16', Buffer.from('msgid "a"\nmsgstr ""\n')), /declares the charset/],
    ['UTF-16', Buffer.from('\ufeffmsgid ""', 'utf16le'), /UTF-16, which gettext/],
    ['none: a binary file', Buffer.from([1, 2, 0, 3]), /NUL/],
  ])('is refused when it is %s', async (_, bytes, message) => {
    await expect(unitsOf(po, opened(bytes))).rejects.toMatchObject({ message: expect.stringMatching(message) })
  })
})

describe('a broken catalogue', () => {
  it.each<[string, string, RegExp]>([
    ['a stray word', 'hello\n', /line 1: neither a comment/],
    ['a string before any keyword', '"x"\n', /line 1: a string stands before/],
    ['an open string', 'msgid "a\nmsgstr ""\n', /line 1: a string is not closed/],
    ['text behind a string', 'msgid "a" b\nmsgstr ""\n', /line 1: a string is not closed/],
    ['a bare quote', 'msgid "a"\nmsgstr ""\n\nmsgid "a"b"\nmsgstr ""\n', /line 4: a quote inside/],
    ['no msgstr', 'msgid "a"\n\nmsgid "b"\nmsgstr ""\n', /line 3: msgid is not expected/],
    ['no msgstr at the end', 'msgid "a"\n', /line 1: the entry has no msgstr/],
    ['no msgid', 'msgstr "a"\n', /line 1: msgstr stands before msgid/],
    ['a form missing', 'msgid "a"\nmsgid_plural "b"\nmsgstr[1] ""\n', /line 3: msgstr\[0\] is expected/],
    ['forms without a plural', 'msgid "a"\nmsgstr[0] ""\n', /line 2: one msgstr without/],
    ['a second header', `${HEADER}msgid "a"\nmsgstr ""\n\n${HEADER}`, /line 13: a second header/],
    ['lone CR for line ends', 'msgid "a"\rmsgstr ""\r', /line 1/],
  ])('with %s is refused with its line', async (_, content, message) => {
    await expect(unitsOf(po, opened(content))).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringMatching(message),
    })
  })

  it('is read piece by piece, and names its line wherever that is', async () => {
    const messages = Array.from({ length: 4000 }, (_, n) => `#. häufig\nmsgid "Wörter ${n}"\nmsgstr ""\n`).join('\n')
    const units = await unitsFor(HEADER + messages)
    expect(units.map(unit => unit.text)).toEqual(Array.from({ length: 4000 }, (_, n) => `Wörter ${n}`))
    const last = units.at(-1)
    expect(
      Buffer.from(HEADER + messages)
        .subarray(last?.start, last?.end)
        .toString(),
    ).toBe('msgstr ""')
    await expect(unitsOf(po, opened(`${HEADER}${messages}broken\n`))).rejects.toMatchObject({ line: 9 + 4000 * 4 })
    await expect(unitsOf(po, opened(`${HEADER}${messages}\n${HEADER}`))).rejects.toMatchObject({
      line: 9 + 4000 * 4 + 1,
    })
  })

  it('with an endless entry is refused where it begins', async () => {
    const endless = `${HEADER}msgid ""\n${'"and on and on"\n'.repeat(80_000)}`
    await expect(unitsOf(po, opened(endless))).rejects.toMatchObject({ code: 'too_long_record', line: 10 })
  })

  it('without messages has no text, and stays as it is', async () => {
    for (const content of ['', '\ufeff', '# only a comment\n', HEADER, '\n\n']) {
      expect(await unitsFor(content)).toEqual([])
      expect((await written(content, () => undefined)).toString()).toBe(content)
    }
  })
})
