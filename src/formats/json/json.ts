/**
 * JSON: a unit per string value; keys are never translated. The range of a unit lies between the quotes, so everything else (order,
 * repeated keys, numbers, white space, comments) is never changed. Besides, a message with plural forms gets those that its language needs,
 * and what names the language of the file gets the new one.
 */
import { decodeWhole } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { mayNeedRemarks, remarksOnTexts } from '../content/remarks-on-texts.ts'
import { detectorFor } from '../content/texts-in-languages.ts'
import type { ByteStream, Format, ScanOptions } from '../format.ts'
import { jsonFacts } from './facts.ts'
import { jsonTextsIn } from './in-languages.ts'
import { languagesSaid } from './languages.ts'
import { mergeJson } from './merge.ts'
import { notingJson } from './noting.ts'
import { pointersIn } from './pointers.ts'
import { readDocument } from './reader.ts'
import { type JsonUnit, jsonEdits } from './unit.ts'
import { jsonUnits, needsOriginal, unitsVary } from './units.ts'

/** How many units or keys are given at a time. */
const SOME = 500

export const json: Format<JsonUnit> = {
  ...jsonFacts,

  async languages(source) {
    const document = await documentOf(source)
    const bears = await detectorFor(document)
    const languages = languagesSaid(document, undefined)
    const { source: said, roots } = languages
    const { source: most, whole } = jsonTextsIn(document, languages, { spoken: said, bears })
    if (whole) return { source: said ?? most, several: true }
    return { source: said, ...(roots.length > 1 && { several: true }) }
  },

  async remarks(source, targets, spoken) {
    const { text } = await decodeWhole(source)
    if (!mayNeedRemarks(text)) return []
    const document = readDocument(text)
    const beside = { spoken, bears: await detectorFor(document) }
    const languages = languagesSaid(document, spoken)
    if (languages.roots.length > 1) return []
    return remarksOnTexts(document, jsonTextsIn(document, languages, beside), beside, targets)
  },

  variesByTarget: async source => unitsVary(await documentOf(source)),

  scan: (source, options = {}) => new Flattened(() => unitBatches(source, options)),

  async *parts(source) {
    const document = await documentOf(source)
    yield* batches(pointersIn(document, languagesSaid(document, undefined)))
  },

  edits: jsonEdits,

  merge: mergeJson,

  noting: notingJson,
}

async function documentOf(source: ByteStream) {
  return readDocument((await decodeWhole(source)).text)
}

async function* unitBatches(source: ByteStream, options: ScanOptions): AsyncGenerator<readonly JsonUnit[]> {
  const decoded = await decodeWhole(source)
  const document = readDocument(decoded.text)
  const original = needsOriginal(document) ? options.original : undefined
  const before = original && (await documentOf(original()))
  const bears = await detectorFor(before ?? document)
  yield* batches(jsonUnits(decoded, document, options, { original: before, bears }))
}

function* batches<Item>(items: Iterable<Item>): Generator<readonly Item[]> {
  let some: Item[] = []
  for (const item of items) {
    if (some.push(item) < SOME) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
