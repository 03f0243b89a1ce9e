import type { WrittenDeltas } from '../../sync/disk/deltas.ts'
import type { OpenedProject } from '../../sync/disk/open.ts'
import type { ProjectPlan } from '../../sync/plan.ts'
import type { Invocation } from '../command.ts'

/** What a service is to know before texts are asked for. */
export interface Learning {
  readonly opened: OpenedProject
  readonly plan: ProjectPlan
  readonly deltas: WrittenDeltas
  readonly work: string
}

/** Brings the glossaries and the memory of a project to what its files say. Nothing of it is loaded where no text is asked for. */
export async function learnFrom(invocation: Invocation, { opened, plan, ...asked }: Learning): Promise<void> {
  const { wishes, by_target } = opened.project
  if ([wishes, ...Object.values(by_target)].some(({ glossary }) => glossary !== undefined)) {
    const { bringGlossaries } = await import('./bring-glossary.ts')
    await bringGlossaries(invocation, opened, asked)
  }
  const { tellProject } = await import('./tell-memory.ts')
  await tellProject(invocation.settings, plan, asked)
}
