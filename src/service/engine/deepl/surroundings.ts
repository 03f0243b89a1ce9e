import type { Segment } from '../engine.ts'

/** Characters of context in one request. DeepL translates each text by itself, and does not charge for context. */
const LONGEST = 1000

/**
 * What DeepL is told of the texts in one request, in the language of the file and in its order: where they stand, comments, and the
 * texts around them. Empty where nothing is known but the texts themselves, and there is only one.
 */
export function surroundings(batch: readonly Segment[], ids: ReadonlySet<string>): string {
  const asked = batch.filter(({ id }) => ids.has(id))
  const said = new Set<string>()
  let size = 0
  const add = (text: string | undefined): void => {
    const plain = withoutTags(text ?? '').trim()
    if (plain === '' || said.has(plain) || size + plain.length > LONGEST) return
    said.add(plain)
    size += plain.length
  }
  for (const { note } of asked) add(note)
  add(asked[0]?.before)
  if (asked.length > 1) for (const { text } of asked) add(text)
  add(asked.at(-1)?.after)
  return [...said].join('\n')
}

/** Where nothing is left of a tag, neither are two of the spaces around it. */
function withoutTags(text: string): string {
  return text.replaceAll(/ (?:<[^<>]*>)+(?= )/g, '').replaceAll(/<[^<>]*>/g, '')
}
