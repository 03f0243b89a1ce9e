import { relative } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { touching } from './store-suites.ts'
import { ROOT } from './tree.ts'

/** What starts processes: the built program, programs of our own, git. */
const STARTS = [/^test\/support\/(?:program|child)\.ts$/, /^test\/ci\/fixture\.ts$/, /^src\/sync\/disk\//]

/**
 * Of each project, what starts processes runs first. To start one takes as long as there is memory to be copied for it, 0.1 ms a
 * megabyte; and what reads large files, or measures the growth of work, leaves a worker with much of it.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const starting = new Set(touching(STARTS))
    const starts = ({ moduleId }: TestSpecification) => starting.has(relative(ROOT, moduleId).replaceAll('\\', '/'))
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap(project => {
      const own = sorted.filter(file => file.project === project)
      return [...own.filter(starts), ...own.filter(file => !starts(file))]
    })
  }
}
