/**
 * Files that programs of translators exchange: TMX (memories) and TBX (terms). An entry has its text in several languages beside each other;
 * that of the target is filled, or made behind the others, and no other language is changed.
 */
import type { ByteStream, Format, FormatFacts } from '../format.ts'
import { languagesOfEntry, sourceIn, targetIn } from './entry.ts'
import { tbxFacts, tmxFacts } from './facts.ts'
import { type ExchangeManner, TBX, TMX } from './manner.ts'
import { mergedExchange } from './merge.ts'
import { EntryNames } from './names.ts'
import { notingTmx } from './noting.ts'
import { type EntryUnit, editsOfEntry } from './place.ts'
import { readExchange } from './reader.ts'
import { unitOfEntry } from './units.ts'

export const tmx: Format<EntryUnit> = { ...exchangeFormat(tmxFacts, TMX), noting: notingTmx }
/** Of equal terms their notes tell which is meant: a remark for translators beside them would make another text of one. */
export const tbx: Format<EntryUnit> = exchangeFormat(tbxFacts, TBX)

function exchangeFormat(facts: FormatFacts, manner: ExchangeManner): Format<EntryUnit> {
  return {
    ...facts,
    languages: async source => ({ source: await sourceOf(source, manner), several: true }),
    async *scan(source, { target, source: asked } = {}) {
      let index = 0
      const names = new EntryNames(manner)
      let called: string | undefined
      for await (const { charset, eol, source: said, entries } of readExchange(source, manner)) {
        const reading = { manner, charset, eol, source: asked, said, target: target?.language }
        for (const entry of entries) {
          const named = names.entryOf(entry, said)
          called = targetIn(named.languages, target?.language)?.written ?? called
          const unit = unitOfEntry(entry, named, { ...reading, called })
          if (unit) yield { index: index++, ...unit }
        }
      }
    },
    edits: editsOfEntry,
    merge: async (there, change) => await mergedExchange(there, change, manner),
  }
}

/** What the file says; else the language that its first entry is translated from. */
async function sourceOf(source: ByteStream, manner: ExchangeManner): Promise<string | undefined> {
  for await (const { source: said, entries } of readExchange(source, manner)) {
    if (said !== undefined) return said
    const [entry] = entries
    const nothing = { source: undefined, said: undefined, target: undefined }
    if (entry) return sourceIn(entry, languagesOfEntry(entry, manner), nothing)?.tag
  }
  return undefined
}
