/** What a service is to know of a project, and what it learned of it. */
import type { Client } from '../../client/client.ts'
import type { WrittenDeltas } from '../../sync/disk/deltas.ts'
import type { OpenedProject } from '../../sync/disk/open.ts'
import type { ProjectPlan } from '../../sync/plan.ts'
import { visible } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { count, counted } from '../render/numbers.ts'

/** A project that has texts to translate, as the service is to know it before they are asked for. */
export interface ProjectToLearn {
  readonly opened: OpenedProject
  readonly plan: ProjectPlan
  readonly deltas: Pick<WrittenDeltas, 'to_translate'>
  /** The work folder, where is noted what was learned last. */
  readonly work: string
  /** Keys whose texts are translated anew, whoever wrote what stands there. */
  readonly named: ReadonlySet<string>
  /** Whether a file, links resolved, may not be read; absent where all may. */
  readonly isShut?: (place: string) => Promise<boolean>
  /** The way to the service, for what its API takes. */
  readonly client: Client
  readonly signal?: AbortSignal
}

/** The terms of a glossary file that are new in the glossary of a language. */
export interface LearnedTerms {
  /** As the project names it. */
  readonly file: string
  readonly language: string
  readonly added: number
  readonly changed: number
}

/** What a service learned of a project: nothing of what it knew already. */
export interface Learned {
  readonly terms: readonly LearnedTerms[]
  /** How many translations that the project has its memory was told. */
  readonly told: number
  /** What this service cannot learn: a sentence each. */
  readonly missing: readonly string[]
}

export const NOTHING_LEARNED: Learned = { terms: [], told: 0, missing: [] }

/** What was learned, on one line; undefined where it is nothing. */
export function learnedLine({ terms, told }: Pick<Learned, 'terms' | 'told'>): string | undefined {
  const sum = (pick: (one: LearnedTerms) => number) => terms.reduce((all, one) => all + pick(one), 0)
  const [added, changed] = [sum(one => one.added), sum(one => one.changed)]
  const files = [...new Set(terms.map(({ file }) => file))].map(
    file => `${visible(file, 200)} (${terms.flatMap(one => (one.file === file ? [one.language] : [])).join(', ')})`,
  )
  const facts = [
    ...(added + changed === 0
      ? []
      : [`${counted(added, 'term')} added to the glossary and ${count(changed)} changed, from ${listed(files)}`]),
    ...(told === 0 ? [] : [`${counted(told, 'translation')} of its files put into the memory`]),
  ]
  return facts.length === 0 ? undefined : `Learned of the project: ${facts.join('; ')}.`
}
