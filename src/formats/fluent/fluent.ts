/**
 * Fluent: a unit per value and attribute, and per variant of its selectors. The range of a unit is its text, so names, comments, selectors and
 * white space are never changed. Where a selector stands within a sentence, that is written anew as a selector of whole sentences.
 */
import { decodeWhole } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { oneChunk } from '../bytes/ranges.ts'
import type { ByteStream, Format } from '../format.ts'
import { fluentFacts } from './facts.ts'
import { mergeFluent } from './merge.ts'
import { notingFluent } from './noting.ts'
import { readFluent } from './reader.ts'
import { type FluentUnit, fluentEdits, fluentUnits } from './units.ts'

/** How many units are given at a time. */
const SOME = 500

export const fluent: Format<FluentUnit> = {
  ...fluentFacts,
  scan: (source, { target } = {}) => new Flattened(() => batchesIn(source, target?.language)),
  variesByTarget: async source => (await decodeWhole(source)).text.includes('->'),
  edits: fluentEdits,
  async merge(there, change) {
    const [own, from] = await Promise.all([decodeWhole(oneChunk(there)), decodeWhole(oneChunk(change.from))])
    return mergeFluent(own, from, change)
  },
  noting: notingFluent,
}

async function* batchesIn(source: ByteStream, language: string | undefined): AsyncGenerator<readonly FluentUnit[]> {
  const decoded = await decodeWhole(source)
  let some: FluentUnit[] = []
  for (const unit of fluentUnits(decoded, readFluent(decoded.text), language)) {
    if (some.push(unit) < SOME) continue
    yield some
    some = []
  }
  yield some
}
