/** Placeholders and inline codes: each must occur as often as in the source, and inside the same tags. */

import {
  endTagsIn,
  isFillIn,
  isForOneNumber,
  orderedArguments,
  type PlaceholderSyntax,
  protect,
} from '../formats/index.ts'
import type { Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

const MARKUP = /^<\/?[A-Za-z0-9]/

function isMarkup(code: string): boolean {
  return MARKUP.test(code)
}

/** Placeholders; and their nesting, where all of them are there, is looked at with the markup. */
export function checkPlaceholders(pair: Pair): readonly Flaw[] {
  const { missing, extra } = pair.differing
  if (extra.length === 0 && goesUnsaid(missing, pair.note)) {
    const message = `The translation leaves out ${missing.join(' ')}, which is allowed in the plural form for a single number.`
    return [{ severity: 'note', message }]
  }
  const differing = differingCodes(pair, code => !isMarkup(code))
  return differing.length > 0 ? differing : checkOrder(pair)
}

/** `%d von %s` for `%s of %d`: a program would print a number as a text, or fail. Numbered codes, `%2$d`, may stand anywhere. */
function checkOrder({ text, translation, syntax }: Pair): readonly Flaw[] {
  const wanted = orderedArguments(text, syntax)
  if (new Set(wanted.map(typeOf)).size < 2) return []
  const found = orderedArguments(translation, syntax)
  if (found.length !== wanted.length || wanted.every((code, at) => typeOf(code) === typeOf(found[at] ?? ''))) return []
  const message = `The codes have the order ${wanted.join(' ')} in the source; the translation has ${found.join(' ')}. Number them (%1$s) to move them.`
  return [{ message }]
}

/** What a code takes, whatever its flags, width and precision: `%.255s` and `%s` both take a text. */
function typeOf(code: string): string {
  return code.replace(/^%[-+#0' ]*\d*(?:\.\d*)?/, '%')
}

/** Tags: each as often as in the source, closed in order, and inside the same tags. */
export function checkMarkup(pair: Pair): readonly Flaw[] {
  const { text, translation, syntax } = pair
  const { missing, extra } = pair.differing
  if (missing.length === 0 && extra.length === 0) return syntax === 'icu' ? [] : checkNesting(text, translation, syntax)
  return differingCodes(pair, isMarkup)
}

function differingCodes({ text, differing }: Pair, isOfKind: (code: string) => boolean): readonly Flaw[] {
  const [missing, extra] = [differing.missing.filter(isOfKind), differing.extra.filter(isOfKind)]
  const message = [...named('The translation lost', missing), ...named('The translation added', extra)].join(' ')
  if (message === '') return []
  const endTags = endTagsIn(text)
  return [{ severity: [...missing, ...extra].every(code => isFillIn(code, endTags)) ? 'note' : 'refuse', message }]
}

const COUNT = /^%(?:\d+\$|\([^()]+\))?[-+#0' ]*\d*(?:<PRI[diu]\w+>|(?:hh?|ll?|[Lqjzt])?[diun])$|^\{[\w.]*\}$/

/** Whether only the number is missing, in a form for a single number. gettext allows that: `one file` for `%d file`. */
function goesUnsaid(missing: readonly string[], note: string | undefined): boolean {
  const [code, ...more] = missing
  return code !== undefined && more.length === 0 && COUNT.test(code) && isForOneNumber(note)
}

function named(lead: string, codes: readonly string[]): string[] {
  return codes.length === 0 ? [] : [`${lead} ${codes.join(' ')}.`]
}

const EMPTY = /<(?<name>[A-Za-z][\w:.-]*)(?:\s[^<>]*)?>\s*<\/\k<name>>/

function checkNesting(text: string, translation: string, syntax: PlaceholderSyntax | undefined): readonly Flaw[] {
  const paths = createPaths()
  const wanted = nestingOf(text, syntax, paths)
  if (wanted === undefined || wanted.size === 0) return []
  const found = nestingOf(translation, syntax, paths)
  if (found === undefined) {
    return [{ message: 'The tags of the translation are not closed in the order they are opened.' }]
  }
  const emptied = EMPTY.test(text) ? undefined : EMPTY.exec(translation)?.[0]
  if (emptied !== undefined) {
    return [{ severity: 'doubt', message: `The tag ${emptied} is empty; in the source it is not.` }]
  }
  const moved = [...wanted].find(([code, count]) => (found.get(code) ?? 0) < count)
  if (moved === undefined) return []
  const [code = '', ...around] = paths.codesTo(moved[0])
  const place = around.length === 0 ? 'outside all tags' : `inside ${around.reverse().join(' ')}`
  return [
    {
      severity: isMarkup(code) ? 'refuse' : 'note',
      message: `In the source ${code} is ${place}; in the translation it is not.`,
    },
  ]
}

const TAG = /^<(?<end>\/?)(?<name>[A-Za-z0-9][\w:.-]*).*?(?<alone>\/?)>$/s
/** A tag of BBCode. What has attributes is a shortcode, which need not be closed. */
const BBCODE = /^\[(?<end>\/?)(?<name>[A-Za-z]\w*)(?:=[^[\]]*)?\]$/
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|x\d+)$/i

/** A code inside its open tags, as a number. */
type Path = number

/** Numbers paths: equal codes inside equal tags have the same number. A path is its last code and the path around it. */
interface Paths {
  /** The path of a code inside another path; `undefined` is outside all tags. */
  inside(around: Path | undefined, code: string): Path
  /** The codes of a path, the innermost first. */
  codesTo(path: Path): string[]
}

function createPaths(): Paths {
  const known = new Map<string, Path>()
  const steps: { readonly around: Path | undefined; readonly code: string }[] = []
  return {
    inside(around, code) {
      const key = `${around ?? ''}\0${code}`
      const path = known.get(key) ?? steps.push({ around, code }) - 1
      known.set(key, path)
      return path
    },
    codesTo(path) {
      const codes: string[] = []
      for (let step = steps[path]; step !== undefined; step = steps[step.around ?? -1]) codes.push(step.code)
      return codes
    },
  }
}

/** What numbers a code of printf: `%1$s` is `%s` in another place. */
const NUMBERED = /^%\d{1,2}\$/

/** How often each code occurs inside the same tags. Undefined where tags are not closed in the order in which they were opened. */
function nestingOf(text: string, syntax: PlaceholderSyntax | undefined, paths: Paths): Map<Path, number> | undefined {
  const counts = new Map<Path, number>()
  const open: { name: string; path: Path }[] = []
  for (const run of protect(text, syntax)) {
    if (run.kind === 'text' || run.text.startsWith('&')) continue
    const tag = (TAG.exec(run.text) ?? BBCODE.exec(run.text))?.groups
    if (tag?.end === '/') {
      if (open.pop()?.name !== tag.name) return undefined
      continue
    }
    const path = paths.inside(open.at(-1)?.path, run.text.replace(NUMBERED, '%'))
    counts.set(path, (counts.get(path) ?? 0) + 1)
    if (tag?.name !== undefined && !tag.alone && !VOID.test(tag.name)) open.push({ name: tag.name, path })
  }
  return open.length === 0 ? counts : undefined
}
