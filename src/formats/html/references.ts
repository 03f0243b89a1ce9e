/** The character references of HTML: those with names, those without a semicolon, and numbers that mean Windows-1252. */
import { parseFragment } from 'parse5'
import type { References } from '../bytes/xml/index.ts'

const REMEMBERED = 10_000

const known = new Map<string, string>()

/** What a reference in a text says; itself where there is no such one. */
function said(reference: string): string {
  const before = known.get(reference)
  if (before !== undefined) return before
  const [node] = parseFragment(reference).childNodes
  const text = node && 'value' in node ? node.value : reference
  if (known.size >= REMEMBERED) known.clear()
  known.set(reference, text)
  return text
}

const REFERENCE = '&(?:#\\d{1,9}|#x[\\da-f]{1,8}|[a-z][a-z\\d]{1,31})'

export const IN_TEXT: References = { pattern: new RegExp(`${REFERENCE};?`, 'gi'), said }

/** In an attribute a name without a semicolon is none before a letter, a digit or `=`: `?a=1&copy=2`. */
export const IN_ATTRIBUTE: References = { pattern: new RegExp(`${REFERENCE}(?:;|(?![a-z\\d=;]))`, 'gi'), said }
