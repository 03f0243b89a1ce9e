import { joinRuns, protect, type Run } from '../../formats/format.ts'
import type { Engine, GlossaryTerm, Job, Segment } from './engine.ts'

const PLAIN = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'
const ACCENTED = 'ÅåßƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀɱÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž'

const ACCENTS = new Map<string, string>()
for (const [at, letter] of [...PLAIN].entries()) ACCENTS.set(letter, [...ACCENTED][at] ?? letter)

const VOWEL = /[aeiou]/i
const LETTER = /[\p{L}\p{N}]/u
/** Translations are about this much longer than an English source. */
const GROWTH = 0.35

/**
 * The pseudo translation of a text: letters get accents, it grows by about a third and stands in brackets that name the
 * target, so that a person sees at once what is translated, what is cut off, and that this is no language. Placeholders,
 * kept terms and white space at both ends stay; glossary terms become their targets. The same input gives the same text.
 */
export function pseudoText(
  segment: Pick<Segment, 'text' | 'syntax'>,
  job: Pick<Job, 'target' | 'glossary' | 'keep'>,
): string {
  const body = segment.text.trim()
  if (body === '') return segment.text
  const at = segment.text.indexOf(body)
  const before = segment.text.slice(0, at)
  const after = segment.text.slice(at + body.length)
  const terms = termsOf(job)
  const runs = protect(body, segment.syntax).map(run => (run.kind === 'code' ? run : translated(run, terms)))
  return `${before}⟦${job.target} ${joinRuns(runs, segment.syntax)}⟧${after}`
}

/** What stands for a found term; kept terms stand for themselves, and the longer of two terms wins. */
interface Terms {
  readonly pattern: RegExp | undefined
  replacement(found: string): string | undefined
}

function termsOf(job: Pick<Job, 'glossary' | 'keep'>): Terms {
  const kept = job.keep.map(term => ({ source: term, target: term, case_sensitive: true }))
  const all = [...kept, ...job.glossary].filter(term => term.source !== '')
  if (all.length === 0) return { pattern: undefined, replacement: () => undefined }
  const longestFirst = [...all].sort((a, b) => b.source.length - a.source.length)
  const pattern = new RegExp(longestFirst.map(term => bounded(term.source)).join('|'), 'giu')
  return { pattern, replacement: found => longestFirst.find(term => stands(term, found))?.target }
}

function stands(term: GlossaryTerm, found: string): boolean {
  return term.case_sensitive ? term.source === found : term.source.toLowerCase() === found.toLowerCase()
}

/** Whole words only, where the term begins or ends with a letter of a script that puts spaces between words. */
function bounded(term: string): string {
  const inWord = '[\\p{L}\\p{N}]'
  const spaced = /[\p{L}\p{N}]/u
  const unspaced =
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
  const edge = (letter: string) => spaced.test(letter) && !unspaced.test(letter)
  const [first = ''] = term
  const last = [...term].at(-1) ?? ''
  const escaped = term.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return `${edge(first) ? `(?<!${inWord})` : ''}${escaped}${edge(last) ? `(?!${inWord})` : ''}`
}

function translated(run: Run, terms: Terms): Run {
  if (terms.pattern === undefined) return { kind: 'text', text: lengthened(run.text) }
  let text = ''
  let from = 0
  for (const match of run.text.matchAll(terms.pattern)) {
    const replacement = terms.replacement(match[0])
    if (replacement === undefined) continue
    text += lengthened(run.text.slice(from, match.index)) + replacement
    from = match.index + match[0].length
  }
  return { kind: 'text', text: text + lengthened(run.text.slice(from)) }
}

/** Accents on every Latin letter, vowels doubled until the text has grown; text without Latin vowels is followed by dots. */
function lengthened(text: string): string {
  const letters = [...text].filter(letter => LETTER.test(letter)).length
  let owed = 0
  let result = ''
  for (const letter of text) {
    const accented = ACCENTS.get(letter) ?? letter
    result += accented
    if (LETTER.test(letter)) owed += GROWTH
    if (owed >= 1 && VOWEL.test(letter)) {
      result += accented.toLowerCase()
      owed -= 1
    }
  }
  const rest = letters > 0 ? Math.floor(owed) : 0
  return rest === 0 ? result : result.replace(/\s*$/u, space => '·'.repeat(rest) + space)
}

/**
 * The engine that shows the workflow without translating. Chosen only by name or for `en-XA`, so that nobody takes its
 * text for a translation (ENG-1).
 */
export const pseudo: Engine = {
  id: 'pseudo',
  describe: work => ({
    engine: 'pseudo',
    text_goes_to: 'nowhere: the text stays on this machine and is only accented, not translated',
    credit_cost: work.credits,
    billing: { who: 'workspace', unit: 'credits', estimate: work.credits },
  }),
  supports: () => true,
  async *translate(batch, job) {
    for (const segment of batch) {
      if (job.signal?.aborted) return
      yield { id: segment.id, text: pseudoText(segment, job) }
    }
  },
}
