import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import type { Created } from '../contract/plan.ts'
import { creatorAccount } from './account.ts'
import type { CallContext } from './context.ts'
import { create, type FileToSend, repeatKey, requireListed } from './creation.ts'
import { fromItsFolder, withFolderOfTranslations } from './folder-language.ts'
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
  const { settings } = context.parts
  const account = await creatorAccount(context)
  await requireListed(source, account)
  // The engine is part of the key: another engine makes another translation of the same file.
  const engine = settings.engine ?? ''
  const key = make_new
    ? randomUUID()
    : repeatKey([account.credential.id, source.fingerprint, source.name, instruction, engine, source.project])
  const told = instruction && (await withFolderOfTranslations(instruction, source.file?.path))
  const made = await createBeside(source, told, key, context)
  if (instruction === undefined) return { ...made, unmet: [] }
  const planned = await withPlan(made, wished, context)
  return { ...planned, created: await fromItsFolder(planned.created, source.file?.path, context, made.reused) }
}

/**
 * Creates the batch of a file, or finds it, and remembers the file. A copy of it elsewhere gets a batch of its own, since a result is
 * saved beside one file; a file that was moved keeps its batch.
 *
 * @throws {ApiError} as creating does
 */
async function createBeside(source: FileToSend, instruction: string | undefined, key: string, context: CallContext) {
  const { sources } = context.parts
  const made = await create(source, instruction, key, context)
  const { file } = source
  if (file === undefined) return made
  const before = made.reused ? await sources.recall(made.created.batch.id) : undefined
  const isCopy = before !== undefined && before !== file.path && (await isThere(before))
  const own = isCopy ? await create(source, instruction, repeatKey([key, file.path]), context) : made
  await sources.remember(own.created.batch.id, file.path, source.fingerprint)
  return own
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
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
