/** `.resx` of .NET and `.resw` of Windows: texts by name, with comments, among what programs keep beside them. */
import { elementsIn } from '../bytes/xml/index.ts'
import type { Format } from '../format.ts'
import { entryReader, resxFileOf } from './entries.ts'
import { resxFacts } from './facts.ts'
import { mergedResx } from './merge.ts'
import { editsOfUnit, notingResx, type ResxUnit, unitOf } from './unit.ts'

export const resx: Format<ResxUnit> = {
  ...resxFacts,

  async *scan(source): AsyncGenerator<ResxUnit> {
    const file = await resxFileOf(source)
    const read = entryReader()
    let index = 0
    for (const element of elementsIn(file.root.inside)) {
      const entry = read(element)
      if (entry !== undefined) yield unitOf(entry, index++, file)
    }
  },

  edits: editsOfUnit,
  merge: mergedResx,
  noting: notingResx,
}
