import { lookedAt, requireClaimed } from '../../formats/index.ts'
import type { NamedFile } from '../domain/file-name.ts'
import { orUnreadable } from '../domain/unreadable.ts'
import type { Files, StoredBlob } from '../ports.ts'

type Storing = { readonly files: Files }

/**
 * Stores the bytes of a file that comes in.
 *
 * @throws {ServiceError} invalid_request with its first bytes, where these show that it is not what its name says; file_too_large
 */
export function store(
  content: AsyncIterable<Uint8Array>,
  { fileName, ceiling }: NamedFile,
  { files }: Storing,
): Promise<StoredBlob> {
  return orUnreadable(() => files.put(lookedAt(fileName, content), ceiling))
}

/** @throws {ServiceError} invalid_request: the stored file is not what its name says, or protected; file_too_large unpacked */
export function requireAsNamed({ blob }: StoredBlob, { fileName }: NamedFile, { files }: Storing): Promise<void> {
  return orUnreadable(() => requireClaimed(fileName, files.open(blob)))
}
