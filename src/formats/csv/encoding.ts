/** The charset of a table, and how a table says that it is UTF-8. */
import type { Encoding } from '../format.ts'
import { headOf } from './chunks.ts'

export const tableEncoding: Encoding = {
  async of(source) {
    const { head, pieces } = await headOf(source)
    await pieces.return(undefined)
    return head.chunk.charset
  },
  // Spreadsheets that save Windows-1252 read UTF-8 only with a byte order mark.
  saysUtf8: head => `\ufeff${head}`,
}
