/** The charset of a table, and how a table says that it is UTF-8. */
import { piecesOf } from '../bytes/pieces.ts'
import type { Encoding } from '../format.ts'
import { headOf } from './chunks.ts'

export const tableEncoding: Encoding = {
  async of(source) {
    for await (const { bytes } of piecesOf(source)) {
      const { head } = await headOf(only(bytes))
      return head.chunk.charset
    }
    return 'utf-8'
  },
  // Spreadsheets that save Windows-1252 read UTF-8 only with a byte order mark.
  saysUtf8: head => `\ufeff${head}`,
}

/** The source itself is closed by whoever reads it piece by piece, not by `headOf`. */
async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
