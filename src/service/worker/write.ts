import type { z } from 'zod'
import type { Quality } from '../../contract/batch.ts'
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
import { FINDINGS } from './segments.ts'
import { Stopped, type World } from './world.ts'

/** A language whose segments are all kept. */
export interface Language {
  readonly target: string
  /** Whether the plan takes a unit. */
  readonly wanted: (unit: Unit) => boolean
  /** What was kept for a unit. */
  readonly find: (unit: Unit) => Found | undefined
}

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

type Findings = z.output<typeof Quality>
type Finding = Findings['findings'][number]

/** What is told of the result, while it is gathered. */
interface Report {
  segments: number
  repaired: number
  kept_source: number
  /** Segments whose source stays, and those whose translation a person may want to look at. */
  readonly kept: Finding[]
  readonly noted: Finding[]
}

/** A result lists so many findings, kept sources first; `kept_source` counts all. */
const MOST_FINDINGS = 200

/**
 * Writes the original in every language, as a file or, for several languages, as a zip of files named by their tags. Every file
 * is read again and compared with its original (RES-2).
 *
 * @throws ServiceError `internal_error` when a file cannot be written faithfully; Stopped on `signal`
 */
export async function writeResult(writing: Writing): Promise<Omit<Finished, 'keep_until'>> {
  const { batch, source, languages, world } = writing
  const report: Report = { segments: 0, repaired: 0, kept_source: 0, kept: [], noted: [] }
  const written: { name: string; stored: StoredBlob }[] = []
  try {
    for (const language of languages) {
      const stored = await writeLanguage(language, report, writing)
      written.push({ name: translatedName(batch.file_name, language.target, source), stored })
    }
    const quality = qualityOf(report)
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

function qualityOf({ kept, noted, ...counts }: Report): Findings {
  return { ...counts, findings: [...kept, ...noted].slice(0, MOST_FINDINGS) }
}

/** Writes one language; what does not read back as written keeps its source in a second try. */
async function writeLanguage(language: Language, report: Report, writing: Writing): Promise<StoredBlob> {
  const first = await attempt(language, new Set(), writing)
  if (first.unreadable.size === 0) return accept(first, report)
  await writing.world.files.remove(first.stored.blob)
  const second = await attempt(language, first.unreadable, writing)
  if (second.unreadable.size === 0) return accept(second, report)
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
  const report: Report = { segments: 0, repaired: 0, kept_source: 0, kept: [], noted: [] }
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
    if (language.wanted(unit)) count({ unit, found, written: text !== undefined }, language.target, avoided, report)
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
    return { stored, report, unreadable }
  } catch (error) {
    await world.files.remove(stored.blob)
    throw error
  }
}

/** Notes what becomes of a unit that the plan takes. */
function count(
  { unit, found, written }: { unit: Unit; found: Found | undefined; written: boolean },
  language: string,
  avoided: ReadonlySet<number>,
  report: Report,
): void {
  const tell = (to: Finding[], reason: string): void => {
    if (to.length < MOST_FINDINGS) to.push({ segment: unit.path, language, reason })
  }
  report.segments += 1
  if (!written) {
    report.kept_source += 1
    tell(report.kept, avoided.has(unit.index) ? FINDINGS.unreadable : (found?.finding ?? FINDINGS.missing))
    return
  }
  report.repaired += found?.repaired ?? 0
  if (found !== undefined && found.note !== null) tell(report.noted, `Written, worth a look: ${found.note}`)
}

function accept({ stored, report: found }: Attempt, report: Report): StoredBlob {
  report.segments += found.segments
  report.repaired += found.repaired
  report.kept_source += found.kept_source
  report.kept.push(...found.kept)
  report.noted.push(...found.noted)
  return stored
}

function unfaithful(): ServiceError {
  const message = 'The translated file could not be written so that it reads back as it should. Nothing was charged.'
  return new ServiceError('internal_error', message)
}
