import { copiesOf, openPlain } from './handles.ts'
import { type FetchedContent, flawOfFile } from './result-content.ts'

/** What was found in a fetched file. */
export interface LookedAt {
  /** Why it is not what it claims to be, in words that end a sentence; undefined where it is. */
  readonly flaw: string | undefined
  /** The names of files in a zip that are no translations, which nobody has read. */
  readonly beside: readonly string[]
}

/** Reads a fetched file as what it claims to be. @throws {Error} when it cannot be read */
export async function lookAtResult(content: FetchedContent): Promise<LookedAt> {
  if (content.zip) {
    const { lookAtZip } = await import('./result-zip.ts')
    return lookAtZip(content)
  }
  const handle = await openPlain(content.path)
  try {
    return { flaw: await flawOfFile(() => copiesOf(handle), content), beside: [] }
  } finally {
    await handle.close()
  }
}
