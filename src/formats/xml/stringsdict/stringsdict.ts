/** `.stringsdict` of Apple's platforms: a property list of messages whose variables have plural forms, or texts for devices and widths. */
import type { Format } from '../../format.ts'
import { editsOfText, type XmlUnit } from '../place.ts'
import { readStringsDict } from './dict.ts'
import { stringsdictFacts } from './facts.ts'
import { mergeStringsDict } from './merge.ts'
import { notingStringsDict } from './noting.ts'
import { stringsdictUnits } from './units.ts'

export const stringsdict: Format<XmlUnit> = {
  ...stringsdictFacts,
  async *scan(source, { target, original } = {}) {
    const file = await readStringsDict(source)
    let index = 0
    for (const unit of stringsdictUnits(file, { language: target?.language, written: original !== undefined })) {
      yield { index: index++, ...unit }
    }
  },
  edits: editsOfText,
  merge: mergeStringsDict,
  noting: notingStringsDict,
}
