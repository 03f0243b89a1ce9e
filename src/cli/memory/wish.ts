import type { Settings } from '../settings.ts'

type Part = Pick<Settings, 'project' | 'without_project' | 'file' | 'member'>

/** Which part of the memory the settings name; the whole of it without any of them. */
export function memoryWish({ project, without_project, file, member }: Part) {
  return { project: without_project ? null : project, file, member }
}
