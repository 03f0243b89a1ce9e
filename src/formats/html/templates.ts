/**
 * What a program fills in before a page is shown: `<?php … ?>`, `<%= … %>`, `{% … %}`, `{{ … }}`, and the front matter of site generators. It is
 * no HTML, and need not look like it.
 */

import { angularIn } from './angular.ts'
import type { Stretch } from './stretch.ts'

const BEGIN = /<\?|<%|\{!!|\{\{-?\s{0,9}\/\*|\{\{!--|\{\{|\{%|\{#/g
const ENDS: Readonly<Record<string, string>> = {
  '<?': '?>',
  '<%': '%>',
  '{{': '}}',
  '{%': '%}',
  '{#': '#}',
  '{!': '!!}',
}
/** Comments hold all kinds of braces. */
const COMMENT_ENDS: Readonly<Record<string, string>> = { '*': '*/', '-': '--' }
/** In braces nothing is longer; scripts have many of them. */
const LONGEST_IN_BRACES = 1000
/** In braces this is text with a placeholder: it is written back as it is read. */
const AS_TEXT = /^\{\{ ?[^<>&\s{}]{1,80}(?: [^<>&\s{}]{1,80}){0,9} ?\}\}$/
const FRONT_MATTER = /^(?:---|\+\+\+)[ \t]{0,9}\r?\n/
const FRONT_MATTER_END = { '-': /\n(?:---|\.\.\.)[ \t]{0,9}(?=\r?\n|$)/, '+': /\n\+\+\+[ \t]{0,9}(?=\r?\n|$)/ }
const LONGEST_FRONT_MATTER = 100_000
/** It says what the program does, and puts no text where it stands. */
const CONTROL =
  /^(?:---|\+\+\+|@|\}$|\{[%#]|\{\{-?\s?(?:[#/!>]|(?:if|else|end|with|range|template|define|block|partial)\b|\$\w{1,40}\s?:?=)|<%(?![=-])|<\?(?!=|(?:php)?\s{0,9}echo))/i

/** The stretches of a page that are to be kept as they are, in their order. */
export function templatesIn(text: string): Stretch[] {
  const found: Stretch[] = []
  const missing = new Set<string>()
  const front = frontMatterIn(text)
  if (front > 0) found.push({ start: 0, end: front })
  const angular = angularIn(text)
  let next = 0
  BEGIN.lastIndex = front
  for (let at = BEGIN.exec(text); at; at = BEGIN.exec(text)) {
    for (let each = angular[next]; each && each.end <= at.index; each = angular[next]) {
      found.push(each)
      next += 1
    }
    const around = angular[next]
    if (around && around.start <= at.index) {
      BEGIN.lastIndex = around.end
      continue
    }
    const end = endOf(text, at.index, at[0], missing)
    if (end === undefined) continue
    const whole = text.slice(at.index, end)
    if (!AS_TEXT.test(whole) || isControl(whole)) found.push({ start: at.index, end })
    BEGIN.lastIndex = end
  }
  return [...found, ...angular.slice(next)]
}

function frontMatterIn(text: string): number {
  const begin = FRONT_MATTER.exec(text)?.[0].length
  if (begin === undefined) return 0
  const end = FRONT_MATTER_END[text.startsWith('+') ? '+' : '-'].exec(text.slice(begin - 1, LONGEST_FRONT_MATTER))
  return end ? begin - 1 + end.index + end[0].length : 0
}

function endOf(text: string, from: number, begin: string, missing: Set<string>): number | undefined {
  const sign = ENDS[begin.slice(0, 2)] ?? ''
  const comment = COMMENT_ENDS[begin.length > 2 ? begin.slice(-1) : '']
  if (begin.startsWith('{') && comment === undefined) {
    const near = text.slice(from + 2, from + LONGEST_IN_BRACES)
    const at = near.indexOf(sign)
    // An end tag of HTML in it shows that the braces belong to something else.
    return at < 0 || near.slice(0, at).includes('</') ? undefined : from + 2 + at + sign.length
  }
  const inner = comment === undefined ? from + begin.length : after(text, comment, from + begin.length, missing)
  return inner === undefined ? undefined : after(text, sign, inner, missing)
}

/** The place after the next sign. Where there is none, nobody looks for it again. */
function after(text: string, sign: string, from: number, missing: Set<string>): number | undefined {
  if (missing.has(sign)) return undefined
  const at = text.indexOf(sign, from)
  if (at < 0) missing.add(sign)
  return at < 0 ? undefined : at + sign.length
}

/** The page with letters in place of the stretches, so that nobody takes them for markup. It is as long as before. */
export function masked(text: string, stretches: readonly Stretch[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of stretches) {
    pieces.push(text.slice(from, start), 'x'.repeat(end - start))
    from = end
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

export function isControl(template: string): boolean {
  return CONTROL.test(template)
}
