/** What a program fills in before a page is shown: `<?php … ?>`, `<%= … %>`, `{% … %}`, `{{ … }}`. It is no HTML, and need not look like it. */

export interface Stretch {
  readonly start: number
  readonly end: number
}

const BEGIN = /<\?|<%|\{\{|\{%|\{#/g
const ENDS: Readonly<Record<string, string>> = { '<?': '?>', '<%': '%>', '{{': '}}', '{%': '%}', '{#': '#}' }
/** In braces nothing is longer; scripts have many of them. */
const LONGEST_IN_BRACES = 1000
/** In braces this is text with a placeholder: it is written back as it is read. */
const AS_TEXT = /^\{[^<>&\s]*(?: [^<>&\s]+)* ?\}$/

/** The stretches of a page that are to be kept as they are, in their order. */
export function templatesIn(text: string): Stretch[] {
  const found: Stretch[] = []
  const missing = new Set<string>()
  BEGIN.lastIndex = 0
  for (let at = BEGIN.exec(text); at; at = BEGIN.exec(text)) {
    const end = endOf(text, at.index, at[0], missing)
    if (end === undefined) continue
    const whole = text.slice(at.index, end)
    if (at[0].startsWith('<') || !AS_TEXT.test(whole)) found.push({ start: at.index, end })
    BEGIN.lastIndex = end
  }
  return found
}

function endOf(text: string, from: number, begin: string, missing: Set<string>): number | undefined {
  const sign = ENDS[begin] ?? ''
  if (begin.startsWith('{')) {
    const near = text.slice(from + 2, from + LONGEST_IN_BRACES)
    const at = near.indexOf(sign)
    // An end tag of HTML in it shows that the braces belong to something else.
    return at < 0 || near.slice(0, at).includes('</') ? undefined : from + 2 + at + sign.length
  }
  if (missing.has(sign)) return undefined
  const at = text.indexOf(sign, from + 2)
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

/** Whether a stretch only says what the program does, and puts no text where it stands. */
export function isControl(template: string): boolean {
  return /^(?:\{[%#]|<%(?![=-])|<\?(?:php)?(?!=|php\s+echo|\s*echo))/i.test(template)
}
