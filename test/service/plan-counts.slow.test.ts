import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { resultOf, translate } from '../support/flow.ts'
import { rounds } from '../support/seed.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const LANGUAGES = ['de', 'pl', 'fr', 'ja'] as const
const anyTargets = fc.uniqueArray(fc.constantFrom(...LANGUAGES), { minLength: 1, maxLength: 3 })
const word = fc.constantFrom('apple', 'pear', 'plum', 'cherry', 'quince')
const anyText = fc.array(word, { minLength: 2, maxLength: 6 }).map(words => `Buy ${words.join(' ')}.`)
const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: '' })

/** A file, with its name. Its texts are English; other languages have some of them. */
interface Sample {
  readonly filename: string
  readonly content: string
}

/** A text of a table, with what it has in German and in French. */
type Texts = readonly { readonly key: string; readonly en: string; readonly de: string; readonly fr: string }[]

const rowsOf = (texts: Texts, locale: 'en' | 'de' | 'fr') => texts.map(text => [text.key, locale, text[locale]])
const shopRow = ({ key, en }: Texts[number], locale: string, text: string) => [
  ...['PRODUCT', `'${key}`, 'title', locale, '', ''],
  ...[en, text],
]

/** Tables as programs write them: their headings, and their rows. */
const LAYOUTS: Readonly<Record<string, (texts: Texts) => readonly (readonly string[])[]>> = {
  columns: texts => [['key', 'en', 'de', 'fr'], ...texts.map(({ key, en, de, fr }) => [key, en, de, fr])],
  'columns of two texts': texts => [
    ['sku', 'name_en', 'name_de', 'text_en', 'text_de'],
    ...texts.map(({ key, en, de }) => [key, en, de, `${en} Now.`, '']),
  ],
  'a source and a language': texts => [['key', 'source', 'fr'], ...texts.map(({ key, en, fr }) => [key, en, fr])],
  'a name and its language': texts => [['sku', 'title', 'title_de'], ...texts.map(({ key, en, de }) => [key, en, de])],
  pairs: texts => [['key', 'source', 'target'], ...texts.map(({ key, en }) => [key, en, ''])],
  po2csv: texts => [['location', 'source', 'target'], ...texts.map(({ en, de }, at) => [`src/a.c:${at}`, en, de])],
  'rows by key': texts => [
    ['key', 'locale', 'value'],
    ...texts.flatMap(text => [...rowsOf([text], 'en'), ...rowsOf([text], 'de')]),
  ],
  'rows by language': texts => [
    ['key', 'locale', 'value'],
    ...rowsOf(texts, 'de'),
    ...rowsOf(texts, 'en'),
    ...rowsOf(texts, 'fr'),
  ],
  Shopify: texts => [
    ['Type', 'Identification', 'Field', 'Locale', 'Market', 'Status', 'Default content', 'Translated content'],
    ...texts.flatMap(text => [shopRow(text, 'de', text.de), shopRow(text, 'fr', text.fr)]),
  ],
  WooCommerce: texts => [
    ['ID', 'Type', 'SKU', 'Name', 'Published', 'Is featured?', 'Visibility in catalog', 'Description', 'Tax status'],
    ...texts.map(({ key, en }, at) => [`${at + 4}`, 'simple', key, en, '1', '0', 'visible', `${en} Now.`, 'taxable']),
  ],
  survey: texts => [
    ['Timestamp', 'What do you want to buy?'],
    ...texts.map(({ en }, at) => [`2024-01-0${at + 1}`, en]),
  ],
  'no headings': texts => texts.map(({ en }) => [en, `${en} Now.`]),
}

const written = (cell: string, delimiter: string, quotesAll: boolean): string =>
  quotesAll || cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const tables = fc
  .record({
    layout: fc.constantFrom(...Object.keys(LAYOUTS)),
    rows: fc.array(fc.tuple(anyText, maybe(fc.constant('Etwas da.')), maybe(fc.constant('Un mot.')), fc.nat(5)), {
      minLength: 2,
      maxLength: 5,
    }),
    dialect: fc.constantFrom(
      { delimiter: ',', extension: 'csv' },
      { delimiter: ';', extension: 'csv' },
      { delimiter: '\t', extension: 'tsv' },
    ),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    quotesAll: fc.boolean(),
  })
  .map(({ layout, rows, dialect: { delimiter, extension }, eol, bom, quotesAll }): Sample => {
    const texts = rows.map(([text, de, fr, kind], at) => {
      const en = kind === 0 ? `${text}\nSay "yes", then go; it is late.` : text
      return { key: `key_${at}`, en, de, fr }
    })
    const lines = (LAYOUTS[layout]?.(texts) ?? []).map(
      row => row.map(cell => written(cell, delimiter, quotesAll)).join(delimiter) + eol,
    )
    return { filename: `a.${extension}`, content: bom + lines.join('') }
  })

const catalogues = fc
  .tuple(
    fc.constantFrom('de', 'fr', 'en'),
    fc.array(fc.tuple(anyText, maybe(fc.constant('Etwas da.')), fc.boolean()), { minLength: 1, maxLength: 5 }),
  )
  .map(([language, entries]): Sample => {
    const head = `msgid ""\nmsgstr "Language: ${language}\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n`
    const said = entries.map(([text, translation, plural], at) => {
      const id = `${at} ${text}`
      return plural
        ? `msgid "%d ${id}"\nmsgid_plural "%d of ${id}"\nmsgstr[0] "${translation && `%d ${translation}`}"\nmsgstr[1] "${translation && `%d ${translation}`}"\n`
        : `msgid "${id}"\nmsgstr "${translation}"\n`
    })
    return { filename: 'a.po', content: [head, ...said].join('\n') }
  })

const keyed = fc.array(fc.tuple(anyText, fc.boolean()), { minLength: 1, maxLength: 4 }).map((entries): Sample => {
  const keys = entries.flatMap(([text, plural], at) =>
    plural
      ? [
          [`item${at}_one`, `{{count}} ${text}`],
          [`item${at}_other`, `{{count}} of ${text}`],
        ]
      : [[`text${at}`, text]],
  )
  return { filename: 'app.json', content: JSON.stringify(Object.fromEntries(keys), null, 2) }
})

it('what a plan counts for a language is what is written in it, whatever the file holds already [FMT-2, PLN-2, CRD-2]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(tables, catalogues, keyed), anyTargets, async ({ filename, content }, targets) => {
      const instruction = `Translate from English (en) into ${targets.map(tag => `${tag} (${tag})`).join(' and ')}.`
      const body = { content, filename, instruction }
      const made = await world.call(api.batches.create, { body }).catch(async () => {
        // Where there is nothing to translate, nothing is planned.
        const refused = await world.refuse(api.batches.create, {
          body: { ...body, idempotency_key: crypto.randomUUID() },
        })
        expect(refused.code).toBe('plan_invalid')
        return undefined
      })
      if (made === undefined) return
      await translate(world, made)
      const { file } = await resultOf(world, made.batch.id)
      const texts = file.text.startsWith('PK')
        ? Object.values(unzipSync(file.bytes)).map(bytes => Buffer.from(bytes).toString())
        : [file.text]
      for (const language of targets) {
        const row = made.plan?.by_language?.find(one => one.language === language)
        const planned = row?.segments ?? made.counts?.selected_segments
        const written = texts.join('\n').split(`⟦${language} `).length - 1
        expect([language, planned], `${content}\n${texts.join('\n')}`).toEqual([language, written])
      }
    }),
    { numRuns: rounds(60) },
  )
})
