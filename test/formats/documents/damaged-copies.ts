/** Damaged copies of the files of a family, as many as are asked for. */
import type { CorpusFile } from '../../support/corpus.ts'
import { damagedCopies } from '../bytes/zip/mutated.ts'
import { zipOf } from '../bytes/zip/zips.ts'
import { built } from '../files.ts'
import { type DamagedCopy, withDamagedMembers } from './damaged.ts'
import { withDamagedObjects } from './damaged-pdf.ts'
import { outcomeOf } from './wrong.ts'

export const DAMAGED_FAMILIES = ['docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp', 'idml', 'zip', 'pdf'] as const
export type DamagedFamily = (typeof DAMAGED_FAMILIES)[number]

/** As many as there may be, from all over the list. */
export function spread<One>(all: readonly One[], most: number): readonly One[] {
  return all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]).filter(
        each => each !== undefined,
      )
}

/** Parcels of one of each of these, as many as there are in the longest list. */
export function parcels(lists: readonly (readonly CorpusFile[])[]): CorpusFile[] {
  return Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, at) => {
    const members = lists.flatMap(list => (list.length > 0 ? (list[at % list.length] ?? []) : []))
    const entries = members.map(({ name, bytes }) => ({ name: name.replaceAll('/', '-'), content: bytes }))
    return { name: `parcel ${at + 1}`, path: '', bytes: zipOf(entries) }
  })
}

async function* copiesOf(
  family: DamagedFamily,
  bytes: Buffer,
  count: number,
  seed: number,
): AsyncGenerator<DamagedCopy> {
  const half = Math.ceil(count / 2)
  for (const made of damagedCopies(bytes, half, seed)) yield { what: 'its bytes', made }
  yield* family === 'pdf' ? withDamagedObjects(bytes, half, seed) : withDamagedMembers(bytes, half, seed)
}

export interface Damaged {
  readonly copies: number
  readonly refused: number
  /** What went wrong, each with the file and what was done to it. */
  readonly wrong: readonly string[]
}

/** What comes of so many damaged copies of these files together; of files that are read as they are. */
export async function damagedOf(
  family: DamagedFamily,
  files: readonly CorpusFile[],
  count: number,
  seed: number,
): Promise<Damaged> {
  const format = built(family)
  const wrong: string[] = []
  let [copies, refused] = [0, 0]
  const readable: CorpusFile[] = []
  for (const file of files) if (!(await outcomeOf(format, file.bytes)).refused) readable.push(file)
  for (const [at, { name, bytes }] of readable.entries()) {
    for await (const { what, made } of copiesOf(family, bytes, Math.ceil(count / readable.length), seed + at)) {
      const outcome = await outcomeOf(format, made)
      copies += 1
      if (outcome.refused) refused += 1
      if (outcome.wrong) wrong.push(`${name}: ${what}: ${outcome.wrong}`)
    }
  }
  return { copies, refused, wrong }
}
