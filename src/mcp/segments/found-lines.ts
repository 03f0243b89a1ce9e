import type { Batch } from '../../contract/batch.ts'
import { api } from '../../contract/operations.ts'
import type { FoundLine, FoundLines } from '../../contract/segments.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { stateOf } from '../render/batch.ts'
import { quoted, visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { languageLabel } from '../render/plan.ts'
import { nextFor, step } from '../steps.ts'
import { hasNoSegments, type Wanted } from './hand-over.ts'
import { lineOf } from './lines.ts'
import { fence, suspicions } from './rules.ts'

/** What is searched for: a text, and the number to begin at. */
interface LineSearch {
  readonly text: string
  readonly from: number
}

/** Reads a search: `Sign in`, `#51` for the lines from 51 on, `#51 Sign in` for both. */
export function readLineSearch(search: string): LineSearch {
  const [, from, text = search] = /^#([1-9]\d{0,8})(?:\s+(.*))?$/s.exec(search.trim()) ?? [undefined, undefined, search]
  return from === undefined
    ? { text: search.trim(), from: 1 }
    : { text: text === search ? '' : text, from: Number(from) }
}

/** The lines of one result, and the most characters of them together: more would not fit into a conversation. */
const LINES = 20
export const MOST_CHARACTERS = 20_000
/** A longer line is cut: it may be a whole chapter. */
const LONGEST = 2000

/**
 * Shows lines of a completed translation with their present translation, as they are handed in again.
 *
 * @throws {ToolRefusal} not_completed; translates_itself, where the service has no such thing
 * @throws {ApiError} plan_changed; file_retention_expired; or as the call does
 */
export async function showLines(batch: Batch, wanted: Wanted, search: string, context: CallContext) {
  if (batch.completed_at === null && batch.status !== 'completed') {
    throw new ToolRefusal('not_completed', [
      `Nothing was changed: the translation is ${stateOf(batch)}. search shows lines once it is completed.`,
      `Next: ${nextFor(batch, undefined)}`,
    ])
  }
  const { text, from } = readLineSearch(search)
  const { batch_id, plan_revision, target_language } = wanted
  // hand_out: a service that knows no such search must hand out nothing.
  const query = {
    ...{ plan_revision, from_id: from, limit: LINES, hand_out: false },
    ...(text !== '' && { search: text }),
    ...(target_language !== undefined && { target_language }),
  }
  const { data, request_id } = await context.parts.client
    .call(api.batches.segments, { params: { batch_id }, query }, { signal: context.signal })
    .catch(hasNoSegments(context))
  const { found } = data
  if (found === null) {
    throw new ToolRefusal('no_lines', [
      'Nothing was changed: this service does not show the lines of a completed translation.',
      `Next: ${step('get_result', { batch_id })}: its file has them.`,
    ])
  }
  return inLines(found, { ...wanted, target_language: data.target_language }, { text, request_id })
}

function inLines(
  found: FoundLines,
  { batch_id, plan_revision, target_language }: Wanted,
  { text, request_id }: { readonly text: string; readonly request_id: string },
) {
  const shown = fitting(found.lines)
  const next = found.lines[shown.length]?.id ?? found.next
  const { begin, end, lines, text: block } = foundBlock(shown)
  const warnings = suspicions(found.lines.filter(({ suspicious }) => suspicious).map(({ id }) => id))
  const about = `${counted(found.count, 'line')} ${text === '' ? 'of' : `with ${quoted(text, 60)} in`} the translation into ${languageLabel(target_language ?? '')}`
  const again = { batch_id, plan_revision, target_language }
  const more =
    next === null
      ? ''
      : `; ${step('translate_segments', { ...again, search: `#${next} ${text}`.trim() })} shows the next`
  const correct = step('translate_segments', { ...again, translations: ['<number> <better translation>'] })
  return {
    data: {
      segments: [],
      found: found.count,
      ...(lines.length === 0 ? {} : { begin, lines, end }),
      target_language,
      rejected: [],
      remaining: 0,
      done: true,
      ...(warnings.length === 0 ? {} : { warnings }),
      request_id,
      next_step:
        lines.length === 0
          ? `${step('translate_segments', { ...again, search: '' })} shows all lines`
          : `${correct} corrects what the person wants changed${more}`,
    },
    lines: [
      `${about}${lines.length < found.count ? `; ${lines.length} shown` : ''}.`,
      ...(lines.length === 0 ? [] : [begin, ...block, end]),
    ],
  }
}

/** Lines with their translations between two marks, as data and as text. */
export function foundBlock(found: readonly FoundLine[]) {
  const lines = found.map(shownFound)
  return { ...fence(), lines, text: lines.flatMap(textOf) }
}

/** As many lines as fit, at least one. */
function fitting(lines: readonly FoundLine[]): readonly FoundLine[] {
  let characters = 0
  const end = lines.findIndex(({ text, translation }, at) => {
    characters += Math.min(text.length, LONGEST) + Math.min(translation?.length ?? 0, LONGEST)
    return at > 0 && characters > MOST_CHARACTERS
  })
  return end === -1 ? lines : lines.slice(0, end)
}

/** A line as it is shown: its text with its place, its translation as it is handed in again, and what is to know of it. */
interface ShownLine {
  readonly source: string
  readonly translation: string | null
  readonly about?: string
}

function shownFound({ id, text, translation, key, part, note, max_length, finding, places }: FoundLine): ShownLine {
  const place = visible(key ?? part, 80)
    .replaceAll('[', '(')
    .replaceAll(']', ')')
  const isCut = text.length > LONGEST || (translation?.length ?? 0) > LONGEST
  const facts = [
    ...(translation === null ? ['the source stands in the file'] : []),
    ...(finding === null ? [] : [visible(finding, 300)]),
    ...(note === null ? [] : [visible(note, 200)]),
    ...(max_length === null ? [] : [`at most ${max_length} characters`]),
    ...(places > 1 ? [`in ${places} places, which change together`] : []),
    ...(isCut ? ['cut here: the result has all of it'] : []),
  ]
  return {
    source: lineOf(id, cut(text), place),
    translation: translation === null ? null : lineOf(id, cut(translation)),
    ...(facts.length === 0 ? {} : { about: facts.join('; ') }),
  }
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function textOf({ source, translation, about }: ShownLine): string[] {
  return [source, ...(translation === null ? [] : [`→ ${translation}`]), ...(about === undefined ? [] : [`  ${about}`])]
}
