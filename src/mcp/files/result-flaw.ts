import { copiesOf, openPlain } from './handles.ts'
import { type FetchedContent, flawOfFile } from './result-content.ts'

/** Why a file is not what it claims to be, in words that end a sentence; undefined where it is. @throws {Error} when it cannot be read */
export async function flawOfResult(content: FetchedContent): Promise<string | undefined> {
  if (content.zip) {
    const { flawOfZip } = await import('./result-zip.ts')
    return flawOfZip(content)
  }
  const handle = await openPlain(content.path)
  try {
    return await flawOfFile(() => copiesOf(handle), content)
  } finally {
    await handle.close()
  }
}
