/** A segment as a language model sees it, and a model's answer as the file needs it. */

import { encodeCodes } from '../formats/index.ts'
import type { Checked, Issue } from './issue.ts'

/** The text as a model sees it: markup as `<g1>…</g1>` and `<x2/>`, placeholders as they are. */
export function shownText({ text, syntax }: Checked): string {
  return encodeCodes(text, syntax).text
}

/**
 * An answer to the shown text, in the file's own markup; an issue instead where its tags are not those that were shown. The issue
 * names the tags as they were shown, since the model knows no others.
 */
export function readShown({ text, syntax }: Checked, answer: string): string | Issue {
  const shown = encodeCodes(text, syntax)
  const decoded = shown.decode(answer)
  const changed = decoded?.trim() === '' ? undefined : changedTags(shown.text, answer)
  if (decoded !== undefined && changed === undefined) return decoded
  const message = changed ?? 'The translation has tags that the source has not.'
  return { kind: 'codes', severity: 'refuse', message }
}

/** Names the tags that a model lost or made up; undefined where they are the same. */
function changedTags(shown: string, answer: string): string | undefined {
  const [wanted, found] = [tagsOf(shown), tagsOf(answer)]
  const [lost, added] = [without(wanted, found), without(found, wanted)]
  const parts = [
    ...(lost.length > 0 ? [`The translation lost ${lost.join(' ')}.`] : []),
    ...(added.length > 0 ? [`The translation has, and the source has not, ${added.join(' ')}.`] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : undefined
}

const SHOWN_TAG = /<\s?(\/?)\s?([gx]\d+)\s?(\/?)\s?>/g

function tagsOf(text: string): string[] {
  return [...text.matchAll(SHOWN_TAG)].map(([, end = '', name = '', alone = '']) => `<${end}${name}${alone}>`)
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return tags.filter(tag => {
    const at = rest.indexOf(tag)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}
