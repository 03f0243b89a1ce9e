/** One pass over a file: some byte ranges replaced, every other byte passed on as it came. */
import { type Edit, FormatError, type Source } from './unit.ts'

/**
 * The source with the edits applied. Edits are sorted by start; an empty range inserts. Memory: one chunk and one edit.
 * @throws FormatError overlapping_edits: not sorted, overlapping, reversed, or beyond the end of the source.
 */
export async function* splice(source: Source, edits: AsyncIterable<Edit> | Iterable<Edit>): AsyncGenerator<Uint8Array> {
  const pending = inOrder(edits)
  let edit = await pull(pending)
  let offset = 0
  /** Bytes before this have been written or dropped. */
  let settled = 0
  try {
    for await (const chunk of source) {
      const end = offset + chunk.length
      for (; edit && edit.start <= end; edit = await pull(pending)) {
        if (edit.start > settled) yield chunk.subarray(settled - offset, edit.start - offset)
        if (edit.bytes.length > 0) yield edit.bytes
        settled = edit.end
      }
      if (settled < end) {
        yield chunk.subarray(settled - offset)
        settled = end
      }
      offset = end
    }
    // Only an empty source has not passed its own end yet.
    for (; edit && edit.end === offset; edit = await pull(pending)) yield edit.bytes
    if (edit || settled > offset) throw refusal(`beyond the end of the file (${offset} bytes)`)
  } finally {
    await pending.return(undefined)
  }
}

async function* inOrder(edits: AsyncIterable<Edit> | Iterable<Edit>): AsyncGenerator<Edit, undefined> {
  let last = 0
  for await (const edit of edits) {
    if (edit.start < last) throw refusal(`from byte ${edit.start}, inside or before the one that ends at ${last}`)
    if (edit.end < edit.start) throw refusal(`from byte ${edit.start} back to ${edit.end}`)
    last = edit.end
    yield edit
  }
  return undefined
}

async function pull(edits: AsyncGenerator<Edit, undefined>): Promise<Edit | undefined> {
  const next = await edits.next()
  return next.value
}

function refusal(where: string): FormatError {
  return new FormatError('overlapping_edits', `Nothing was written: an edit lies ${where}.`)
}
