/**
 * String catalogs of Xcode: one file of JSON with all languages beside each other. The text of a key is that of the source language, or the key
 * itself; a translation goes into the localizations of the key, and all other bytes stay.
 */
import { decodeWhole } from '../../bytes/charset.ts'
import type { ByteStream, Format } from '../../format.ts'
import { readCatalog } from './catalog.ts'
import { xcstringsFacts } from './facts.ts'
import { mergeCatalogs } from './merge.ts'
import { notingCatalog } from './noting.ts'
import { type CatalogUnit, catalogEdits } from './place.ts'
import { catalogUnits } from './units.ts'

export const xcstrings: Format<CatalogUnit> = {
  ...xcstringsFacts,
  languages: async source => ({ source: (await catalogOf(source)).source.replaceAll('_', '-'), several: true }),
  variesByTarget: async () => true,
  async *scan(source, { target } = {}) {
    yield* catalogUnits(await decodeWhole(source), target?.language)
  },
  edits: catalogEdits,
  merge: mergeCatalogs,
  noting: notingCatalog,
}

async function catalogOf(source: ByteStream) {
  return readCatalog((await decodeWhole(source)).text)
}
