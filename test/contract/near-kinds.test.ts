import { describe, expect, it } from 'vitest'
import { insteadOf } from '../../src/contract/instead.ts'
import { adviceOnKind, nearestOf } from '../../src/contract/near-kinds.ts'
import { builtExtensions } from '../../src/formats/index.ts'
import { fc } from '../formats/files.ts'
import { growsSlowly } from '../support/growth.ts'
import { PATHOLOGICAL } from '../support/pathological.ts'

const NONE = undefined

/** The endings that a file is said to be near to, without what is said of them. */
function near(name: string, content?: string | Uint8Array, accepted = builtExtensions): readonly string[] {
  const said = nearestOf({ name, head: content === undefined ? undefined : Buffer.from(content) }, accepted)
  const list = /Nearest of what is accepted: (.*)\. If it is/.exec(said ?? '')?.[1] ?? ''
  return list
    .replace(/ \([^()]*\)/g, '')
    .split(', ')
    .filter(ending => ending !== '')
}

describe('a file of an unknown kind', () => {
  it.each([
    ['JSON', '{\n  "a": "One"\n}', ['json', 'jsonc']],
    ['a list in JSON', '[{"a": 1}]', ['json', 'jsonc']],
    ['YAML', '# Texts\nmenu:\n  open: Open\n  close: Close\n', ['yaml', 'yml']],
    ['a PO catalogue', '# German\nmsgid ""\nmsgstr ""\n', ['po', 'pot']],
    ['XLIFF', '<?xml version="1.0"?>\n<!-- a -->\n<xliff version="1.2"/>', ['xlf', 'xliff']],
    ['XML with a mark', '\ufeff<?xml version="1.0"?><garden/>', ['xml']],
    ['XML in UTF-16', Buffer.from('\ufeff<?xml version="1.0"?><garden/>', 'utf16le'), ['xml']],
    ['a web page', '<!DOCTYPE html>\n<title>a</title>', ['html', 'htm']],
    ['resources of .NET', '<root><data name="a"><value>One</value></data></root>', ['resx', 'resw']],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nOne\n', ['srt']],
    ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n', ['vtt']],
    ['properties', '! a\na.b=One\na.c = Two\n', ['properties', 'ini']],
    ['INI', '; a\n[menu]\na=One\nb=Two\n', ['ini']],
    ['strings of Apple', '/* a */\n"a" = "One";\n"b" = "Two";\n', ['strings']],
    ['Markdown', 'Words\n\n## A headline\n\nMore words.\n', ['md', 'markdown']],
    ['a table', 'key,en,de\na,One,\nb,Two,\n', ['csv']],
    ['a table with tabs', 'key\ten\na\tOne\n', ['tsv', 'csv']],
    ['a PDF', '%PDF-1.7\n', ['pdf']],
    ['a Word document', 'PK\x03\x04 [Content_Types].xml word/document.xml', ['docx']],
    ['a text of OpenDocument', 'PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.text', ['odt']],
    ['another zip', 'PK\x03\x04 a.txt', ['zip']],
  ])('that reads like %s is told so', (_, content, expected) => {
    expect(near('garden.quux', content)).toEqual(expected)
  })

  it.each([
    ['messages.json.bak', ['json']],
    ['messages.json~', ['json', 'jsonc']],
    ['messages.jsn', ['json']],
    ['table.cvs', ['csv']],
    ['app.xlif', ['xlf', 'xliff']],
    ['notes.markdwon', ['markdown']],
    ['film.mov', []],
    ['tool.exe', []],
    ['README', []],
    ['odd.', []],
    ['x.__proto__', []],
  ])('is told what its name is like: %s', (name, expected) => {
    expect(near(name)).toEqual(expected)
  })

  it('is told both, the content first, and only what is accepted', () => {
    const said = nearestOf({ name: 'app.xlif', head: Buffer.from('{"a": "One"}') }, ['json', 'xliff'])
    expect(said).toBe(
      ' Nearest of what is accepted: json (it reads like JSON), xliff (its name is like one). If it is such a file, give a copy whose name ends so.',
    )
    expect(nearestOf({ name: 'app.xlif', head: Buffer.from('{"a": "One"}') }, ['csv'])).toBe(NONE)
  })

  it.each([
    ['prose', 'Good morning'],
    ['more prose', 'Good morning.\nIt is a fine day.\n'],
    ['nothing', ''],
    ['bytes', Buffer.from([0, 1, 2, 3, 0x5b, 0x7b])],
    ['a program', 'MZ\0\0key=value\nkey=value\n'],
  ])('is told nothing where it is %s', (_, content) => {
    expect(near('garden.quux', content)).toEqual([])
  })

  it('is read in time that follows its length, whatever is in it', async () => {
    for (const { text } of PATHOLOGICAL.filter((_, at) => at % 4 === 0)) {
      expect(await growsSlowly(async length => void near('a.quux', text(length)), 8000)).toBe(true)
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.string({ maxLength: 20 }), (bytes, name) => {
        expect(near(name, bytes).length).toBeLessThan(5)
      }),
      { numRuns: 100 },
    )
  })
})

describe('in place of a file that is known and not read', () => {
  it.each([
    ['mo', 'the po file that it was made from'],
    ['rc', 'po2rc brings it back'],
    ['wxl', 'a copy whose name ends in xml'],
    ['xaml', 'into a resx or resw file'],
    ['mqxliff', 'memoQ exports it as plain XLIFF'],
    ['sdlxliff', 'only Trados writes'],
    ['gmo', 'the po file that it was made from'],
    ['qm', 'lconvert writes of it'],
    ['resources', 'the resx file of which it was made'],
    ['storyboard', 'as a xliff or xlf file'],
    ['jsonl', 'put them into one list'],
    ['webmanifest', 'a copy whose name ends in json'],
    ['docm', 'save it as a docx, odt, html, md or txt file'],
    ['xlsm', 'save it as a xlsx file'],
    ['xhtml', 'a copy whose name ends in html'],
  ])('.%s, it is said what would do', (ending, said) => {
    expect(builtExtensions).not.toContain(ending)
    expect(insteadOf(ending, builtExtensions)).toContain(said)
  })

  it('never a format is named that the service does not take', () => {
    expect(insteadOf('xaml', ['resw'])).toContain('into a resw file')
    expect(insteadOf('mo', ['json'])).toBe(NONE)
  })

  it('is said before what its name and its content are near to', () => {
    const json = Buffer.from('{"a": "One"}')
    expect(adviceOnKind({ name: 'a.jsonl', head: json }, builtExtensions)).toMatch(
      /^ In place of a \.jsonl file: each /,
    )
    expect(adviceOnKind({ name: 'a.yaml.erb', head: json }, builtExtensions)).toBe(
      ' Nearest of what is accepted: json, jsonc (it reads like JSON), yaml (its name is like one). If it is such a file, give a copy whose name ends so.',
    )
    expect(adviceOnKind({ name: 'film.mov' }, builtExtensions)).toBe(NONE)
  })
})
