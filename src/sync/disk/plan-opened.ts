import type { SyncWishes } from '../pair-plan.ts'
import { type PlanInput, type ProjectPlan, planProject } from '../plan.ts'
import { withPast } from './before.ts'
import { type OpenedProject, readerIn } from './open.ts'

/** What is asked of a plan by whoever only wants to know how things are. */
export const NO_WISHES: SyncWishes = { named: new Set<string>(), accepts: () => false, prune: false }

/** How a project is planned: for nothing but to know how things are, unless it says more. */
export interface Planning extends Partial<Pick<PlanInput, 'wishes' | 'tries' | 'read'>> {}

/** Plans a project that is open, with what git knows of it. Nothing is written. */
export async function planOpened(
  opened: OpenedProject,
  { wishes = NO_WISHES, tries = false, read = readerIn(opened.folder) }: Planning = {},
): Promise<ProjectPlan> {
  return await withPast(opened, before => planProject({ ...opened, wishes, tries, read, before }))
}
