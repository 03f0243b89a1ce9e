import type { z } from 'zod'
import type { Quality } from '../../contract/batch.ts'
import { rewrite, type Unit, verify } from '../../formats/format.ts'
import { parcelName, translatedName } from '../domain/file-name.ts'
import type { Original } from '../files/original.ts'
import { zip } from '../files/zip.ts'
import { ServiceError } from '../http/errors.ts'
import type { StoredBlob } from '../ports.ts'
import type { Finished } from '../store/outcomes.ts'
import type { BatchRow } from '../store/schema.ts'
import { FINDINGS } from './segments.ts'
import { Stopped, type World } from './world.ts'

/** A language whose segments are all kept. */
export interface Language {
  readonly target: string
  /** Whether the plan takes a unit. */
  readonly wanted: (unit: Unit) => boolean
  /** What was kept for a unit. */
  readonly find: (unit: Unit) => { text: string; finding: string | null } | undefined
}

interface Writing {
  readonly batch: BatchRow
  readonly original: Original
  readonly languages: readonly Language[]
  readonly signal: AbortSignal
  readonly world: World
}

type Findings = z.output<typeof Quality>

/** A result lists so many findings; `kept_source` counts all. */
const MOST_FINDINGS = 200

/**
 * Writes the original in every language, as a file or, for several languages, as a zip of files named by their tags. Every file
 * is read again and compared with its original (RES-2).
 *
 * @throws ServiceError `internal_error` when a file cannot be written faithfully; Stopped on `signal`
 */
export async function writeResult(writing: Writing): Promise<Omit<Finished, 'keep_until'>> {
  const { batch, languages, world } = writing
  const quality: Findings = { segments: 0, repaired: 0, kept_source: 0, findings: [] }
  const written: { name: string; stored: StoredBlob }[] = []
  try {
    for (const language of languages) {
      const stored = await writeLanguage(language, quality, writing)
      written.push({ name: translatedName(batch.file_name, language.target), stored })
    }
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
async function writeLanguage(language: Language, quality: Findings, writing: Writing): Promise<StoredBlob> {
  const first = await attempt(language, new Set(), writing)
  if (first.unreadable.size === 0) return accept(first, language, quality)
  await writing.world.files.remove(first.stored.blob)
  const second = await attempt(language, first.unreadable, writing)
  if (second.unreadable.size === 0) return accept(second, language, quality)
  await writing.world.files.remove(second.stored.blob)
  throw unfaithful()
}

interface Attempt {
  readonly stored: StoredBlob
  readonly segments: number
  readonly kept: readonly { segment: string; reason: string }[]
  readonly keptCount: number
  /** Units that read back as something else, by index. */
  readonly unreadable: ReadonlySet<number>
}

async function attempt(language: Language, avoided: ReadonlySet<number>, writing: Writing): Promise<Attempt> {
  const { original, signal, world } = writing
  const { format, open } = original
  const target = { language: language.target }
  const kept: { segment: string; reason: string }[] = []
  let segments = 0
  let keptCount = 0
  const translate = (unit: Unit): string | undefined => {
    if (signal.aborted) throw new Stopped()
    const found = language.find(unit)
    return found === undefined || found.finding !== null || avoided.has(unit.index) ? undefined : found.text
  }
  const counting = (unit: Unit): string | undefined => {
    const text = translate(unit)
    if (language.wanted(unit)) segments += 1
    if (text === undefined && language.wanted(unit)) {
      keptCount += 1
      const reason = avoided.has(unit.index) ? FINDINGS.unreadable : (language.find(unit)?.finding ?? FINDINGS.missing)
      if (kept.length < MOST_FINDINGS) kept.push({ segment: unit.path, reason })
    }
    return text
  }
  const stored = await world.files.put(rewrite(format, open, counting, target), Number.MAX_SAFE_INTEGER)
  try {
    const differences = await verify(format, open, () => world.files.open(stored.blob), translate, target)
    const unreadable = new Set<number>()
    for (const difference of differences) {
      if (difference.kind !== 'text') throw unfaithful()
      unreadable.add(difference.index)
    }
    return { stored, segments, kept, keptCount, unreadable }
  } catch (error) {
    await world.files.remove(stored.blob)
    throw error
  }
}

function accept({ stored, segments, kept, keptCount }: Attempt, { target }: Language, quality: Findings): StoredBlob {
  quality.segments += segments
  quality.kept_source += keptCount
  for (const finding of kept) {
    if (quality.findings.length < MOST_FINDINGS) quality.findings.push({ ...finding, language: target })
  }
  return stored
}

function unfaithful(): ServiceError {
  const message = 'The translated file could not be written so that it reads back as it should. Nothing was charged.'
  return new ServiceError('internal_error', message)
}
