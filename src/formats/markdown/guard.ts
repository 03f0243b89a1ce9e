/**
 * Limits for the Markdown parser. Its time grows with the square of the depth of nested blocks, and of the number of delimiters
 * in one block, and with the length of a block for each tag or code in it that nothing closes. So these are limited before it starts, by
 * reading the lines only.
 */
import { FormatError } from '../format.ts'

/** The deepest nesting of lists and quotes. People use ten at most. */
const DEEPEST = 100
/** So many characters are parsed together at least (slices.ts): the underlines of their headings cost the parser as delimiters do. */
const TOGETHER = 16_000
/**
 * Work is the sum over all blocks of their delimiters squared, and of the characters that are read in search of the end of a tag; a
 * million is up to a tenth of a second of parsing. A text may need so much in any case, and so much for each of its characters, so
 * that the time follows its length; and no text may need more than the last. The README with most of thousands needs a twentieth.
 */
const ANY_WORK = 1e6
const WORK_BY_CHARACTER = 300
const MOST_WORK = 3e8

/** To search for the end of code takes this share of the time that it takes for the end of a tag. */
const CODE_SHARE = 0.2

const LINE = /[^\r\n]*/y
const MARKER = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const DELIMITER = /[[\]*_~]/g
/** An image takes the parser longer than its brackets alone. */
const IMAGE = /!\[/g
const STARTS_BLOCK = /^ {0,3}(?:[-+*][ \t]|#{1,6}[ \t])/
const DELIMITER_ROW = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\||$)/
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/
const DEFINITION = /^ {0,3}\[[^\]]*\]:/

/**
 * Refuses a text whose parsing would take much longer than its length makes likely.
 * @throws {FormatError} too_deep, too_long_record
 */
export function refuseHostile(text: string): void {
  const depth = depthOfLines()
  const work = workOfBlocks()
  let number = 0
  for (let at = 0; at < text.length; ) {
    LINE.lastIndex = at
    const line = LINE.exec(text)?.[0] ?? ''
    number += 1
    if (depth(line) > DEEPEST) throw tooDeep(number)
    if (work(line) > Math.min(MOST_WORK, ANY_WORK + WORK_BY_CHARACTER * (at + line.length))) throw tooDense(number)
    at += line.length + (text.startsWith('\r\n', at + line.length) ? 2 : 1)
  }
}

/** The greatest depth that a line can have: the marks of quotes and lists on it, plus the lists that it is indented under. */
function depthOfLines(): (line: string) => number {
  const lists: number[] = []
  return line => {
    const columns: number[] = []
    let end = 0
    for (MARKER.lastIndex = 0; columns.length <= DEEPEST && MARKER.test(line); ) {
      columns.push(MARKER.lastIndex - 1)
      end = MARKER.lastIndex
    }
    if (end === 0) return lists.length
    const [first = 0] = columns
    while (lists.length > 0 && (lists.at(-1) ?? 0) >= first) lists.pop()
    lists.push(...columns)
    return lists.length
  }
}

/** The work so far. A block ends at a blank line, and at a line that always begins another block. */
function workOfBlocks(): (line: string) => number {
  let total = 0
  let marks = 0
  let inTable = false
  let inDefinitions = true
  let inContainer = false
  let unclosed = unclosedTags()
  let unended = unendedCode()
  const underlined = underlines()
  return line => {
    const blank = line.trim() === ''
    const definition = inDefinitions && DEFINITION.test(line)
    const container = /^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])/.test(line)
    const table = inTable && line.includes('|')
    if (blank || definition || table || STARTS_BLOCK.test(line)) {
      marks = 0
      unclosed = unclosedTags()
      unended = unendedCode()
    }
    inTable = !blank && (table || DELIMITER_ROW.test(line))
    inDefinitions = blank || definition
    // For a line that continues a quote without its mark, the parser reads every line before it again.
    const lazy = inContainer && !container && !blank ? 2 : 0
    inContainer = !blank && (inContainer || container)
    const found = lazy + (line.match(DELIMITER)?.length ?? 0) + 2 * (line.match(IMAGE)?.length ?? 0)
    const searched = unclosed(line) + unended(line) * CODE_SHARE
    total += (marks + found) ** 2 - marks ** 2 + searched * line.length + underlined(line)
    marks += found
    return total
  }
}

/** The work that underlined headings are: for each the parser goes over all before it that it parses together with it. */
function underlines(): (line: string) => number {
  let characters = 0
  let headings = 0
  return line => {
    characters += line.length + 1
    if (characters > TOGETHER) characters = headings = 0
    if (!UNDERLINE.test(line)) return 0
    headings += 1
    return 4 * headings
  }
}

/** What begins and ends tags that have no name: instructions, comments, sections, declarations. */
const BEGIN_OR_END = /<\?|<!--|<!\[CDATA\[|<![A-Za-z]|(?:\?|--|\]\])?>/g
const ENDS: Readonly<Record<string, string>> = { '<?': '?>', '<!--': '-->', '<![CDATA[': ']]>' }

/** Counts, line by line, the tags without a name that are still open in a block: for each the parser reads the rest of the block. */
function unclosedTags(): (line: string) => number {
  const open = new Map<string, number>()
  return line => {
    for (const [found] of line.matchAll(BEGIN_OR_END)) {
      const end = ENDS[found] ?? '>'
      if (found.startsWith('<')) open.set(end, (open.get(end) ?? 0) + 1)
      else for (const ended of [found, '>']) open.delete(ended)
    }
    return [...open.values()].reduce((sum, count) => sum + count, 0)
  }
}

const BACKTICKS = /`+/g

/** Counts, line by line, the code in a block that no run of as many backticks has ended yet: for each the parser reads the rest of the block. */
function unendedCode(): (line: string) => number {
  const open = new Set<number>()
  return line => {
    for (const [{ length }] of line.matchAll(BACKTICKS)) if (!open.delete(length)) open.add(length)
    return open.size
  }
}

/**
 * Refuses MDX with braces nested so deep, or with so many that begin no expression, that reading it would take much longer than its
 * length makes likely: each brace that closes has what is before it read again. Blank lines begin anew.
 * @throws {FormatError} too_deep, too_long_record
 */
export function refuseDeepBraces(text: string): void {
  let depth = 0
  let broken = 0
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') {
      depth = 0
      broken = 0
    }
    // No expression of JavaScript begins so.
    broken += line.split('{#').length - 1
    if (broken > DEEPEST) throw tooDense(at + 1)
    for (const [brace] of line.matchAll(/[{}]/g)) {
      depth = brace === '{' ? depth + 1 : Math.max(0, depth - 1)
      if (depth > DEEPEST) throw tooDeep(at + 1, 'Braces')
    }
  }
}

function tooDeep(line: number, what = 'Lists or quotes'): FormatError {
  const message = `${what} are nested more than ${DEEPEST} deep at line ${line}. Flatten them and send the file again.`
  return new FormatError('too_deep', message, { line, column: 1 })
}

function tooDense(line: number): FormatError {
  const message =
    `Up to line ${line}, single blocks hold so many brackets, asterisks, underscores, or tags and code without an end, that they cannot ` +
    'be read in reasonable time. Split them with blank lines and send the file again.'
  return new FormatError('too_long_record', message, { line, column: 1 })
}
