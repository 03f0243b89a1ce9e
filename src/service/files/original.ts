import { type Format, loadFormat, type Needs, type Open, openingFor } from '../../formats/index.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Files } from '../ports.ts'

/** The fields of a batch that say where its original is: `file_blob` is null once the original was released after its time. */
export interface FileOfBatch {
  readonly file_name: string
  readonly file_blob: string | null
}

/** The same, with the end of its retention time, in milliseconds since 1970. */
export interface RetainedFile extends FileOfBatch {
  readonly file_expires_at: number
}

/** The original of a batch: its format, and how to read it, as often as needed. */
export interface Original {
  readonly format: Format
  readonly open: Open
}

/** Whether the units of a file, or which of them are left out, depend on the language that it is read for. */
export function dependsOnTarget({ traits }: Pick<Format, 'traits'>): boolean {
  return traits.units_by_target === true
}

/**
 * Finds the original of a batch, for work that was begun in time: such work keeps its file until it ends.
 *
 * @throws {ServiceError} file_retention_expired when it was released after its time, file_expired when it is missing before that,
 *   unsupported_format when this build no longer reads it
 */
export async function originalOf(batch: FileOfBatch, files: Files): Promise<Original> {
  if (batch.file_blob === null) throw retentionOver()
  const blob = await requireBlob(batch.file_blob, files)
  const format = await loadFormat(batch.file_name)
  if (format === undefined) {
    throw new ServiceError('unsupported_format', 'This version of the service does not read files of this kind.')
  }
  return { format, open: () => files.open(blob) }
}

/**
 * The original as a result with these needs is made from it and compared with it: as UTF-8, where its charset lacks letters (FMT-5). The
 * same object where it lacks none.
 */
export async function writable(original: Original, needs: Needs): Promise<Original> {
  const { open, instead_of } = await openingFor(original.format, original.open, needs)
  return instead_of === undefined ? original : { ...original, open }
}

/** The blob of a batch's original, for what begins at `now`. @throws {ServiceError} file_retention_expired or file_expired */
export async function requireFile(batch: RetainedFile, files: Files, now: number): Promise<string> {
  requireRetained(batch, now)
  return await requireBlob(batch.file_blob, files)
}

/**
 * Refuses the files of a batch from the moment on that their time is over, whether the scheduled pass has released them yet or not.
 *
 * @throws {ServiceError} file_retention_expired
 */
export function requireRetained(batch: RetainedFile, now: number): void {
  if (batch.file_blob === null || batch.file_expires_at <= now) throw retentionOver()
}

function retentionOver(): ServiceError {
  const message =
    'The file is no longer stored: it passed its retention time, or was deleted. Create the translation again from the file.'
  return new ServiceError('file_retention_expired', message)
}

/** Checks that a blob is stored, and returns it. @throws {ServiceError} file_expired */
export async function requireBlob(blob: string | null | undefined, files: Files): Promise<string> {
  if (blob === null || blob === undefined || (await files.size(blob)) === undefined) throw fileGone()
  return blob
}

/** The refusal of a file that is missing although its time is not over. */
export function fileGone(): ServiceError {
  return new ServiceError('file_expired', 'The file behind this translation is gone. Create the translation again.')
}
