/** Placeholders and inline codes: each must occur as often as in the source, and inside the same tags. */

import {
  comparePlaceholders,
  endTagsIn,
  isFillIn,
  isForOneNumber,
  type PlaceholderSyntax,
  protect,
} from '../formats/index.ts'
import type { Checked, Issue } from './issue.ts'

const MARKUP = /^<\/?[A-Za-z0-9]/

export function checkCodes({ text, syntax, note }: Checked, translation: string): readonly Issue[] {
  const { missing, extra } = comparePlaceholders(text, translation, syntax)
  if (extra.length === 0 && goesUnsaid(missing, note)) {
    const message = `The translation leaves out ${missing.join(' ')}, which is allowed in the plural form for a single number.`
    return [{ kind: 'placeholders', severity: 'note', message }]
  }
  const endTags = endTagsIn(text)
  const issues = (['codes', 'placeholders'] as const).flatMap(kind => {
    const ofKind = (code: string) => MARKUP.test(code) === (kind === 'codes')
    const message = [
      ...named('The translation lost', missing.filter(ofKind)),
      ...named('The translation added', extra.filter(ofKind)),
    ].join(' ')
    const differing = [...missing, ...extra].filter(ofKind)
    const free = differing.every(code => isFillIn(code, endTags))
    return message === '' ? [] : [{ kind, severity: free ? 'repair' : 'refuse', message } as const]
  })
  return issues.length > 0 || syntax === 'icu' ? issues : checkNesting(text, translation, syntax)
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

function checkNesting(text: string, translation: string, syntax: PlaceholderSyntax | undefined): readonly Issue[] {
  const paths = createPaths()
  const wanted = nestingOf(text, syntax, paths)
  if (wanted === undefined || wanted.size === 0) return []
  const found = nestingOf(translation, syntax, paths)
  const kind = 'codes'
  if (found === undefined) {
    return [
      { kind, severity: 'refuse', message: 'The tags of the translation are not closed in the order they are opened.' },
    ]
  }
  const emptied = EMPTY.test(text) ? undefined : EMPTY.exec(translation)?.[0]
  if (emptied !== undefined) {
    return [{ kind, severity: 'repair', message: `The tag ${emptied} is empty; in the source it is not.` }]
  }
  const moved = [...wanted].find(([code, count]) => (found.get(code) ?? 0) < count)
  if (moved === undefined) return []
  const [code = '', ...around] = paths.codesTo(moved[0])
  const place = around.length === 0 ? 'outside all tags' : `inside ${around.reverse().join(' ')}`
  const severity = MARKUP.test(code) ? 'refuse' : 'note'
  return [{ kind, severity, message: `In the source ${code} is ${place}; in the translation it is not.` }]
}

const TAG = /^<(?<end>\/?)(?<name>[A-Za-z0-9][\w:.-]*).*?(?<alone>\/?)>$/s
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

/** How often each code occurs inside the same tags. Undefined where tags are not closed in the order in which they were opened. */
function nestingOf(text: string, syntax: PlaceholderSyntax | undefined, paths: Paths): Map<Path, number> | undefined {
  const counts = new Map<Path, number>()
  const open: { name: string; path: Path }[] = []
  for (const run of protect(text, syntax)) {
    if (run.kind === 'text' || run.text.startsWith('&')) continue
    const tag = TAG.exec(run.text)?.groups
    if (tag?.end === '/') {
      if (open.pop()?.name !== tag.name) return undefined
      continue
    }
    const path = paths.inside(open.at(-1)?.path, run.text)
    counts.set(path, (counts.get(path) ?? 0) + 1)
    if (tag?.name !== undefined && tag.alone === '' && !VOID.test(tag.name)) open.push({ name: tag.name, path })
  }
  return open.length === 0 ? counts : undefined
}
