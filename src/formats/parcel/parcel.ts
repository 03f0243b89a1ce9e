/**
 * A parcel: a zip of files. Each file is read and written by its own format, as if it had been sent by itself; all others, and those that
 * cannot be read, stay as they are packed. The result is a zip of the same names in the same order.
 */
import { Flattened } from '../bytes/flatten.ts'
import { openZip, zipPackaging } from '../bytes/zip/index.ts'
import type { Format } from '../format.ts'
import { type LoadFormat, openParcel } from './contents.ts'
import { parcelFacts } from './facts.ts'
import { parcelUnits } from './reading.ts'
import { languagesOfFiles, parcelRemarks } from './remarks.ts'
import type { ParcelUnit } from './unit.ts'

/** The format, with the formats of the files: families do not know each other, so whoever knows them all hands them in. */
export function parcelOf(load: LoadFormat): Format<ParcelUnit> {
  return {
    ...parcelFacts,
    packaging: zipPackaging,

    /** One source where the files that say one agree. */
    async languages(source) {
      const [said, ...others] = await languagesOfFiles(await openParcel(source, load))
      return said === undefined || others.length > 0 ? {} : { source: said }
    },

    async remarks(source, targets, spoken) {
      return await parcelRemarks(await openParcel(source, load), targets, spoken)
    },

    scan(source, options = {}) {
      return new Flattened(async function* () {
        yield* parcelUnits(await openParcel(source, load), options)
      })
    },

    async *parts(source) {
      yield (await openZip(source)).names
    },

    edits({ own, format, member }, translation, target) {
      if (own === undefined || format === undefined) return []
      return format
        .edits(own, translation, target)
        .map(({ member: inner, ...edit }) => ({ ...edit, member, ...(inner !== undefined && { inner }) }))
    },

    readsAs({ own, format }, translation) {
      return (own && format?.readsAs?.(own, translation)) ?? translation
    },

    traitsAt: ({ format }) => format?.traits ?? {},
  }
}
