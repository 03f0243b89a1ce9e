/** By which pointers a file is known as a translation of another. */
import type { JsonLanguages } from './languages.ts'
import { childPointer, type JsonDocument, pointerOf } from './reader.ts'

/** The pointers of all values that hold no other values. The key that names the language of a file is left out. */
export function* pointersIn({ strings, holders }: JsonDocument, { roots }: JsonLanguages): Generator<string> {
  const [language] = roots.length === 1 ? roots : []
  const cut = language === undefined ? 0 : language.holder.pointer.length
  for (const string of strings) yield pointerOf(string).slice(cut)
  for (const { pointer, others } of holders) for (const key of others) yield childPointer(pointer, key).slice(cut)
}
