/** By which pointers a file is known as a translation of another. */

import { childPointer, pointerOf } from '../content/tree.ts'
import type { JsonLanguages } from './languages.ts'
import type { JsonDocument } from './reader.ts'

/** The pointers of all values that hold no other values. The key that names the language of a file is left out. */
export function* pointersIn({ strings, holders }: JsonDocument, { roots }: JsonLanguages): Generator<string> {
  const [language] = roots.length === 1 ? roots : []
  const cut = language === undefined ? 0 : language.holder.pointer.length
  for (const string of strings) yield pointerOf(string).slice(cut)
  for (const { pointer, others } of holders) for (const key of others) yield childPointer(pointer, key).slice(cut)
}
