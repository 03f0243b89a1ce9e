import { safeName } from '../../contract/file-names.ts'
import { familyOf } from '../../contract/formats.ts'
import { localizedPath } from '../../formats/index.ts'
import { parcelName, togetherName } from '../domain/file-name.ts'
import { type Original, writable } from '../files/original.ts'
import { zip } from '../files/zip.ts'
import type { StoredBlob } from '../ports.ts'
import type { Finished } from '../store/outcomes.ts'
import type { BatchRow } from '../store/schema.ts'
import { type Attempt, type Attempting, attempt } from './attempt.ts'
import { still } from './meter.ts'
import { type LanguageReport, type LanguageToWrite, qualityOf } from './report.ts'
import { unbroken, unfaithful } from './unbroken.ts'
import type { World } from './world.ts'

interface Writing extends Attempting {
  readonly batch: BatchRow
  /** The source language, which may be part of the file's name. */
  readonly source: string | undefined
  readonly languages: readonly LanguageToWrite[]
  readonly world: Pick<World, 'files' | 'clock'>
}

/**
 * Writes the original in every language: as a file; for several languages, as one file where that holds them all, else as a zip of files
 * named by their tags. No name means a drive, a stream or a device on any system. Every file is read again and compared with its
 * original (RES-2).
 *
 * @throws {ServiceError} internal_error when a file cannot be written so that it reads back
 * @throws {Stopped} on `signal`
 */
export async function writeResult(writing: Writing): Promise<Omit<Finished, 'keep_until' | 'made_under'>> {
  const { original, languages } = writing
  if (languages.length > 1 && (await holdsAll(original))) return await writeTogether(writing)
  return await writeApart(writing)
}

async function holdsAll({ format, open }: Original): Promise<boolean> {
  return (await format.languages?.(open()))?.several === true
}

/** Writes a file for each language; more than one go into a zip. */
async function writeApart(writing: Writing): Promise<Omit<Finished, 'keep_until' | 'made_under'>> {
  const { batch, source, languages, world } = writing
  const reports: LanguageReport[] = []
  const written: { name: string; stored: StoredBlob }[] = []
  try {
    for (const language of languages) {
      const original = await writable(writing.original, { languages: [language.target] })
      const { stored, report } = await writeLanguage(language, { ...writing, original })
      reports.push(report)
      const named = original.format.traits.pages === 'kept' ? batch.file_name : undefined
      written.push({ name: safeName(localizedPath(batch.file_name, language.target, source, named)), stored })
    }
    const quality = qualityOf(reports)
    const [first, ...more] = written
    if (first !== undefined && more.length === 0) {
      written.pop()
      const { blob, size } = first.stored
      const media_type = familyOf(first.name)?.media_type ?? batch.media_type
      return { blob, file_name: first.name, media_type, size_bytes: size, quality }
    }
    const entries = written.map(({ name, stored }) => ({ name, content: () => world.files.open(stored.blob) }))
    const parcel = await world.files.put(zip(entries, world.clock()), Number.MAX_SAFE_INTEGER)
    const file_name = safeName(parcelName(batch.file_name))
    return { blob: parcel.blob, file_name, media_type: 'application/zip', size_bytes: parcel.size, quality }
  } finally {
    for (const { stored } of written) await world.files.remove(stored.blob)
  }
}

/** Writes all languages into one file, one after the other: what one language gives is the original of the next. */
async function writeTogether(writing: Writing): Promise<Omit<Finished, 'keep_until' | 'made_under'>> {
  const { batch, languages, world } = writing
  const reports: LanguageReport[] = []
  let original = await writable(writing.original, { languages: languages.map(({ target }) => target) })
  let last: StoredBlob | undefined
  let useless = true
  try {
    for (const language of languages) {
      const { stored, report } = await writeLanguage(language, { ...writing, original })
      reports.push(report)
      const before = last
      last = stored
      original = { format: original.format, open: () => world.files.open(stored.blob) }
      if (before !== undefined) await world.files.remove(before.blob)
    }
    if (last === undefined) throw new RangeError('a plan has a target language')
    useless = false
    const file_name = safeName(togetherName(batch.file_name))
    const { blob, size } = last
    return { blob, file_name, media_type: batch.media_type, size_bytes: size, quality: qualityOf(reports) }
  } finally {
    if (useless && last !== undefined) await world.files.remove(last.blob)
  }
}

/**
 * Writes one language. Units that do not read back as written get their source in a second attempt; where the charset of the file lacks
 * a letter of theirs, the file becomes UTF-8 instead.
 */
async function writeLanguage(language: LanguageToWrite, writing: Writing): Promise<Attempt> {
  const avoided = new Set<number>()
  const first = await unbroken(language, avoided, writing)
  if (first.unreadable.size === 0) return first
  await writing.world.files.remove(first.stored.blob)
  const again = { ...language, remembering: undefined }
  const later = { ...writing, meter: still(writing.meter) }
  const original = await writable(writing.original, { texts: first.wanted })
  if (original !== writing.original) return await writeLanguage(again, { ...later, original })
  for (const index of first.unreadable) avoided.add(index)
  const second = await attempt(again, { avoided, why: first.left }, later)
  if (second.unreadable.size === 0 && !second.broken) return second
  await writing.world.files.remove(second.stored.blob)
  throw unfaithful()
}
