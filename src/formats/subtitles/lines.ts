/**
 * The lines of a cue. Where a line breaks is layout: a text is read without its breaks, and written with new ones. Only what a new speaker
 * or a caption in brackets begins stands on a line of its own.
 */

/** The columns that a line on a screen has, and the lines that a cue has, by common practice. */
const WIDTH = 42
const LINES = 2

/** Signs of a script without blanks, each as wide as two letters. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/
const EVERY_WIDE = new RegExp(WIDE, 'gu')
/** Tags of WebVTT and SubRip, and those of the kind `{\an8}`, which some players know. They take no room. */
const TAGS = /<[^<>\n]{0,200}>|\{\\[^{}\n]{0,100}\}/gu
/** What begins a line of its own: a voice, the dash or arrows of a speaker, a note of music, a name before a colon, a sound in brackets. */
const OWN_LINE =
  /^\s*(?:(?:<[^<>\n]{0,200}>|\{\\[^{}\n]{0,100}\})\s*){0,4}(?:<v[\s.]|>>|&gt;&gt;|[-–—‐•♪♫#*]|[[(（「『]|\p{Lu}[\p{Lu}\d .'’-]{1,24}:\s)/u

/** The text of a cue: its lines joined, but for those that stand on their own. */
export function joined(lines: readonly string[]): string {
  const pieces: string[] = []
  let before = ''
  for (const line of lines) {
    const next = line.trim()
    if (next === '') continue
    if (before !== '') pieces.push(OWN_LINE.test(next) ? '\n' : glue(before, next))
    pieces.push(next)
    before = next
  }
  return pieces.join('')
}

/** What stands between two stretches of text where a line broke: nothing between signs of a script without blanks. */
function glue(before: string, after: string): '' | ' ' {
  return WIDE.test(before.at(-1) ?? '') && WIDE.test(after[0] ?? '') ? '' : ' '
}

/** How many columns a text takes on a screen. */
export function columns(text: string): number {
  const shown = text.replace(TAGS, '')
  return shown.length + (shown.match(EVERY_WIDE)?.length ?? 0)
}

/**
 * The lines that a translation is written on: as many as the original has, of about the same length. A text that is wider than a screen
 * takes a second line. Lines are broken only where `joined` gives the text again.
 */
export function rewrapped(translation: string, original: readonly string[]): string[] {
  const said = translation.split('\n').map(line => line.trim())
  const asked = joined(said)
    .split('\n')
    .filter(line => line !== '')
  const groups = joined(original).split('\n')
  const counts = groups.length === asked.length ? linesIn(original) : []
  return asked.flatMap((text, at) => balanced(text, counts[at] ?? 1))
}

/** How many lines each stretch has that stands on lines of its own. */
function linesIn(lines: readonly string[]): number[] {
  const counts: number[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    if (counts.length === 0 || OWN_LINE.test(line)) counts.push(1)
    else counts.push((counts.pop() ?? 0) + 1)
  }
  return counts
}

/** What takes more columns fits on no screen, however it is broken. */
const MOST_LAID_OUT = 1000

/** A text on so many lines that its widest is as narrow as may be; on one more where it would be wider than a screen. */
function balanced(text: string, wanted: number): string[] {
  const all = columns(text)
  if (all > MOST_LAID_OUT) return [text]
  const words = wordsOf(text)
  const count = Math.max(wanted, all > WIDTH ? Math.min(LINES, Math.ceil(all / WIDTH)) : 1)
  if (count === 1 || words.length === 1) return [text]
  let least = Math.ceil(all / count)
  let most = all
  while (least < most) {
    const width = (least + most) >> 1
    if (filled(words, width).length <= count) most = width
    else least = width + 1
  }
  return filled(words, most).map(line => line.trim())
}

/** Lines that are filled up to a width; a longer word has a line of its own. */
function filled(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of words) {
    const wide = columns(word)
    if (line !== '' && used + columns(word.trimEnd()) > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += word
    used += wide
  }
  return [...lines, line]
}

/** Where a line may end: after a blank, and between signs of a script without blanks. */
const BREAKS = /(?<=[^\s] )(?=[^\s])|(?<=[\u3040-\u30ff\u3400-\u9fff、。！？])(?=[\u3040-\u30ff\u3400-\u9fff「『（])/gu

/** The stretches of a text that no line end may cut, with the blanks after them. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let from = 0
  const inTag = tagged(text)
  for (const { index } of text.matchAll(BREAKS)) {
    if (inTag(index) || !isSame(text.slice(Math.max(from, index - 2), index), text.slice(index, index + LOOK))) continue
    words.push(text.slice(from, index))
    from = index
  }
  return [...words, text.slice(from)]
}

/** Whether two stretches, on two lines, are read as one text again. */
function isSame(before: string, after: string): boolean {
  const blank = before.endsWith(' ') ? ' ' : ''
  return glue(before.trimEnd(), after) === blank && !OWN_LINE.test(after)
}

/** What begins a line of its own is told by so many characters. */
const LOOK = 400

/** Tells of ascending places whether they are inside a tag. */
function tagged(text: string): (at: number) => boolean {
  const tags = [...text.matchAll(TAGS)].map(({ index, 0: tag }) => ({ start: index, end: index + tag.length }))
  let next = 0
  return at => {
    while (next < tags.length && (tags[next]?.end ?? 0) <= at) next += 1
    const tag = tags[next]
    return tag !== undefined && tag.start < at
  }
}
