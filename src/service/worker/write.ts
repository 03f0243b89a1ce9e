import { translatedName } from '../../formats/file-name.ts'
import { rewrite, type Unit, verify } from '../../formats/format.ts'
import { parcelName } from '../domain/file-name.ts'
import type { Original } from '../files/original.ts'
import { zip } from '../files/zip.ts'
import { ServiceError } from '../http/errors.ts'
import type { StoredBlob } from '../ports.ts'
import type { Finished } from '../store/outcomes.ts'
import type { BatchRow } from '../store/schema.ts'
import type { Found } from '../store/translations.ts'
import { type Meter, metered } from './meter.ts'
import { createReporter, type Language, qualityOf, type Report } from './report.ts'
import { Stopped, type World } from './world.ts'

interface Writing {
  readonly batch: BatchRow
  /** The source language, which the name of the file may carry. */
  readonly source: string | undefined
  readonly original: Original
  readonly languages: readonly Language[]
  readonly signal: AbortSignal
  readonly world: World
  /** Counts each unit twice: written, and read again. */
  readonly meter: Meter
}

/**
 * Writes the original in every language, as a file or, for several languages, as a zip of files named by their tags. Every file
 * is read again and compared with its original (RES-2).
 *
 * @throws ServiceError `internal_error` when a file cannot be written faithfully; Stopped on `signal`
 */
export async function writeResult(writing: Writing): Promise<Omit<Finished, 'keep_until'>> {
  const { batch, source, languages, world } = writing
  const reports: Report[] = []
  const written: { name: string; stored: StoredBlob }[] = []
  try {
    for (const language of languages) {
      const { stored, report } = await writeLanguage(language, writing)
      reports.push(report)
      written.push({ name: translatedName(batch.file_name, language.target, source), stored })
    }
    const quality = qualityOf(reports)
    const [first, ...more] = written
    if (first !== undefined && more.length === 0) {
      written.pop()
      const { blob, size } = first.stored
      return { blob, file_name: first.name, media_type: batch.media_type, size_bytes: size, quality }
    }
    const entries = written.map(({ name, stored }) => ({ name, content: () => world.files.open(stored.blob) }))
    const parcel = await world.files.put(zip(entries, world.clock()), Number.MAX_SAFE_INTEGER)
    const file_name = parcelName(batch.file_name)
    return { blob: parcel.blob, file_name, media_type: 'application/zip', size_bytes: parcel.size, quality }
  } finally {
    for (const { stored } of written) await world.files.remove(stored.blob)
  }
}

/** Writes one language; what does not read back as written keeps its source in a second try. */
async function writeLanguage(language: Language, writing: Writing): Promise<Attempt> {
  const first = await attempt(language, new Set(), writing)
  if (first.unreadable.size === 0) return first
  await writing.world.files.remove(first.stored.blob)
  const second = await attempt(language, first.unreadable, writing)
  if (second.unreadable.size === 0) return second
  await writing.world.files.remove(second.stored.blob)
  throw unfaithful()
}

interface Attempt {
  readonly stored: StoredBlob
  readonly report: Report
  /** Units that read back as something else, by index. */
  readonly unreadable: ReadonlySet<number>
}

async function attempt(language: Language, avoided: ReadonlySet<number>, writing: Writing): Promise<Attempt> {
  const { original, signal, world, meter } = writing
  const { format, open } = original
  const target = { language: language.target }
  const reporter = createReporter(language, avoided)
  const find = (unit: Unit): Found | undefined => {
    if (signal.aborted) throw new Stopped()
    meter.done(1)
    return language.find(unit)
  }
  const use = (unit: Unit, found: Found | undefined): string | undefined =>
    found === undefined || found.finding !== null || avoided.has(unit.index) ? undefined : found.text
  const translate = (unit: Unit): string | undefined => use(unit, find(unit))
  const counting = (unit: Unit): string | undefined => {
    const found = find(unit)
    const text = use(unit, found)
    reporter.add({ unit, found, text })
    return text
  }
  const bytes = metered(rewrite(format, open, counting, target), meter)
  const stored = await world.files.put(bytes, Number.MAX_SAFE_INTEGER)
  try {
    const again = () => metered(world.files.open(stored.blob), meter)
    const differences = await verify(format, open, again, translate, target)
    const unreadable = new Set<number>()
    for (const difference of differences) {
      if (difference.kind !== 'text') throw unfaithful()
      unreadable.add(difference.index)
    }
    return { stored, report: reporter.end(), unreadable }
  } catch (error) {
    await world.files.remove(stored.blob)
    throw error
  }
}

function unfaithful(): ServiceError {
  const message = 'The translated file could not be written so that it reads back as it should. Nothing was charged.'
  return new ServiceError('internal_error', message)
}
