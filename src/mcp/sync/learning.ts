import { GlossaryRefused, termsDone } from '../../sync/disk/refused.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { step } from '../steps.ts'
import { type Learned, NOTHING_LEARNED, type ProjectToLearn } from './learned.ts'
import type { SyncRequest } from './request.ts'

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
