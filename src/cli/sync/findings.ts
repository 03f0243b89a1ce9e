import path from 'node:path/posix'
import { visible } from '../../mcp/render/data.ts'
import type { ProjectPlan } from '../../sync/plan.ts'
import type { StateOfText, TextState } from '../../sync/states.ts'
import { isTogether, translationShown } from '../../sync/together.ts'
import type { Paint } from '../paint.ts'

/** A text, or a whole file, that is not in step. */
export interface StepFinding {
  /** The translation. */
  readonly path: string
  /** What people are shown of it, where that is more than its path: the language, where a file holds several. */
  readonly shown?: string
  readonly language?: string
  readonly key?: string
  readonly state: TextState | 'unreadable' | 'not_reviewed'
  /** Why, for people: it follows the key. */
  readonly why: string
}

const WHY: Readonly<Partial<Record<TextState, (state: StateOfText) => string>>> = {
  missing: () => 'is missing',
  stale: () => 'is stale: its source changed since it was translated',
  edited_stale: () =>
    'has a person’s words, and its source changed since: sync --accept says that they still fit, sync --keys has them translated anew',
  renamed: ({ from_key = '' }) => `still stands under its old key (${from_key})`,
  orphan: () => 'has no source: sync --prune removes it',
  invalid: ({ why = '' }) => `is broken: it ${why}`,
}

/** All that is not in step, file by file. `reviewed`: every translation has to be one that a reviewer saw. */
export function findingsIn(
  { pairs, problems }: ProjectPlan,
  { reviewed }: { readonly reviewed: boolean },
): readonly StepFinding[] {
  const keys = pairs.flatMap(pair => {
    const { path, language, states } = pair
    const place = isTogether(pair) ? { path, language, shown: translationShown(pair) } : { path, language }
    return states.flatMap((state): StepFinding[] => {
      const why = WHY[state.state]?.(state)
      const { key } = state
      if (why !== undefined) return [{ ...place, key, state: state.state, why }]
      // Nobody wrote a translation for a source without words, so nobody can review it.
      const is_empty = state.state === 'current' && state.by === undefined
      const unseen = reviewed && !is_empty && state.by?.who !== 'reviewer'
      return unseen ? [{ ...place, key, state: 'not_reviewed', why: 'was not reviewed' }] : []
    })
  })
  return [...keys, ...problems.map(({ path, words }) => ({ path, state: 'unreadable' as const, why: words }))]
}

export function findingText(
  { path, shown = path, key, why, state }: StepFinding,
  { paint }: { readonly paint: Paint },
): string {
  // What it is stands before the colon, and what to do behind it.
  const [what = '', ...more] = visible(why, 400).split(':')
  const painted = [paint(tintOf(state), what), ...more].join(':')
  return `${visible(shown, 300)}: ${key === undefined ? '' : `${visible(key, 200)} `}${painted}`
}

/**
 * A finding as a workflow of GitHub shows it beside the file (workflow command `error`).
 *
 * @param folder that of the project, from that of the repository: GitHub knows files by their paths from there
 */
export function githubText(finding: StepFinding, folder = ''): string {
  const language = finding.shown === undefined ? '' : `${finding.language}: `
  const text = `${language}${finding.key === undefined ? '' : `${visible(finding.key, 200)} `}${visible(finding.why, 400)}`
  return `::error file=${property(path.join(folder, finding.path))},title=${property(`translation ${finding.state}`)}::${data(text)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** What is lost or broken stands out from what is only to be done. */
export function tintOf(state: StepFinding['state']): 'bad' | 'open' {
  return state === 'invalid' || state === 'unreadable' ? 'bad' : 'open'
}
