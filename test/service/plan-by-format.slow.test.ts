import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { resultOf, translate } from '../support/flow.ts'
import { startWorld } from '../support/world.ts'

const PRODUCTS = `id,name,description,notes,price
SKU-1001,Garden chair,A folding chair for the garden,Ask Tom about the colour,19.90
SKU-1002,Desk lamp,A lamp with a warm light,Sold out in May,29.90
SKU-1003,Wool blanket,A soft blanket for cold days,New label needed,49.90
SKU-1004,Tea pot,A pot of white china,Fragile goods,24.90
`

const MESSAGES = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "menu"
msgid "Open the file"
msgstr "Datei öffnen"

msgctxt "menu"
msgid "Save the file"
msgstr ""

#, fuzzy
msgctxt "menu"
msgid "Close the window"
msgstr "Fenster"

#, c-format
msgctxt "dialog"
msgid "Delete %s now?"
msgstr ""

#, c-format
msgctxt "dialog"
msgid "%d file was copied"
msgid_plural "%d files were copied"
msgstr[0] ""
msgstr[1] ""

#~ msgid "Old button"
#~ msgstr "Alter Knopf"
`

const README = `---
title: Acme
---

# Acme Tools

Everything a shop needs.

## Installation

Download it and run it.

### Linux

Use the package manager:

\`\`\`sh
apt install acme
\`\`\`

## Options

| Name | What it does |
| --- | --- |
| fast | Runs with less care |

## Changelog

Many small things.
`

const FILES = { 'products.csv': PRODUCTS, 'messages.po': MESSAGES, 'README.md': README } as const

/** Instructions in order, and how many segments of which part the last plan takes. */
const PLANS: readonly (readonly [keyof typeof FILES, readonly string[], Readonly<Record<string, number>>])[] = [
  ['products.csv', ['Translate into German'], { name: 4, description: 4, notes: 4 }],
  ['products.csv', ['Translate only the description column into German'], { description: 4 }],
  [
    'products.csv',
    ['Übersetze die Spalten name und description ins Deutsche, ohne Zeile 3'],
    { name: 3, description: 3 },
  ],
  ['products.csv', ['Translate rows 2-3 into German, skip the notes'], { name: 2, description: 2 }],
  ['products.csv', ['Traduis les 2 premières lignes en allemand, sauf la colonne notes'], { name: 2, description: 2 }],
  ['products.csv', ['Translate all rows except the header into German'], { name: 4, description: 4, notes: 4 }],
  ['products.csv', ['de', 'only the name column', 'the headers too', 'from row 4 on'], { name: 2 }],
  ['messages.po', ['Translate only what is untranslated into German'], { menu: 2, dialog: 3 }],
  ['messages.po', ['Translate into German, but not the fuzzy ones'], { menu: 1, dialog: 3 }],
  ['messages.po', ['Translate into German, only strings flagged c-format'], { dialog: 3 }],
  ['messages.po', ["Translate into German, only context 'menu'"], { menu: 2 }],
  ['messages.po', ['Retranslate everything into German, even what is done'], { menu: 3, dialog: 3 }],
  ['messages.po', ['de', 'also the translated strings', 'skip the dialogs', 'fuzzy only'], { menu: 1 }],
  [
    'README.md',
    ['Translate everything but the code into German'],
    {
      'front matter > title': 1,
      'Acme Tools': 2,
      Installation: 2,
      'Installation > Linux': 2,
      Options: 5,
      Changelog: 2,
    },
  ],
  ['README.md', ['Translate only Installation into German'], { Installation: 2, 'Installation > Linux': 2 }],
  [
    'README.md',
    ['Traduce al alemán, sin las tablas ni el apartado Installation'],
    { 'front matter > title': 1, 'Acme Tools': 2, Options: 1, Changelog: 2 },
  ],
  [
    'README.md',
    ['de', 'skip the changelog section', 'headings only'],
    { 'Acme Tools': 1, Installation: 1, 'Installation > Linux': 1, Options: 1 },
  ],
]

const world = await startWorld()

async function planned(filename: keyof typeof FILES, [first = '', ...more]: readonly string[]) {
  const created = await world.call(api.batches.create, {
    body: { content: FILES[filename], filename, instruction: first },
  })
  let last = created
  for (const instruction of more) {
    const params = { batch_id: created.batch.id }
    last = { ...created, ...(await world.call(api.batches.plan, { params, body: { instruction } })) }
  }
  return last
}

describe('the plan of a file', () => {
  for (const [file, instructions, parts] of PLANS) {
    it(`takes of ${file} what “${instructions.join('” → “')}” asks for [PLN-1, PLN-2]`, async () => {
      const { plan, counts } = await planned(file, instructions)
      expect(plan?.not_understood).toEqual([])
      expect(Object.fromEntries(plan?.included.map(({ part, segments }) => [part, segments]) ?? [])).toEqual(parts)
      const rows = plan?.included ?? []
      expect(counts?.selected_segments).toBe(rows.reduce((sum, { segments }) => sum + (segments ?? 0), 0))
      expect(plan?.word_count).toBe(rows.reduce((sum, { words }) => sum + (words ?? 0), 0))
      expect(plan?.credit_cost).toBe(plan?.word_count)
      const left = plan?.not_included ?? []
      expect(counts?.words).toBe((plan?.word_count ?? 0) + left.reduce((sum, { words }) => sum + (words ?? 0), 0))
    })
  }

  it('says what it does not take, and why, in words [PLN-2]', async () => {
    const { plan } = await planned('products.csv', ['Translate rows 2-3 into German, skip the notes'])
    const reasons = plan?.not_included.map(({ part, reason }) => `${part}: ${reason}`)
    expect(reasons).toContain('notes: left out because you asked')
    expect(reasons).toContain('name: not in the range you asked for')
    expect(reasons).toContain('id: looks like an identifier')
  })

  it('is what is written: nothing else of the file changes', async () => {
    const csv = await planned('products.csv', ['Translate the name column of rows 2-3 into German'])
    const lines = (await written(csv)).split('\n')
    const before = PRODUCTS.split('\n')
    expect(lines.filter((line, at) => line !== before[at])).toHaveLength(2)
    expect(lines[1]).not.toContain('Garden chair')
    expect(lines[1]).toContain('A folding chair for the garden')
    const po = await written(await planned('messages.po', ['Translate into German, not the fuzzy ones']))
    expect(po).toContain('msgstr "Datei öffnen"')
    expect(po).toContain('#, fuzzy\nmsgctxt "menu"')
    expect(po).not.toContain('msgid "Save the file"\nmsgstr ""')
    const md = await written(await planned('README.md', ['Translate only the Changelog section into German']))
    expect(md).toContain('Download it and run it.')
    expect(md).not.toContain('Many small things.')
  })

  it('counts the plural forms of each language, those that the file has not too [PLN-2, FMT-2]', async () => {
    const content = '{"cart": {"item_one": "{{count}} item", "item_other": "{{count}} items"}}'
    const planned = async (instruction: string) =>
      (await world.call(api.batches.create, { body: { content, filename: 'en.json', instruction } })).plan
    expect(await planned('Translate into Polish and German')).toMatchObject({
      by_language: [
        { language: 'pl', segments: 4, words: 4 },
        { language: 'de', segments: 2, words: 2 },
      ],
      word_count: 4,
      advice: [],
    })
    expect(await planned('Translate into German')).not.toHaveProperty('by_language')
  })

  it('of a file that is translated already says how to translate it again', async () => {
    const done = MESSAGES.split('\n\n').slice(0, 2).join('\n\n')
    const body = { content: `${done}\n`, filename: 'done.po', instruction: 'Translate into German' }
    const refusal = await world.refuse(api.batches.create, { body })
    expect(refusal).toMatchObject({ code: 'plan_invalid', message: expect.stringContaining('retranslate everything') })
    const again = { ...body, instruction: 'Retranslate everything into German' }
    const { plan } = await world.call(api.batches.create, { body: again })
    expect(plan?.word_count).toBe(3)
  })
})

async function written(created: Parameters<typeof translate>[1]): Promise<string> {
  await translate(world, created)
  return (await resultOf(world, created.batch.id)).file.text
}

describe('a plan that is asked to mark what nobody has reviewed', () => {
  const XLIFF = `<xliff version="1.2"><file source-language="en" target-language="de" datatype="plaintext" original="a"><body>
<trans-unit id="a"><source>Open the garden</source></trans-unit></body></file></xliff>`
  const none = (extension: string) =>
    `A .${extension} file has no mark for what nobody has reviewed: nothing in the result will show it.`
  it.each([
    ['a.json', '{"a":"Open the garden now"}', none('json')],
    ['a.csv', 'key,en\na,Open the garden\nb,Close the garden\n', none('csv')],
    ['a.md', '# The garden of the house\n', none('md')],
    ['a.po', MESSAGES, 'Each translation gets the mark “fuzzy”.'],
    [
      'a.xlf',
      XLIFF,
      'Each translation gets the state “needs-review-translation”, in XLIFF 2 “translated”, which says that nobody has reviewed it.',
    ],
  ])('says what becomes of it in %s [MCP-14]', async (filename, content, says) => {
    const body = { content, filename, instruction: 'Translate into German. Mark the translations as fuzzy.' }
    const { batch, plan } = await world.call(api.batches.create, { body })
    expect(plan?.advice).toContain(says)
    const params = { batch_id: batch.id }
    const instruction = 'Mark no translation as not reviewed.'
    const without = await world.call(api.batches.plan, { params, body: { instruction } })
    expect(without.plan?.advice).not.toContain(says)
  })
})
