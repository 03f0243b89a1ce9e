import type { Telemetry } from '../../contract/telemetry.ts'
import type { Files } from '../ports.ts'

/** The same files, with the bytes that are stored counted; as they are where nobody counts. */
export function countedFiles(files: Files, telemetry: Telemetry): Files {
  if (!telemetry.counts) return files
  return {
    ...files,
    async put(source, limitBytes) {
      const stored = await files.put(source, limitBytes)
      telemetry.happened({ what: 'file_stored', bytes: stored.size })
      return stored
    },
  }
}
