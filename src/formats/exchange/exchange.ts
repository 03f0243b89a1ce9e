/**
 * Files that programs of translators exchange: TMX (memories) and TBX (terms). An entry has its text in several languages beside each other;
 * that of the target is filled, or made behind the others, and no other language is changed.
 */
import type { ByteStream, Format, FormatFacts } from '../format.ts'
import { languagesOfEntry, sourceIn } from './entry.ts'
import { tbxFacts, tmxFacts } from './facts.ts'
import { type ExchangeManner, TBX, TMX } from './manner.ts'
import { type EntryUnit, editsOfEntry } from './place.ts'
import { readExchange } from './reader.ts'
import { unitOfEntry } from './units.ts'

export const tmx: Format<EntryUnit> = exchangeFormat(tmxFacts, TMX)
export const tbx: Format<EntryUnit> = exchangeFormat(tbxFacts, TBX)

function exchangeFormat(facts: FormatFacts, manner: ExchangeManner): Format<EntryUnit> {
  return {
    ...facts,
    languages: async source => ({ source: await sourceOf(source, manner), several: true }),
    async *scan(source, { target, source: asked } = {}) {
      let index = 0
      let number = 0
      for await (const { charset, eol, source: said, entries } of readExchange(source, manner)) {
        const reading = { manner, charset, eol, source: asked, said, target: target?.language }
        for (const entry of entries) {
          number += 1
          const unit = unitOfEntry(entry, number, reading)
          if (unit) yield { index: index++, ...unit }
        }
      }
    },
    edits: editsOfEntry,
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
