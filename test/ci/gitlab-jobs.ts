/** Runs the jobs of ci/gitlab.yml as a runner of GitLab does: the file itself is what is tested. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from '../support/tree.ts'
import { type JobEnded, type JobStart, runShell } from './composite.ts'

const Rule = z.strictObject({ if: z.string(), allow_failure: z.boolean().optional() })
const Hidden = z.strictObject({ stage: z.string(), image: z.string(), before_script: z.array(z.string()) })
const Job = z.strictObject({
  extends: z.literal('.translation-mcp'),
  rules: z.array(Rule),
  script: z.array(z.string()),
  artifacts: z
    .strictObject({ when: z.literal('always'), reports: z.strictObject({ codequality: z.string() }) })
    .optional(),
  resource_group: z.string().optional(),
})
const Template = z.strictObject({
  variables: z.record(z.string(), z.coerce.string()),
  '.translation-mcp': Hidden,
  'translation-check': Job,
  'translation-sync': Job,
})
export type JobName = 'translation-check' | 'translation-sync'
export const JOBS: readonly JobName[] = ['translation-check', 'translation-sync']

export const readTemplate = (): z.output<typeof Template> =>
  Template.parse(parse(readFileSync(join(ROOT, 'ci/gitlab.yml'), 'utf8')))

/** Whether a condition of a rule holds: comparisons, and variables that are to be there, joined by `&&`. */
function holds(condition: string, variables: Readonly<Record<string, string>>): boolean {
  const value = (word: string) => (word.startsWith('$') ? variables[word.slice(1)] : word.replace(/^"(.*)"$/, '$1'))
  return condition.split('&&').every(part => {
    const [left = '', right] = part.split('==').map(word => word.trim())
    return right === undefined ? (value(left) ?? '') !== '' : value(left) !== undefined && value(left) === value(right)
  })
}

/** The jobs that a pipeline with these variables has. */
export function jobsFor(variables: Readonly<Record<string, string>>): readonly JobName[] {
  const template = readTemplate()
  return JOBS.filter(name => template[name].rules.some(rule => holds(rule.if, variables)))
}

export async function runJob(name: JobName, { cwd, env }: JobStart): Promise<JobEnded> {
  const { variables, '.translation-mcp': hidden, [name]: job } = readTemplate()
  const script = join(env.TMPDIR ?? '', `${name}.sh`)
  writeFileSync(script, [...hidden.before_script, ...job.script].join('\n'))
  const { code, log } = await runShell(['sh', '-e', script], { cwd, env: { ...variables, ...env } })
  return { code, log, outputs: {} }
}
