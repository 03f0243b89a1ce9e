import type { Database } from './database.ts'
import type { MemoryPart } from './memory.ts'

/** How many translations of each project a workspace has in its memory, and their characters, by label; '' is what has no project. */
export async function measureProjects(
  db: Database,
  workspaceId: string,
  { project, file_name, author }: MemoryPart = {},
): Promise<readonly { project: string; translations: number; characters: number }[]> {
  let query = db
    .selectFrom('remembered')
    .select(({ fn }) => [
      'project',
      fn.countAll<number>().as('translations'),
      fn.sum<number>(fn('length', ['text'])).as('characters'),
    ])
    .where('workspace_id', '=', workspaceId)
  if (project !== undefined) query = query.where('project', '=', project)
  if (file_name !== undefined) query = query.where('file_name', '=', file_name)
  if (author !== undefined) query = query.where('author', '=', author)
  return await query.groupBy('project').orderBy('project').execute()
}
