import { type Format, formatOf, type Open } from '../../formats/index.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Files } from '../ports.ts'

/** The fields of a batch that say where its original is: `file_blob` is null once the original was released after its time. */
export interface FileOfBatch {
  readonly file_name: string
  readonly file_blob: string | null
}

/** The original of a batch: its format, and how to read it, as often as needed. */
export interface Original {
  readonly format: Format
  readonly open: Open
}

/**
 * Finds the original of a batch.
 *
 * @throws {ServiceError} file_retention_expired when it was released after its time, file_expired when it is missing before that,
 *   unsupported_format when this build no longer reads it
 */
export async function originalOf(batch: FileOfBatch, files: Files): Promise<Original> {
  const blob = await requireFile(batch, files)
  const format = formatOf(batch.file_name)
  if (format === undefined) {
    throw new ServiceError('unsupported_format', 'This version of the service does not read files of this kind.')
  }
  return { format, open: () => files.open(blob) }
}

/** The blob of a batch's original. @throws {ServiceError} as `originalOf` */
export async function requireFile(batch: FileOfBatch, files: Files): Promise<string> {
  requireRetained(batch)
  return await requireBlob(batch.file_blob, files)
}

/** @throws {ServiceError} file_retention_expired when the files of a batch were released after their time */
export function requireRetained(batch: FileOfBatch): void {
  if (batch.file_blob !== null) return
  const message =
    'The file passed its retention time and is no longer stored. Create the translation again from the file.'
  throw new ServiceError('file_retention_expired', message)
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
