import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../src/formats/index.ts'
import { withNotes } from '../../src/sync/notes.ts'
import { opening } from '../../src/sync/texts.ts'

/** The notes that the texts of a file have once comments are written for these, by their paths; and the file. */
async function noted(name: string, text: string | Uint8Array, notes: Readonly<Record<string, string>>) {
  const format = await loadFormat(name)
  if (format === undefined) throw new Error(`${name} is not read`)
  const bytes = Buffer.from(text)
  const languages = { source_language: 'en', language: 'de' }
  const result = await withNotes({ format, bytes, ...languages }, new Map(Object.entries(notes)))
  const found: Record<string, string | undefined> = {}
  for await (const unit of format.scan(opening(result)(), { target: { language: 'de' } }))
    if (unit.left_out === undefined) found[unit.path] = unit.note
  return { found, text: Buffer.from(result).toString() }
}

const SAID = 'In the code, a.ts:1: <b>{t("soup")} -- “ü”</b>'

const FILES: readonly (readonly [string, string, string, string | undefined])[] = [
  ['en.json', '{"menu": {"soup": "Soup of the day", "pie": "Apple pie"}}', 'json:/menu/soup', undefined],
  ['en.json', '{\n  // ours\n  "soup": "Soup of the day",\n}\n', 'json:/soup', undefined],
  ['app_en.arb', '{"soup": "Soup of the day", "@soup": {"type": "text"}}', 'json:/soup', undefined],
  ['app_en.arb', '{"soup": "Soup of the day", "@soup": {"description": "Ours"}}', 'json:/soup', 'Ours'],
  ['messages.json', '{"soup": {"message": "Soup of the day"}}', 'json:/soup/message', undefined],
  [
    'en.yml',
    'en:\n  menu:\n    # Ours\n    soup: "Soup of the day"\n    pie: Apple pie\n',
    'yaml:/en/menu/soup',
    'Ours',
  ],
  ['en.yml', 'en:\n  soup: |\n    Soup of the day\n    and more\n  pie: Apple pie\n', 'yaml:/en/soup', undefined],
  [
    'en.pot',
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#. Ours\n#: a.c:1\nmsgctxt "menu"\nmsgid "Soup"\nmsgstr ""\n',
    'po:menu\u0004Soup',
    'Ours',
  ],
  [
    'strings.xml',
    '<resources>\n  <!-- Ours -->\n  <string name="soup">Soup of the day</string>\n</resources>',
    'xml:soup',
    'Ours',
  ],
  [
    'en.xlf',
    '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="soup"><source>Soup of the day</source><note>Ours</note></trans-unit></body></file></xliff>',
    'xliff:soup',
    'Ours',
  ],
  [
    'en.xliff',
    '<xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f"><unit id="soup"><segment><source>Soup of the day</source></segment></unit></file></xliff>',
    'xliff:soup',
    undefined,
  ],
]

describe('comments for translators are written where each format has them', () => {
  it.each(FILES)('%s: %j', async (name, text, path, own) => {
    const paths = Object.keys((await noted(name, text, {})).found)
    const at = paths.find(each => each === path) ?? paths.find(each => /soup/i.test(each)) ?? ''
    const { found } = await noted(name, text, { [at]: SAID })
    expect(Object.keys(found)).toEqual(paths)
    expect(found[at]).toContain(SAID.replace('--', name.endsWith('.xml') ? '- -' : '--'))
    if (own !== undefined) expect(found[at]).toContain(own)
    for (const other of paths) if (other !== at) expect(found[other]).toBeUndefined()
  })

  it('the forms of a message in a catalogue get one comment', async () => {
    const text =
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "%d soup"\nmsgid_plural "%d soups"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    const { found } = await noted('en.pot', text, {})
    const result = await noted('en.pot', text, Object.fromEntries(Object.keys(found).map(path => [path, 'Here'])))
    expect(result.text.match(/#\. Here/g)).toHaveLength(1)
    expect(Object.values(result.found).every(note => note?.includes('Here'))).toBe(true)
  })
})

describe('a file stays as it is', () => {
  it.each([
    ['items of a list', 'en.json', '["Soup of the day"]', 'json:/0'],
    ['UTF-16', 'en.json', Buffer.from('\ufeff{"soup": "Soup of the day"}', 'utf16le'), 'json:/soup'],
    ['a format without keys', 'en.md', 'Soup of the day\n', 'md:p1'],
    ['a comment that would be a limit', 'en.yml', 'en:\n  soup: "Soup of the day"\n', 'yaml:/en/soup'],
  ])('%s', async (_, name, text, path) => {
    const note = name === 'en.yml' ? 'Max length: 12 characters' : SAID
    const result = await noted(name, text, { [path]: note })
    expect(Buffer.from(result.text).equals(Buffer.from(Buffer.from(text).toString()))).toBe(true)
  })
})
