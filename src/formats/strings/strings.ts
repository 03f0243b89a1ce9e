/** `.strings` of Apple's platforms, in UTF-8 or UTF-16, with a byte order mark or without. */
import { type KeyedSyntax, keyedFormat } from '../keyed/index.ts'
import { decodedUnmarked } from './decoding.ts'
import { stringLike } from './escape.ts'
import { stringsFacts } from './facts.ts'
import { readStrings } from './reader.ts'

const syntax: KeyedSyntax = {
  scheme: 'strings',
  read: readStrings,
  write: stringLike,
  isAscii: () => false,
  comment: said => `/* ${said.replaceAll('*/', '* /')} */`,
}

export const strings = keyedFormat(stringsFacts, syntax, decodedUnmarked)
