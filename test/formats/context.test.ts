import { expect, it } from 'vitest'
import type { UnitContext } from '../../src/formats/format.ts'
import { loadFormat } from '../../src/formats/index.ts'
import { opened } from './files.ts'

/** By the text of each unit that is translated: what the file says of it besides its comment. */
async function contexts(name: string, content: string): Promise<Record<string, UnitContext | undefined>> {
  const found: Record<string, UnitContext | undefined> = {}
  for await (const { text, context, left_out } of (await loadFormat(name))?.scan(opened(content)(), {
    target: { language: 'de' },
  }) ?? []) {
    if (left_out === undefined || left_out === 'already_translated') found[text] = context
  }
  return found
}

it('JSON says the whole key, and what placeholders stand for [FMT-4]', async () => {
  const arb = `{
    "lent": "{count} things are lent",
    "@lent": { "description": "Below", "placeholders": { "count": { "type": "int", "example": "42" } } },
    "menu": { "file": ["Open it"] }
  }`
  expect(await contexts('app.json', arb)).toEqual({
    '{count} things are lent': { key: 'lent', stands_for: { '{count}': 'int, e.g. 42' } },
    'Open it': { key: 'menu.file.0' },
  })
  const extension = `{"hello":{"message":"Hello $NAME$","placeholders":{"name":{"content":"$1","example":"Anna"}}}}`
  expect(await contexts('messages.json', extension)).toEqual({
    'Hello $NAME$': { key: 'hello.message', stands_for: { $name$: 'e.g. Anna' } },
  })
})

it('a table says row and column of a cell, and the translation that it has [FMT-4]', async () => {
  const csv =
    'sku,name,description\nHB-1,Claw hammer,For nails\nHB-2,Spirit level,Reads level\nHB-3,Folding rule,Two metres\n'
  expect(await contexts('products.csv', csv)).toMatchObject({
    'Claw hammer': { row: 'HB-1', column: 'name' },
    'Reads level': { row: 'HB-2', column: 'description' },
  })
  expect(await contexts('texts.csv', 'key,en,de\nmenu.save,Save it,Sichern\nmenu.open,Open it,\n')).toEqual({
    'Save it': { row: 'menu.save', column: 'en', present: 'Sichern' },
    'Open it': { row: 'menu.open', column: 'en' },
  })
})

it('Markdown says what a piece is, where a cell is, and what opaque tags stand for [FMT-4]', async () => {
  const md = `# Tools

Sharp ones cut \`±2\` mm, see ![a plane](p.png) and **this**.

- Oil it

![A bench](b.png)

| Tool | Price |
| --- | --- |
| Saw | Cheap |
`
  expect(await contexts('tools.md', md)).toEqual({
    Tools: { kind: 'heading 1' },
    'Sharp ones cut <x3/> mm, see <g1>a plane</g1> and <g2>this</g2>.': {
      kind: 'paragraph',
      stands_for: { g1: 'image', x3: '±2' },
    },
    'Oil it': { kind: 'list item' },
    'A bench': { kind: 'alt text' },
    Tool: { kind: 'cell', row: '1', column: '1' },
    Price: { kind: 'cell', row: '1', column: '2' },
    Saw: { kind: 'cell', row: '2', column: '1' },
    Cheap: { kind: 'cell', row: '2', column: '2' },
  })
})

it('PO says context, references, the earlier source and the translation it has now [FMT-4]', async () => {
  const po = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#. On the button
#: src/dialog.c:12 src/menu.c:3
#, fuzzy
#| msgctxt "old menu"
#| msgid "Open "
#| "the file"
msgctxt "menu"
msgid "Open this file"
msgstr "Datei öffnen"

msgid "Save it"
msgstr ""
`
  expect(await contexts('app.po', po)).toEqual({
    'Open this file': {
      context: 'menu',
      references: 'src/dialog.c:12 src/menu.c:3',
      previous: 'Open the file',
      present: 'Datei öffnen',
    },
    'Save it': undefined,
  })
})
