import type { Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

/** A longer text is no label of a menu or a button. In characters. */
const LABEL = 80

/** How toolkits mark the letter that opens a menu: `&File`, `E&xit`, `_File`, `~File`. */
const WAYS: readonly { readonly sign: string; readonly pattern: RegExp }[] = [
  { sign: '&', pattern: /(?<![&\p{N}])&(?<!\p{L}&(?=\p{Lu}))(?=[\p{L}\p{N}])(?!#?\w{1,20};)/gu },
  { sign: '_', pattern: /(?<![\p{L}\p{N}_])_(?=[\p{L}\p{N}])(?![\p{L}\p{N}]*_)/gu },
  { sign: '~', pattern: /(?<![\p{L}\p{N}~/])~(?=\p{L})(?![^\s]*\/)/gu },
]

/** A label that has one accelerator keeps one; which letter it is, a translator chooses. */
export function checkAccelerators({ text, translation }: Pair): readonly Flaw[] {
  if (text.length > LABEL) return []
  return WAYS.flatMap(({ sign, pattern }): Flaw[] => {
    if (!text.includes(sign) || [...text.matchAll(pattern)].length !== 1) return []
    const found = translation.split(sign).length - 1
    if (found === text.split(sign).length - 1) return []
    return [{ message: `The source marks one letter with ${sign} as its accelerator; the translation marks ${found}.` }]
  })
}
