/**
 * XLIFF files gain and lose single units. A unit that is missing comes with all that it has; one that is there gets its translation, and the
 * source of the other file where that has changed.
 */
import { oneChunk } from '../bytes/ranges.ts'
import { grafted, localName, xmlFileOf } from '../bytes/xml/index.ts'
import type { Edit, Format, Merge } from '../format.ts'
import { numbersLike, originsIn } from './file-numbers.ts'
import { xliffPartsOf } from './parts.ts'
import type { XliffUnit } from './place.ts'
import { readXliff } from './reader.ts'
import { Rewording } from './rewording.ts'

type Scan = Format<XliffUnit>['scan']

/** `scan` is that of the format. @throws {FormatError} as `scan` */
export async function mergedXliff(there: Uint8Array, change: Merge, scan: Scan): Promise<readonly Edit[]> {
  const language = await languageTaken(change)
  const unitsIn = async (file: Uint8Array): Promise<ReadonlyMap<string, XliffUnit>> => {
    const units = new Map<string, XliffUnit>()
    const options = { target: { language }, original: () => oneChunk(change.source) }
    for await (const unit of scan(oneChunk(file), options)) if (!units.has(unit.path)) units.set(unit.path, unit)
    return units
  }
  const [owns, others] = [await unitsIn(there), await unitsIn(change.from)]
  const numberOf = numbersLike(originsIn(there), originsIn(change.source))
  const from = xliffPartsOf(await xmlFileOf(oneChunk(change.from)), number => number)
  const to = xliffPartsOf(await xmlFileOf(oneChunk(there)), numberOf, from.groups)
  const rewording = new Rewording({ owns, others, to, from, language })
  return grafted(to, from, {
    take: change.take,
    remove: change.remove,
    isText: ({ name }) => TEXTS.has(localName(name)),
    reworded: (element, other, path, copying) => rewording.of(element, other, path, copying),
  })
}

/** Elements whose content is text, with all that they hold. */
const TEXTS: ReadonlySet<string> = new Set(['source', 'target', 'seg-source', 'note', 'data', 'context'])

/** The language of what is taken. */
async function languageTaken({ from, take }: Merge): Promise<string> {
  const files = new Set([...take].map(path => /^xliff:(\d+)/.exec(path)?.[1]))
  let first: string | undefined
  for await (const { found } of readXliff(oneChunk(from))) {
    for (const { scope } of found) {
      if (scope.target_language === undefined) continue
      if (scope.file > 0 && files.has(String(scope.file))) return scope.target_language
      first ??= scope.target_language
    }
  }
  return first ?? UNKNOWN
}

const UNKNOWN = 'und'
