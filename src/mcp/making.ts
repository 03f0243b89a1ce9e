import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { ApiError } from '../client/errors.ts'
import { writeExactWishes } from '../contract/exact-wishes.ts'
import { sameTag } from '../contract/language-tags.ts'
import { api } from '../contract/operations.ts'
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
  const { settings } = context.parts
  const account = await creatorAccount(context)
  requireListed(source.name, account)
  // The engine is part of the key: another engine makes another translation of the same file.
  const engine = settings.engine ?? ''
  const key = make_new
    ? randomUUID()
    : repeatKey([account.credential.id, source.fingerprint, source.name, instruction, engine, source.project])
  const made = await createBeside(source, instruction, key, context)
  if (instruction === undefined) return { ...made, unmet: [] }
  return await fromItsFolder(await withPlan(made, wished, context), source, context)
}

/**
 * Where neither the file nor its text shows the language, the folder of the file does: `locales/fr/app.json`. It is planned again from that
 * language; where the service refuses that, the plan stays as it was. Only a name of the language leaves this machine.
 */
async function fromItsFolder(
  made: MadeTranslation,
  { file }: FileToSend,
  { parts, signal }: CallContext,
): Promise<MadeTranslation> {
  const { batch, plan } = made.created
  if (file === undefined || plan?.source_language_from !== 'default') return made
  const { languageOfFolders } = await import('../formats/index.ts')
  const tag = languageOfFolders(file.path)
  if (tag === undefined || sameTag(tag, plan.source_language ?? '')) return made
  const body = { instruction: writeExactWishes({ source_language: tag }) }
  try {
    const planned = await parts.client.call(api.batches.plan, { params: { batch_id: batch.id }, body }, { signal })
    return { ...made, created: { ...made.created, ...planned.data, suggested_instructions: null } }
  } catch (error) {
    if (error instanceof ApiError && REFUSED.has(error.code)) return made
    throw error
  }
}

const REFUSED: ReadonlySet<string> = new Set(['plan_invalid', 'language_not_supported'])

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
