import { creatorAccount } from '../account.ts'
import type { CallContext } from '../context.ts'
import { type GivenFile, repeatKey } from '../creation.ts'
import type { CompiledWishes } from '../instruction.ts'
import { makeSeveral, namedFiles, requireSeveral } from './creating.ts'
import { expandFolders } from './expanding.ts'
import { tellSeveral } from './made.ts'
import { LISTED_FILES } from './most-files.ts'
import { recordRun } from './run.ts'
import { memoryOf } from './run-memory.ts'
import type { SourceWishes } from './source-files.ts'

interface SeveralAsked extends GivenFile, SourceWishes {
  readonly make_new?: boolean | undefined
}

/**
 * Makes the translations of several files and folders, and tells their plans together. Those of a folder, and those that are many, are one
 * run. Where the time of a call does not suffice, the same call again goes on.
 *
 * @throws {ToolRefusal} as `requireSeveral`, `expandFolders` and `tellSeveral` do
 * @throws {ApiError} what all files share
 */
export async function makeAll(
  given: readonly string[],
  asked: SeveralAsked,
  wished: CompiledWishes,
  context: CallContext,
) {
  requireSeveral(asked, context)
  await creatorAccount(context)
  const { paths, failed, left_aside, homes } = await expandFolders(given, asked, context)
  const { make_new } = asked
  const memory = memoryOf(repeatKey([...paths, wished.instruction, `${make_new}`]), context)
  const files = namedFiles(paths, { make_new, wished }, context, homes)
  const made = await makeSeveral(files, context, memory.made)
  const isWhole = made.unsent.length === 0
  if (isWhole) memory.made.clear()
  else for (const one of made.files) memory.made.set(one.path, one)
  const isRun = isWhole && made.files.length > 0 && (homes.size > 0 || paths.length > LISTED_FILES)
  const run = isRun ? await recordRun(made.files, homes, context) : undefined
  return await tellSeveral({ ...made, failed: [...failed, ...made.failed] }, left_aside, context, run)
}
