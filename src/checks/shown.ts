/** A segment as a language model sees it, and a model's answer as the file needs it. */

import { encodeCodes, encodeLike } from '../formats/index.ts'
import type { Issue } from './issue.ts'
import type { Checked } from './pair.ts'

/** The text as a model sees it: markup as `<g1>…</g1>` and `<x2/>`, placeholders as they are. */
export function shownText({ text, syntax }: Checked): string {
  return encodeCodes(text, syntax).text
}

/** A translation of the text as a model sees it, with the tags of the shown text: `readShown` gives it back. */
export function shownTranslation({ text, syntax }: Checked, translation: string): string {
  return encodeLike(text, translation, syntax)
}

/**
 * An answer to the shown text, with the markup of the file. Where the answer has other tags than were shown, an issue instead: it
 * names the tags as they were shown, because the model knows no others.
 */
export function readShown({ text, syntax }: Checked, answer: string): string | Issue {
  const shown = encodeCodes(text, syntax)
  const decoded = shown.decode(answer)
  const changed = decoded?.trim() === '' ? undefined : changedTags(shown.text, answer)
  if (decoded !== undefined && changed === undefined) return decoded
  const message = changed ?? 'The translation has tags that the source has not.'
  return { kind: 'codes', severity: 'refuse', message }
}

/** The message that names the tags that a model lost or added; undefined where the tags are the same. */
function changedTags(shown: string, answer: string): string | undefined {
  const [wanted, found] = [tagsOf(shown), tagsOf(answer)]
  const [lost, added] = [without(wanted, found), without(found, wanted)]
  const parts = [
    ...(lost.length > 0 ? [`The translation lost ${lost.join(' ')}.`] : []),
    ...(added.length > 0 ? [`The translation added ${added.join(' ')}.`] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : undefined
}

const SHOWN_TAG = /<\s?(\/?)\s?([gx]\d+)\s?(\/?)\s?>/g

function tagsOf(text: string): string[] {
  return [...text.matchAll(SHOWN_TAG)].map(([, end = '', name = '', alone = '']) => `<${end}${name}${alone}>`)
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  const rest = new Map<string, number>()
  for (const tag of others) rest.set(tag, (rest.get(tag) ?? 0) + 1)
  return tags.filter(tag => {
    const left = rest.get(tag) ?? 0
    rest.set(tag, left - 1)
    return left <= 0
  })
}
