import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { PairPlan } from '../../sync/pair-plan.ts'
import type { FileProblem, ProjectPlan } from '../../sync/plan.ts'
import { countsOf, type StateOfText, TEXT_STATES, type TextState } from '../../sync/states.ts'
import { type Paint, unpainted } from '../paint.ts'
import { tintOf } from './findings.ts'

/** States as people say them, where they are not their names. */
const SAID: Readonly<Partial<Record<TextState, string>>> = {
  edited_stale: 'edited and stale',
  orphan: 'without a source',
}

/** A line for each translation that is not wholly current, and one for each file that cannot be kept in step. */
export function stateLines({ pairs, problems }: ProjectPlan, paint: Paint = unpainted): readonly string[] {
  const lines = pairs.flatMap(pair => {
    const counts = countsOf(pair.states)
    const said = TEXT_STATES.flatMap(state => {
      const count = counts[state] ?? 0
      return count === 0 || state === 'current' || state === 'edited'
        ? []
        : [paint(tintOf(state), `${count} ${SAID[state] ?? state}`)]
    })
    return said.length === 0 ? [] : [`${visible(pair.path, 300)} (${pair.language}): ${said.join(', ')}`]
  })
  return [...lines, ...problems.map(problem => problemLine(problem, paint))]
}

function problemLine({ path, words }: FileProblem, paint: Paint): string {
  return `${visible(path, 300)}: ${paint('bad', 'left as it is')}: ${visible(words, 400)}`
}

/** What is to be done, in one sentence; what is left to a person, in others. */
export function planSummary({ pairs }: ProjectPlan): readonly string[] {
  const asked = pairs.reduce((sum, pair) => sum + pair.asked.size, 0)
  const words = pairs.reduce((sum, pair) => sum + pair.words, 0)
  const moved = pairs.reduce((sum, pair) => sum + pair.moved.size + pair.copy.size, 0)
  const removed = pairs.reduce((sum, pair) => sum + orphansIn(pair, true), 0)
  const orphans = pairs.reduce((sum, pair) => sum + orphansIn(pair, false), 0)
  const held = pairs.flatMap(({ states, accepted, asked: open }) =>
    states.filter(({ state, path }) => state === 'edited_stale' && !accepted.has(path) && !open.has(path)),
  )
  const replaced = pairs.flatMap(({ path: file, states, asked: open }) => {
    const own = states.filter(text => open.has(text.path) && isOfPerson(text))
    return own.length === 0
      ? []
      : [`A person’s words are replaced in ${visible(file, 300)}: ${keysText(own.map(keyOfState))}.`]
  })
  const fit = pairs.flatMap(({ states, accepted }) => states.filter(({ path }) => accepted.has(path)))
  const preserved = preservedIn(pairs)
  const broken = pairs.flatMap(({ states, asked: open }) =>
    states.filter(({ state, path }) => state === 'invalid' && !open.has(path)),
  )
  return [
    ...(asked > 0 ? [`To translate: ${counted(asked, 'text')}, ${counted(words, 'word')}.`] : []),
    ...(moved > 0 ? [`To take over without translating: ${counted(moved, 'text')}.`] : []),
    ...replaced,
    ...(fit.length > 0 ? [`Taken as fitting: ${keysText(fit.map(keyOfState))}.`] : []),
    ...(removed > 0 ? [`To remove: ${counted(removed, 'text')} without a source.`] : []),
    ...(orphans > 0 ? [`Left: ${counted(orphans, 'text')} without a source, which --prune removes.`] : []),
    ...(held.length > 0
      ? [
          `A person’s words stay where the source changed since: ${keysText(held.map(keyOfState))}. --accept KEY says that they still fit, --keys KEY has them translated anew.`,
        ]
      : []),
    ...(preserved.length > 0 ? [preservedWords(preserved)] : []),
    ...(broken.length > 0 ? [`A person’s words stay though a code is lost: ${keysText(broken.map(keyOfState))}.`] : []),
  ]
}

/** The keys of texts that `keys.preserve` keeps though their source changed. */
export function preservedIn(pairs: ProjectPlan['pairs']): readonly string[] {
  return pairs.flatMap(({ states, accepted, asked }) =>
    states
      .filter(({ preserved, path }) => preserved === true && !accepted.has(path) && !asked.has(path))
      .map(keyOfState),
  )
}

export function preservedWords(keys: readonly string[]): string {
  return `Kept by keys.preserve though the source changed since: ${keysText(keys)}. --accept KEY says that they fit, --keys KEY has them translated anew.`
}

function isOfPerson({ state, by, adopted }: StateOfText): boolean {
  return (
    state === 'edited' ||
    state === 'edited_stale' ||
    (state === 'invalid' && (adopted === true || by?.who !== 'machine'))
  )
}

function orphansIn({ states, remove }: PairPlan, removed: boolean): number {
  return states.filter(({ state, path }) => state === 'orphan' && remove.has(path) === removed).length
}

const keyOfState = ({ key }: StateOfText): string => key
const SHOWN_KEYS = 5

/** Some keys, and how many more there are. */
export function keysText(all: readonly string[]): string {
  const keys = [...new Set(all)]
  const more = keys.length - SHOWN_KEYS
  const shown = keys.slice(0, SHOWN_KEYS).map(key => visible(key, 100))
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
