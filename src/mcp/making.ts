import { randomUUID } from 'node:crypto'
import type { Created } from '../contract/plan.ts'
import { creatorAccount } from './account.ts'
import type { CallContext } from './context.ts'
import { create, type FileToSend, repeatKey, requireListed } from './creation.ts'
import type { CompiledWishes } from './instruction.ts'
import { planState } from './plans.ts'
import { unmetWishes } from './unmet.ts'

/** A translation that a call made, or found. */
export interface MadeTranslation {
  readonly created: Created
  readonly reused: boolean
  readonly request_id: string
  /** True where there may be a plan, and the service neither answered it nor offers reading it. */
  readonly unread?: boolean
  /** Warnings that name what its plan does not show of what was asked. */
  readonly unmet: readonly string[]
}

/** What is wanted of a file, and whether it gets another translation although it has one. */
export interface MakingOrder {
  readonly wished: CompiledWishes
  readonly make_new?: boolean | undefined
}

/**
 * Makes the translation of a file that is ready to send, or finds the one that the same order made before.
 *
 * @throws {ToolRefusal} creation_not_available
 * @throws {ApiError} unsupported_format, before anything is sent; or as creating does
 */
export async function makeFrom(
  source: FileToSend,
  { make_new, wished }: MakingOrder,
  context: CallContext,
): Promise<MadeTranslation> {
  const { instruction } = wished
  const { settings, sources } = context.parts
  const account = await creatorAccount(context)
  requireListed(source.name, account)
  // The engine is part of the key: another engine makes another translation of the same file.
  const engine = settings.engine ?? ''
  const key = make_new
    ? randomUUID()
    : repeatKey([account.credential.id, source.fingerprint, source.name, instruction, engine, source.project])
  const made = await create(source, instruction, key, context)
  if (source.file) await sources.remember(made.created.batch.id, source.file.path)
  return instruction === undefined ? { ...made, unmet: [] } : withPlan(made, wished, context)
}

/** With the plan, where the service made one by the instruction and did not answer it, and with what that plan does not show. */
export async function withPlan(
  made: Omit<MadeTranslation, 'unmet'>,
  wished: CompiledWishes,
  context: CallContext,
): Promise<MadeTranslation> {
  const { created } = made
  const { batch, plan, suggested_instructions } = created
  const isRead = plan !== null || batch.status !== 'awaiting_review' || suggested_instructions?.length
  const state = isRead ? undefined : await planState(batch.id, context)
  const found = state === undefined ? plan : (state.known?.plan ?? null)
  return {
    ...made,
    ...(state && { unread: !state.offered && state.known === undefined }),
    created: { ...created, plan: found },
    unmet: unmetWishes(wished.exact, found, wished.words),
  }
}
