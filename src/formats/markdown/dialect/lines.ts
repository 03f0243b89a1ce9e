/**
 * Lines that site generators read in a way of their own. Each is shown to the Markdown parser as a line of the same length that it
 * reads alike: a marker alone as a blank line, a title as a heading, a definition as an item of a list.
 */

/** What is shown for the line from where its text begins: as many characters as it has. */
export type Shown = string

export interface LineRule {
  readonly pattern: RegExp
  /** Undefined: the line is none of this kind after all. */
  show(line: string, found: RegExpExecArray): Shown | undefined
  /** Where it can stand. Absent: anywhere but inside of code and HTML. */
  readonly where?: 'in a quote' | 'before a blank or after one'
  /** MDX has lines of this kind, too. */
  readonly mdx?: true
}

const blank = (line: string): Shown => ' '.repeat(line.length)

/** The line with spaces in place of all but its title, and a mark before it. Without a title, the mark alone. */
function titled(mark: string, line: string, start: number, end: number): Shown | undefined {
  if (start < mark.length || end <= start) return mark.trimEnd().padEnd(line.length)
  return mark.padEnd(start) + line.slice(start, end) + ' '.repeat(line.length - end)
}

const CONTAINER = /^:{3,}[ \t]*(?:(?:\{[^{}]*\}|[\p{L}\p{N}_][\p{L}\p{N}_.-]*)(?=[\s[{]|$)|$)/u
/** After the name of a container: parameters and no title. */
const PARAMETERS = /=["']|:::[ \t]*$|^\[.*\][ \t]*$/

/** `:::tip My title`, `:::tip[My title]{#id}`, `::: details`; a container without a title is a blank line. */
function container(line: string, [name]: RegExpExecArray): Shown {
  const rest = line.slice(name.length)
  if (rest.startsWith('[')) {
    const end = line.lastIndexOf(']')
    return end > name.length + 1 ? (titled('# ', line, name.length + 1, end) ?? blank(line)) : blank(line)
  }
  const start = name.length + (/^[ \t]+/.exec(rest)?.[0].length ?? 0)
  const title = line.slice(start).replace(/(?<![ \t])[ \t]*\{[^{}]*\}[ \t]*$|(?<![ \t])[ \t]+$/, '')
  if (title === '' || start === name.length || PARAMETERS.test(line.slice(start)) || !/^:{3,}[ \t]*\S/.test(line))
    return blank(line)
  return titled('# ', line, start, start + title.length) ?? blank(line)
}

/**
 * `!!! note "Title"`, `??? warning`, `=== "Tab"`: the indented lines below belong to it, as to an item of a list. Its number has them
 * indented by nearly as much as the generator does.
 */
function indenting(line: string): Shown | undefined {
  const start = line.indexOf('"') + 1
  const end = line.lastIndexOf('"')
  return start > 0 && end > start ? titled('1. # ', line, start, end) : '1. #'.padEnd(line.length)
}

export const LINE_RULES: readonly LineRule[] = [
  { pattern: CONTAINER, show: container, mdx: true },
  { pattern: /^(?:!!!|\?\?\?\+?)[ \t]*[\w-]+(?:[ \t]+[\w-]+)*(?:[ \t]+".*")?[ \t]*$/, show: indenting },
  { pattern: /^===[!+]?[ \t]+".*"[ \t]*$/, show: indenting },
  {
    pattern: /^\[!\w+\][-+]?(?=[ \t]|$)/,
    show: (line, [mark]) => {
      const title = line.slice(mark.length).trim()
      return title === '' ? blank(line) : titled('# ', line, line.indexOf(title, mark.length), line.trimEnd().length)
    },
    where: 'in a quote',
    mdx: true,
  },
  {
    pattern: /^\*\[[^\]]+\]:[ \t]+(?=\S)/,
    show: (line, [mark]) => titled('# ', line, mark.length, line.trimEnd().length),
  },
  { pattern: /^:[ \t]+(?=\S)/, show: line => `-${line.slice(1)}` },
  { pattern: /^\[\[_?toc_?\]\][ \t]*$|^\[toc\][ \t]*$/i, show: blank },
  { pattern: /^(?:-+8<-+|<<<[ \t]+[@./]|@\[code|@include:?[ \t(])/, show: blank },
  {
    pattern: /^import\s+(?:[\w*{}, \t]+\s+from\s+)?["'][^"']+["'];?[ \t]*$/,
    show: blank,
    where: 'before a blank or after one',
  },
]

/** Code between a line that begins it and one that ends it, or on one line. */
export interface CodeRule {
  readonly open: RegExp
  /** What ends it, looked for in lower case. Undefined: nothing does, after all. */
  close(found: RegExpExecArray): string
  /** `only`: in MDX alone. Absent: not in MDX. */
  readonly mdx?: true | 'only'
  /** The line that begins it is no code: it has texts of its own. */
  readonly below?: true
}

const NAMES =
  'highlight|codeblock|code-toggle|comment|mermaid|katex|math|latex|javascript|stylesheet|style|schema|plantuml|asciinema|chart|csv-table'
const LIQUID = new RegExp(`^\\{%-?[ \\t]*(${NAMES})\\b[^\\n]*`, 'i')
const HUGO = new RegExp(`^\\{\\{(<|%)[ \\t]*(${NAMES})\\b(?![^\\n]*/(?:>|%)\\}\\})[^\\n]*`, 'i')
/** A tab of Docsy with the language of its code. */
const TAB = /^\{\{(<|%)[ \t]*(tab)\b(?=[^\n]*\slang=)(?![^\n]*(?:\stext=["']?true|\/(?:>|%)\}\}))[^\n]*/i

export const CODE_RULES: readonly CodeRule[] = [
  { open: LIQUID, close: ([, name = '']) => `end${name.toLowerCase()}` },
  { open: HUGO, close: ([, sign = '', name = '']) => `{{${sign} /${name.toLowerCase()}` },
  { open: TAB, close: ([, sign = '']) => `{{${sign} /tab`, below: true },
  { open: /^<(pre|script|style)(?=[\s>])/, close: ([, name = '']) => `</${name}>`, mdx: 'only' },
  { open: /^\$\$/, close: () => '$$', mdx: true },
  { open: /^\\?\\\[[ \t]*$/, close: () => '\\]' },
  { open: /^\{\/\*/, close: () => '*/}' },
  { open: /^<!--/, close: () => '-->', mdx: true },
  { open: /^\{::comment\}/, close: () => '{:/comment}' },
  { open: /^\{::nomarkdown\}/, close: () => '{:/nomarkdown}' },
]

/** What begins a heading, an item or a quote where a line of HTML is read as Markdown after all. */
export const LINE_MARKER = /^(?:#{1,6}|[-+*>]|\d{1,9}[.)])[ \t]+/
