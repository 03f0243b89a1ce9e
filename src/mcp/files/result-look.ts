import { copiesOf, openPlain } from './handles.ts'
import { type FetchedContent, flawOfFile, type LookedAt } from './result-content.ts'

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
