import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectOfFile } from '../../mcp/files/project.ts'
import type { WrittenDeltas } from '../../sync/disk/deltas.ts'
import { writeWhole } from '../../sync/disk/work-folder.ts'
import type { ProjectPlan } from '../../sync/plan.ts'
import { adminOptions } from '../admin-options.ts'
import type { Settings } from '../settings.ts'
import { tellingsFor } from './telling.ts'

/** What was told last, so that the same is not told again. */
const TOLD_LAST = 'told'
/** All the same it is told again after this time, or it would be forgotten as unused. In milliseconds. */
const AGAIN_MS = 7 * 86_400_000

/**
 * Tells the memory of the service inside this program what the files of a project have already, before texts are asked for. A hosted service has
 * no such way in, so it is told nothing; nobody is where the memory is switched off.
 */
export async function tellProject(
  settings: Settings,
  plan: ProjectPlan,
  { deltas, work }: { readonly deltas: Pick<WrittenDeltas, 'to_translate'>; readonly work: string },
): Promise<void> {
  const [first] = deltas.to_translate
  if (first === undefined || settings.api_url !== undefined || !settings.memory) return
  const named = new Set(settings.keys.filter(key => !key.includes('*')))
  const tellings = tellingsFor(plan, { project: await projectOfFile(first.file), named })
  const mark = path.join(work, TOLD_LAST)
  const last = await readFile(mark, 'utf8').catch(() => '')
  if (last === '' && tellings.every(({ pairs }) => pairs.length === 0)) return
  const options = await adminOptions(settings)
  const now = Math.floor(Date.now() / AGAIN_MS)
  const told = createHash('sha256')
    .update(JSON.stringify([options.dataDir, options.workspace, now, tellings]))
    .digest('hex')
  if (last === told) return
  const { tellMemory } = await import('../../service/admin/memory-told.ts')
  await tellMemory(options, tellings)
  await writeWhole(mark, told)
}
