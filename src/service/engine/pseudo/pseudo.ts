import { type TermSearch, termSearchFor } from '../../../checks/index.ts'
import { joinRuns, protect, type TextRun } from '../../../formats/index.ts'
import type { Engine, EngineJob, Segment } from '../engine.ts'

const PLAIN = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'
const ACCENTED = 'ÅåßƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀɱÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž'

/** What a character becomes. */
interface Accented {
  readonly accented: string
  /** What makes the text longer after it; empty after all but vowels. */
  readonly doubled: string
  readonly isLetter: boolean
}

const LETTER = /[\p{L}\p{N}]/u
/** By code point, those of ASCII. */
const ASCII = Array.from({ length: 0x80 }, (_, code): Accented => {
  const plain = String.fromCodePoint(code)
  const accented = [...ACCENTED][PLAIN.indexOf(plain)] ?? plain
  const doubled = /[aeiou]/i.test(plain) ? accented.toLowerCase() : ''
  return { accented, doubled, isLetter: LETTER.test(plain) }
})

function accentedAt(text: string, at: number): Accented {
  const known = ASCII[text.charCodeAt(at)]
  if (known !== undefined) return known
  const accented = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return { accented, doubled: '', isLetter: LETTER.test(accented) }
}

/** A translation is longer than its English source by about this share. */
const GROWTH = 0.35

/**
 * The pseudo translation of a text: accents on its letters, a third longer, in brackets that name the target. A person sees at
 * once what is translated, what is cut off, and that this is no language. Placeholders, kept terms and white space at both ends
 * stay as they are; glossary terms become their targets. The same input gives the same text.
 */
export function pseudoText(
  segment: Pick<Segment, 'text' | 'syntax'>,
  job: Pick<EngineJob, 'target' | 'glossary' | 'keep'>,
): string {
  const body = segment.text.trim()
  if (body === '') return segment.text
  const at = segment.text.indexOf(body)
  const before = segment.text.slice(0, at)
  const after = segment.text.slice(at + body.length)
  const terms = termSearchFor(job)
  const runs = protect(body, segment.syntax).map(run => (run.kind === 'code' ? run : translated(run, terms)))
  return `${before}⟦${job.target} ${joinRuns(runs, segment.syntax)}⟧${after}`
}

function translated(run: TextRun, terms: TermSearch): TextRun {
  let text = ''
  let from = 0
  for (const { start, end, target } of terms(run.text)) {
    text += lengthened(run.text.slice(from, start)) + target
    from = end
  }
  return { kind: 'text', text: text + lengthened(run.text.slice(from)) }
}

/** Puts an accent on every Latin letter and doubles vowels until the text is long enough; without enough vowels, dots follow it. */
function lengthened(text: string): string {
  let owed = 0
  let result = ''
  for (let at = 0; at < text.length; at += 1) {
    const { accented, doubled, isLetter } = accentedAt(text, at)
    if (accented.length > 1) at += 1
    result += accented
    if (isLetter) owed += GROWTH
    if (owed >= 1 && doubled !== '') {
      result += doubled
      owed -= 1
    }
  }
  const rest = Math.floor(owed)
  return rest === 0 ? result : result.replace(/(?<!\s)\s*$/u, space => '·'.repeat(rest) + space)
}

/**
 * The engine `pseudo`, which shows the workflow without translating. It is chosen only by name or for `en-XA`, so that nobody
 * takes its text for a translation (ENG-1).
 */
export const pseudo: Engine = {
  id: 'pseudo',
  hands: 'service',
  forgetful: true,
  round: { segments: 100, characters: 20_000, concurrency: 1 },
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
