/** What programs read in the files of app platforms, where each text is one that their syntax has something to say about. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Unit } from '../../src/formats/format.ts'
import { pythonFor, textsOf } from '../support/other-readers.ts'
import { built, bytesOf, opened, rewrite, verify } from './files.ts'
import { counted, plistOf } from './stringsdict/plist.ts'

const QUOTES = ['"', "'", '""', "''", '"""', "'''", '`', 'a"b', "a'b", '"a"', "'a'", '“a”', "l'{0}", '_QQ_', '"_QQ_"']
const BACKSLASHES = [
  '\\',
  'a\\',
  'a\\\\',
  '\\u0041',
  '\\n',
  '\\x41',
  '\\101',
  '\\"',
  "a\\'",
  '\\u{41}',
  '\\ a',
  '\\$',
  '\\`',
]
const LINES = ['a\nb', 'a\n\nb', 'a\n  b', 'a\n\tb', 'a\n.b', 'a\n[b]', 'a\n#b', 'a\nb = c', 'a\nEOT', 'a\n  EOT;']
const SIGNS = [
  'a\tb',
  'a\fb',
  'a\u0001b',
  'a\u001bb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  '\ufeffa',
  'a\u00a0',
  '\u3000a',
]
const CODES = ['%', '%@', '100%', '{', '}', '{{a}}', '$', '\u0024{x}', '$x', '{$x}', '@a', '#{x}']
const MARKUP = ['<b>', '</value>', '&', '&amp;', '&#65;', ']]>', '<!--', '-->', '*/', '/*', '//a', '?>', '<?php']
const FIRST = ['#a', '!a', ';a', '[a]', '=a', ':a', '.a', '*a', '-a', '//', 'a #b', 'a = b', ' a', 'a ', 'a  b']
const LETTERS = ['😀', 'e\u0301', '\u200fשלום', '日本', 'ß', '\u{10ffff}', 'x'.repeat(5000), 'true', 'no', '1']
const TEXTS = [QUOTES, BACKSLASHES, LINES, SIGNS, CODES, MARKUP, FIRST, LETTERS].flat()

interface Row {
  readonly reader: string
  readonly extension: string
  /** What a file has in front of its entries and behind them. */
  readonly around: readonly [string, string]
  /** An entry by its number, which its key has. */
  readonly entry: (at: number) => string
}

const NOTHING = ['', ''] as const
const PHP = ['<?php\nreturn [\n', '];\n'] as const
const MODULE = ['export default {\n', '}\n'] as const
const XML = '<?xml version="1.0" encoding="utf-8"?>\n'
const RESX = [`${XML}<root>\n`, '</root>\n'] as const
const QT = [`${XML}<TS version="2.1" language="de"><context><name>a</name>\n`, '</context></TS>\n'] as const

const ROWS: readonly Row[] = [
  { reader: 'Java', extension: 'properties', around: NOTHING, entry: at => `key${at}:Some\\: \\\n  text\n` },
  { reader: 'Joomla', extension: 'ini', around: NOTHING, entry: at => `KEY${at}="Some text"\n` },
  { reader: 'Joomla', extension: 'ini', around: NOTHING, entry: at => `KEY${at}="Some "_QQ_"text"_QQ_""\n` },
  { reader: 'configparser', extension: 'ini', around: ['[a]\n', ''], entry: at => `key${at} = Some text\n` },
  { reader: 'tomllib', extension: 'toml', around: NOTHING, entry: at => `key${at} = "Some text"\n` },
  { reader: 'tomllib', extension: 'toml', around: NOTHING, entry: at => `key${at} = 'Some text'\n` },
  { reader: 'tomllib', extension: 'toml', around: NOTHING, entry: at => `key${at} = """\nSome\ntext"""\n` },
  { reader: 'tomllib', extension: 'toml', around: NOTHING, entry: at => `key${at} = '''Some text'''\n` },
  { reader: 'PHP', extension: 'php', around: PHP, entry: at => `  'key${at}' => 'Some text',\n` },
  { reader: 'PHP', extension: 'php', around: PHP, entry: at => `  'key${at}' => "Some text",\n` },
  { reader: 'PHP', extension: 'php', around: PHP, entry: at => `  'key${at}' => <<<EOT\n  Some text\n  EOT,\n` },
  { reader: 'Node', extension: 'mjs', around: MODULE, entry: at => `  key${at}: 'Some text',\n` },
  { reader: 'Node', extension: 'mjs', around: MODULE, entry: at => `  key${at}: "Some text",\n` },
  { reader: 'Node', extension: 'mjs', around: MODULE, entry: at => `  key${at}: \`Some text\`,\n` },
  {
    ...{ reader: '<value>', extension: 'resx', around: RESX },
    entry: at => `<data name="key${at}" xml:space="preserve"><value>Some text</value></data>\n`,
  },
  {
    ...{ reader: '<translation>', extension: 'ts', around: QT },
    entry: at => `<message id="key${at}"><source>Some text</source><translation type="unfinished"/></message>\n`,
  },
  {
    ...{ reader: 'plistlib', extension: 'stringsdict', around: NOTHING },
    entry: at => plistOf({ [`key${at}`]: counted({ one: '%d text', other: '%d texts' }) }),
  },
]

/** Between two property lists, which one file has as one. */
const NEXT_LIST = /<\/dict>\n<\/plist>\n<\?xml[\s\S]*?<dict>\n/g

/** A file with so many entries. */
function fileOf({ around, entry }: Row, count: number): string {
  const entries = Array.from({ length: count }, (_, at) => entry(at))
  return around[0] + entries.join('').replace(NEXT_LIST, '') + around[1]
}

const target = { language: 'de' }
const folder = mkdtempSync(join(tmpdir(), 'translation-mcp-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file whose entries say these texts, and whether they read back. */
async function written(row: Row, texts: readonly string[]) {
  const [format, open] = [built(row.extension), opened(fileOf(row, texts.length))]
  const of = ({ path }: Unit) => texts[Number(/key(\d+)/i.exec(path)?.[1])]
  const file = await bytesOf(rewrite(format, open, of, target))
  return { file, isRead: (await verify(format, open, opened(file), of, target)).length === 0 }
}

describe.each(ROWS.map((row, at) => ({ ...row, at })))('$reader reads in a .$extension ($at)', row => {
  const { python, lacks } = pythonFor(row.reader)
  if (!python) process.stderr.write(`\nSKIPPED: .${row.extension} beside ${row.reader}: not installed: ${lacks}.\n\n`)

  it.skipIf(!python)('each text that is written [FMT-1]', async () => {
    const texts: string[] = []
    for (const text of TEXTS) if ((await written(row, [text])).isRead) texts.push(text)
    expect(texts.length).toBeGreaterThan(0.6 * TEXTS.length)
    const { file, isRead } = await written(row, texts)
    expect(isRead).toBe(true)
    const path = join(folder, `${row.at}.${row.extension}`)
    writeFileSync(path, file)
    expect(textsOf(python ?? '', row.reader, [path])).toEqual([texts])
  })
})
