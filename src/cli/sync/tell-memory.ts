import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectOfFile } from '../../mcp/files/project.ts'
import type { Learned, ProjectToLearn } from '../../mcp/sync/learned.ts'
import { writeWhole } from '../../sync/disk/work-folder.ts'
import type { ProjectPlan } from '../../sync/plan.ts'
import type { Settings } from '../settings.ts'
import { weekNow } from './week-now.ts'

/** What was told last, so that the same is not told again before the next week: what nobody uses is forgotten. */
const TOLD_LAST = 'told'

type Told = Pick<Learned, 'told' | 'missing'>

const NOTHING: Told = { told: 0, missing: [] }
const NOT_HOSTED =
  'The memory of a hosted service cannot be told what the files of a project have: it neither uses their translations again nor shows them as examples.'

/**
 * Tells the memory of the service inside this program what the files of a project have already, before texts are asked for. A hosted service has
 * no such way in, which is said once; nobody is told where the memory is switched off.
 */
export async function tellProject(project: ProjectToLearn, settings: Settings): Promise<Told> {
  const { plan, deltas, work, named } = project
  const [first] = deltas.to_translate
  if (first === undefined || !settings.memory) return NOTHING
  const mark = path.join(work, TOLD_LAST)
  const last = await readFile(mark, 'utf8').catch(() => '')
  const note = async (facts: readonly unknown[], tell: () => Promise<Told>): Promise<Told> => {
    const now = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
    if (last === now) return NOTHING
    const told = await tell()
    await writeWhole(mark, now)
    return told
  }
  if (settings.api_url !== undefined) {
    if (!hasTranslations(plan)) return NOTHING
    return await note([settings.api_url], async () => ({ told: 0, missing: [NOT_HOSTED] }))
  }
  const { tellingsFor } = await import('./telling.ts')
  const tellings = tellingsFor(plan, { project: await projectOfFile(first.file), named })
  const told = tellings.reduce((sum, { pairs }) => sum + pairs.length, 0)
  if (last === '' && told === 0) return NOTHING
  const { adminOptions } = await import('../admin-options.ts')
  const options = await adminOptions(settings)
  return await note([options.dataDir, options.workspace, weekNow(), tellings], async () => {
    const { tellMemory } = await import('../../service/admin/memory-told.ts')
    await tellMemory(options, tellings)
    return { told, missing: [] }
  })
}

/** Whether a language that has texts to translate has translations already. */
function hasTranslations({ pairs }: ProjectPlan): boolean {
  const languages = new Set(pairs.flatMap(({ asked, language }) => (asked.size > 0 ? [language] : [])))
  return pairs.some(
    ({ language, states }) =>
      languages.has(language) && states.some(({ state }) => state === 'current' || state === 'edited'),
  )
}
