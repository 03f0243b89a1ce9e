/** Where deltas lie. Apart from what makes them, for whoever only has to know one. */
import path from 'node:path'

/** The name of a work folder; with a dot before it where git would see it. */
export const WORK_FOLDER = 'translation-mcp'
/** In that of a repository, the folder of the projects that are not at its top. */
export const PROJECTS = 'projects'
const DELTAS = 'deltas'

/** The folder of all deltas in a work folder (`workFolder`). */
export function deltasIn(work: string): string {
  return path.join(work, DELTAS)
}

/** In the folder of a delta: its translation was written, so who asks for the same texts again wants them translated anew. */
export const DONE = 'done'

/** The folder of what was sent of each plan, in a work folder. */
export function plannedIn(work: string): string {
  return path.join(work, 'planned')
}

/** True for a file that was sent in place of a locale file, with some of its texts. */
export function isDelta(file: string): boolean {
  const names = file.split(/[\\/]/)
  const at = names.lastIndexOf(DELTAS)
  const isWork = (name: string | undefined) => name === WORK_FOLDER || name === `.${WORK_FOLDER}`
  return isWork(names[at - 1]) || (names[at - 2] === PROJECTS && isWork(names[at - 3]))
}
