import type { Learned, ProjectToLearn } from '../../mcp/sync/learned.ts'
import type { Settings } from '../settings.ts'

/**
 * Brings the glossaries and the memory of a project to what its files say, for the languages that have texts to translate. What they were
 * brought to before is not brought again. Nothing of it is loaded where no text is asked for.
 *
 * @throws {GlossaryRefused} a glossary file cannot be used
 */
export async function learnProject(project: ProjectToLearn, settings: Settings): Promise<Learned> {
  const { wishes, by_target } = project.opened.project
  const hasFile = [wishes, ...Object.values(by_target)].some(({ glossary }) => glossary !== undefined)
  const { terms, missing } = hasFile
    ? await (await import('./bring-glossary.ts')).bringGlossaries(project, settings)
    : { terms: [], missing: [] }
  const { tellProject } = await import('./tell-memory.ts')
  const memory = await tellProject(project, settings)
  return { terms, told: memory.told, missing: [...missing, ...memory.missing] }
}
