/** The beginning of a text file. */
export interface FirstLines {
  readonly lines: readonly string[]
  /** True where the file goes on after them. */
  readonly cut: boolean
}

const MARKS = [
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
] as const

/**
 * The first lines of a text file: of no more than `bytes` bytes, and no more than `lines` lines. Undefined where it is not UTF-8, or UTF-16
 * that says so: it is not guessed what a byte means.
 */
export async function firstLines(
  source: AsyncIterable<Uint8Array>,
  most: { readonly bytes: number; readonly lines: number },
): Promise<FirstLines | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most.bytes) break
  }
  const all = Buffer.concat(chunks)
  const isCut = all.length > most.bytes
  const text = decoded(isCut ? all.subarray(0, most.bytes) : all, isCut)
  if (text === undefined || text.includes('\0')) return undefined
  const lines = text.split(/\r\n|\r|\n/)
  // Of a line that may go on nothing is shown; what ends in a line break has no further line.
  if (lines.length > 1 && (isCut || lines.at(-1) === '')) lines.pop()
  return { lines: lines.slice(0, most.lines), cut: isCut || lines.length > most.lines }
}

function decoded(bytes: Uint8Array, isCut: boolean): string | undefined {
  const charset = MARKS.find(mark => mark.bytes.every((byte, at) => bytes[at] === byte))?.charset ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}
