import type { Client } from '../../client/client.ts'
import type { WrittenDeltas } from '../../sync/disk/deltas.ts'
import type { OpenedProject } from '../../sync/disk/open.ts'
import { GlossaryRefused, termsDone } from '../../sync/disk/refused.ts'
import type { ProjectPlan } from '../../sync/plan.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { visible } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { count, counted } from '../render/numbers.ts'
import { step } from '../steps.ts'
import type { SyncRequest } from './request.ts'

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
    ...(told === 0 ? [] : [`${counted(told, 'translation')} that the project has told to its memory`]),
  ]
  return facts.length === 0 ? undefined : `Learned of the project: ${facts.join('; ')}.`
}

/**
 * Has the service learn what a project says, before anything of it is created.
 *
 * @throws {ToolRefusal} bad_glossary_file
 * @throws {ApiError} as the calls do
 */
export async function learnFirst(
  project: Omit<ProjectToLearn, 'named' | 'isShut' | 'client' | 'signal'>,
  { sync_revision, request }: { readonly sync_revision: string; readonly request: SyncRequest },
  { parts, signal }: CallContext,
): Promise<Learned> {
  const { client, folders, learn } = parts
  if (learn === undefined) return NOTHING_LEARNED
  const isShut = async (place: string) => (await folders.shut(place)) !== undefined
  try {
    // Nothing is forced over MCP: keys that a person wrote are named at a terminal.
    return await learn({ ...project, named: new Set(), isShut, client, signal })
  } catch (error) {
    if (!(error instanceof GlossaryRefused)) throw error
    const {
      words,
      how = `It is put right, or "glossary" in ${PROJECT_FILE} names another file, or none.`,
      done,
    } = error
    throw new ToolRefusal('bad_glossary_file', [
      `${done.length === 0 ? 'Nothing was done' : 'No translation was made, and nothing was spent'}: ${words}`,
      ...(done.length === 0 ? [] : [termsDone(done)]),
      `Whoever keeps the files of the project can mend that, or you with her consent. ${how}`,
      `Next: ${step('create_batch', { sync_revision })} once the file is right; ${step('plan_sync', { ...request })} if ${PROJECT_FILE} was changed.`,
    ])
  }
}
