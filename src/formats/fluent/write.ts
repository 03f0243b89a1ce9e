/** Writing a text of a Fluent file. */
import { FluentParser } from '@fluent/syntax'
import { hasSelectors, patternText } from './forms.ts'

const parser = new FluentParser()

/** What lines are indented by, where nothing shows it. */
export const INDENTED = '    '

/** How the lines of a text stand in the file. */
export interface FluentManner {
  /** What each of its lines but the first begins with. */
  readonly indent: string
  /** The first line stands below the sign `=` or the key. */
  readonly block: boolean
}

const BLOCK = /\n( *)$/

/** The manner of a text that stands behind this, and is written so in the file. */
export function mannerBehind(before: string, raw: string): FluentManner {
  const block = BLOCK.exec(before)
  if (block !== null) return { indent: block[1] || INDENTED, block: true }
  const lines = [...raw.matchAll(/\n( +)(?=[^ \r\n])/g)].map(([, indent = '']) => indent)
  const least = lines.toSorted((one, other) => one.length - other.length)[0]
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return { indent: least ?? `${/^ */.exec(line)?.[0] ?? ''}${INDENTED}`, block: false }
}

/** What no file holds, and what ends a line for the runtime of JavaScript alone. */
const UNWRITABLE = /[\0\r]/
/** The same runtime takes any white space in front of a line for its indent, and ends the text there. */
const OTHER_BLANK_FIRST = /^ *[^\S ]/

/** A text as the file has it; undefined where it would be read as something else, as a sign of Fluent that stands alone. */
export function fluentLike(text: string, { indent, block }: FluentManner, eol: string): string | undefined {
  const said = text.split('\n')
  if (UNWRITABLE.test(text) || said.some((line, at) => (at > 0 || block) && OTHER_BLANK_FIRST.test(line)))
    return undefined
  const lines = said.map((line, at) => (at === 0 || line === '' ? line : indent + line))
  const written = lines.join('\n')
  if (!isReadAs(`k =${block ? `\n${indent}` : ' '}${written}\n`, text)) return undefined
  return lines.join(eol)
}

function isReadAs(file: string, text: string): boolean {
  try {
    const [entry, ...more] = parser.parse(file).body
    if (entry?.type !== 'Message' || more.length > 0 || entry.value === null || entry.attributes.length > 0)
      return false
    return !hasSelectors(entry.value.elements) && patternText(file, entry.value.elements) === text
  } catch (error) {
    // Placeables in each other, deeper than the parser goes.
    if (error instanceof RangeError) return false
    throw error
  }
}
