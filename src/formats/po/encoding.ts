/** The charset of a catalogue, and how it says that it is UTF-8. */
import { charsetNamed } from '../bytes/charset.ts'
import { piecesOf } from '../bytes/pieces.ts'
import type { Encoding } from '../format.ts'

/** The first message of a catalogue, where that is its header. */
const HEADER = /^msgid[ \t]+""[ \t]*\r?\n[ \t]*msgstr(?:[ \t]*"[^\n]*(?:\n|$))+/m
const FIRST = /^msgid/m
const CHARSET = /(?<=charset[ \t]{0,9}=[ \t]{0,9})[^\s;"\\]+/i

export const catalogueEncoding: Encoding = {
  async of(source) {
    for await (const { bytes } of piecesOf(source)) {
      const name = CHARSET.exec(headerIn(bytes.toString('latin1')))?.[0]
      return (name !== undefined && charsetNamed(name)) || 'utf-8'
    }
    return 'utf-8'
  },
  saysUtf8(head) {
    const header = headerIn(head)
    return head.replace(header, () => header.replace(CHARSET, 'UTF-8'))
  },
}

function headerIn(head: string): string {
  const found = HEADER.exec(head)
  return found !== null && found.index === head.search(FIRST) ? found[0] : ''
}
