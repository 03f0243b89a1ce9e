import { termSearchFor, termsIn } from '../../../checks/index.ts'
import { countWords, encodeCodes } from '../../../formats/index.ts'
import { roundLimits } from '../../domain/round-limits.ts'
import { tokenCount, tokenRatio } from '../../domain/tokens.ts'
import type { EngineJob, Segment } from '../engine.ts'

/**
 * What a round says besides its lines: rules, the marks around the text, ids of batch and plan, the next step; and the call that
 * answers it. Hosts show a model the text of an answer or its data, which is longer: this lies between the two.
 */
const ROUND = 275
/** The first call, and the last answer. */
const ENDS = 100
/** The number of a line and the signs around it. */
const LINE = 2
const LONG_WORDS = 3000
/** The number of a note, or the signs around a term. */
const REMARK = 5
/** The rule that explains labels, the brackets of one, a short word for a kind, and a limit. */
const LABELS = 36
const BRACKETS = 1
const KIND = 'li'
const LIMIT = 3

/**
 * About how many tokens of the caller's own model these segments take: it reads rules, lines and notes, and writes the lines in the
 * target language. They are handed out in as many rounds as they need (round-limits.ts).
 */
export function assistantTokens(segments: readonly Segment[], job: EngineJob): number {
  const { source, target, guidance } = job
  const shown = segments.map(({ text, syntax }) => encodeCodes(text, syntax).text)
  const read = sum(shown.map(text => tokenCount(text, source)))
  const words = sum(segments.map(({ text, syntax }) => countWords(text, syntax)))
  const limits = roundLimits(target, false)
  const rounds = Math.max(1, Math.ceil(words / limits.words), Math.ceil(segments.length / limits.segments))
  const terms = termsIn(shown, termSearchFor(job)).flatMap(term => [
    REMARK + tokenCount(term.source, source) + tokenCount(term.target, target),
  ])
  const notes = segments.map(segment => remarkTokens(segment, source))
  const labels = labelTokens(segments, source)
  const style = guidance.length === 0 ? 0 : tokenCount(guidance.join('; '), 'en')
  // Above so many words, hosts on this machine get a file in place of rounds, and others get rounds: this lies between the two.
  const share = words > LONG_WORDS ? 1 / 4 : 1
  const fixed = ENDS + rounds * share * (ROUND + style + (labels > 0 ? LABELS : 0))
  return fixed + read * (1 + tokenRatio(source, target)) + 2 * LINE * segments.length + sum(terms) + sum(notes) + labels
}

/** The comment of the file, earlier texts, and what codes stand for. */
function remarkTokens({ note, context = {} }: Segment, source: string): number {
  const said = [note, context.previous, context.present, ...Object.entries(context.stands_for ?? {}).flat()]
  const known = said.filter(text => text !== undefined)
  return known.length === 0 ? 0 : REMARK + sum(known.map(text => 1 + tokenCount(text, source)))
}

/** What the labels of lines take: a name for most, and a group where it is another than that of the line above. */
function labelTokens(segments: readonly Segment[], source: string): number {
  let tokens = 0
  let above: readonly [group: string, name: string] = ['', '']
  for (const segment of segments) {
    const [group, name] = placeIn(segment)
    const said = [...(group === above[0] ? [] : [group]), ...(name === '' ? [] : [name])]
    if (said.length > 0) tokens += BRACKETS + sum(said.map(text => 1 + tokenCount(text, source)))
    if (segment.max_length !== undefined) tokens += LIMIT
    above = [group, name]
  }
  return tokens
}

/** The group and the name in the label of a segment, about as translate_segments says them. */
function placeIn({ part = '', context = {} }: Segment): readonly [group: string, name: string] {
  const { key, kind, row, column, references } = context
  if (key !== undefined) return [key.slice(0, Math.max(0, key.lastIndexOf('.'))), key.slice(key.lastIndexOf('.') + 1)]
  if (kind !== undefined) return [kind.startsWith('heading') ? '' : part, kind === 'paragraph' ? '' : KIND]
  if (column !== undefined) return [row ?? '', column]
  const [file = ''] = references?.split(/[\s:]/) ?? []
  return [file.split('/').slice(-2).join('/'), context.context ?? '']
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
