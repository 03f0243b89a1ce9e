/** What a segment is handed out with besides its text: what the file says of it, and its neighbours where it stands alone. */
import type * as z from 'zod'
import type { OpenSegment, SegmentRound } from '../../contract/segments.ts'
import { isSuspicious } from '../../contract/suspicious.ts'
import { icuPlurals, pluralCategories } from '../../formats/index.ts'
import { codeMeanings } from '../domain/code-meanings.ts'
import { SegmentContext } from '../domain/segment-context.ts'
import type { ShownSegment } from '../domain/shown-segment.ts'
import type { SegmentRow } from '../store/schema.ts'
import { stored } from '../store/stored.ts'
import { suggestionColumn } from './suggestions.ts'

export const contextColumn = stored<SegmentContext>('segments.context_json', 1, SegmentContext)

type Viewed = z.input<typeof OpenSegment>

/** A segment as the API shows it. `alone`: the round has neither of its neighbours, so that their texts are given. */
export function viewSegment(row: SegmentRow, { text, suspicious, tags }: ShownSegment, alone: boolean): Viewed {
  const { number, part, note, problem, max_length, context_json, suggestion_json } = row
  const { stands_for, before, after, ...said } = context_json === null ? {} : contextColumn.read(context_json)
  return {
    ...{ id: String(number), text, part, note, problem, max_length },
    suspicious: suspicious || isSuspicious(saidIn(said, stands_for)),
    ...said,
    stands_for: [...codeMeanings(new Map(tags.map(({ name, markup }) => [name, markup])), stands_for ?? {})],
    ...(alone && { before, after }),
    ...(suggestion_json !== null && { suggestion: suggestionColumn.read(suggestion_json) }),
  }
}

/** All text of the file in a context, but for the neighbours, which are lines themselves. */
function saidIn(
  said: Readonly<Record<string, string | undefined>>,
  meanings: Readonly<Record<string, string>> = {},
): string {
  return [...Object.values(said), ...Object.entries(meanings).flat()].filter(text => text !== undefined).join('\n')
}

/** The numbers of those rows whose neighbours are not in the round. */
export function aloneAmong(rows: readonly SegmentRow[]): ReadonlySet<number> {
  const numbers = new Set(rows.map(({ number }) => number))
  return new Set([...numbers].filter(number => !numbers.has(number - 1) && !numbers.has(number + 1)))
}

/** The plural branches that the ICU messages of a round need in the target language; `other` always. */
export function pluralsOf(
  rows: readonly SegmentRow[],
  target: string,
): Pick<z.input<typeof SegmentRound>, 'plural_categories' | 'ordinal_categories'> {
  const plurals = rows.flatMap(({ syntax, text }) => (syntax === 'icu' ? (icuPlurals(text) ?? []) : []))
  const needed = (ordinal: boolean) =>
    plurals.some(plural => plural.ordinal === ordinal)
      ? [...(pluralCategories(target, ordinal)?.keys() ?? ['other'])]
      : []
  return { plural_categories: needed(false), ordinal_categories: needed(true) }
}
