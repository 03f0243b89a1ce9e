import type { Batch, BatchStatus } from '../contract/batch.ts'
import { api } from '../contract/operations.ts'
import type { LimitLeft } from '../contract/spending-limits.ts'
import type { ServerParts } from '../mcp/context.ts'
import type { Gateway } from './gateway.ts'

/** The work that there is, and what a person has to say to it: for one screen. */
export interface Overview {
  /** Questions about spending that an assistant asked and nobody has answered. */
  readonly questions: readonly { readonly id: string; readonly asks: string; readonly expires_at: string }[]
  /** Translations whose plan waits for a yes. */
  readonly to_approve: readonly Work[]
  readonly running: readonly Work[]
  /** The translation that was finished last. */
  readonly last_finished: Work | null
  /** The file that this program wrote last on this machine, outside of its data folder. */
  readonly last_written: string | null
  /** What spending limits leave; null where the service is hosted, which does not tell them. */
  readonly limits: readonly LimitLeft[] | null
}

export interface Work {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly percent: number | null
  readonly credit_cost: number | null
  readonly at: string | null
}

/** The most of each kind that are shown, and how many are looked through for the one that was finished last, and past samples for plans. */
export const MOST_SHOWN = 3
const LOOKED_THROUGH = 20
const DEADLINE_MS = 15_000

type Asked = Pick<ServerParts, 'client' | 'written' | 'limits'>

/** @throws {ApiError} the service does not list translations to this caller */
export async function overviewOf({ client, written, limits }: Asked, { running }: Gateway): Promise<Overview> {
  const list = async (status: BatchStatus, limit: number) => {
    const query = { status, archived: false, limit }
    return (await client.call(api.batches.list, { query }, { deadlineMs: DEADLINE_MS })).data
  }
  const [waiting, queued, analyzing, translating, completed] = await Promise.all([
    list('awaiting_review', LOOKED_THROUGH),
    list('queued', MOST_SHOWN + 1),
    list('analyzing', MOST_SHOWN + 1),
    list('translating', MOST_SHOWN + 1),
    list('completed', LOOKED_THROUGH),
  ])
  const [last] = completed.toSorted((a, b) => finished(b) - finished(a))
  return {
    questions: running === undefined ? [] : await questionsOf(await running()),
    to_approve: waiting
      .filter(({ is_sample }) => !is_sample)
      .slice(0, MOST_SHOWN + 1)
      .map(workOf),
    running: [...translating, ...analyzing, ...queued].map(workOf),
    last_finished: last === undefined ? null : workOf(last),
    last_written: (await written.lastFile()) ?? null,
    limits: (await limits?.(undefined)) ?? null,
  }
}

type Running = Awaited<ReturnType<NonNullable<Gateway['running']>>>

async function questionsOf({ questions }: Running): Promise<Overview['questions']> {
  return (await questions.waiting(undefined)).map(({ id, lines, expires_at }) => ({
    ...{ id, asks: lines[0] ?? '', expires_at: new Date(expires_at).toISOString() },
  }))
}

const finished = ({ completed_at }: Batch) => Date.parse(completed_at ?? '') || 0

function workOf({ id, name, file_name, status, progress, credit_cost, completed_at, created_at }: Batch): Work {
  const at = completed_at ?? created_at
  return { id, name: name ?? file_name ?? id, status, percent: progress.percent, credit_cost, at }
}
