/** Runs the steps of action.yml as GitHub runs those of a composite action: the file itself is what is tested. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from '../support/tree.ts'

const Step = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  shell: z.literal('bash'),
  env: z.record(z.string(), z.string()),
  run: z.string(),
})
const Action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.coerce.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(Step) }),
})

export const readAction = (): z.output<typeof Action> =>
  Action.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')))

export interface JobEnded {
  readonly code: number
  /** All that the log shows. */
  readonly log: string
  readonly outputs: Readonly<Record<string, string>>
}

export interface JobStart {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

type Values = (name: string) => string

/** What an expression means: a name, or its comparison with a text. GitHub knows more of them; the action is to need no more. */
function evaluated(expression: string, values: Values): string {
  const found = /^\s*([\w.-]+)(?:\s*(==|!=)\s*'([^']*)')?\s*$/.exec(expression)
  if (found === null) throw new Error(`This is no expression that the tests know: ${expression}`)
  const [, name = '', operator, text] = found
  const value = values(name)
  return operator === undefined ? value : String((value === text) === (operator === '=='))
}

function filledIn(text: string, values: Values): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, values))
}

/** Runs the action with these inputs, as the step of a workflow that uses it. `env`: what that step has in its environment. */
export async function runAction(given: Readonly<Record<string, string>>, { cwd, env }: JobStart): Promise<JobEnded> {
  const action = readAction()
  const unknown = Object.keys(given).filter(name => !(name in action.inputs))
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`)
  const known: Record<string, string> = { 'github.token': env.GITHUB_JOB_TOKEN ?? '' }
  const values: Values = name => known[name] ?? ''
  for (const [name, { default: text }] of Object.entries(action.inputs))
    known[`inputs.${name}`] = given[name] ?? filledIn(text, values)
  const { GITHUB_JOB_TOKEN: _, ...own } = env
  let [code, log] = [0, '']
  for (const step of action.runs.steps) {
    if (step.if !== undefined && evaluated(step.if, values) !== 'true') continue
    const script = join(mkdtempSync(join(env.RUNNER_TEMP ?? '', 'step-')), 'script.sh')
    const output = `${script}.output`
    writeFileSync(script, step.run)
    writeFileSync(output, '')
    const mapped = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filledIn(text, values)]))
    const ended = await runShell(['bash', '--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd,
      env: { ...own, ...mapped, GITHUB_OUTPUT: output, GITHUB_ACTION_PATH: ROOT },
    })
    log += ended.log
    for (const line of readFileSync(output, 'utf8').split('\n')) {
      const [, name, text = ''] = /^([\w-]+)=(.*)$/.exec(line) ?? []
      if (name !== undefined && step.id !== undefined) known[`steps.${step.id}.outputs.${name}`] = text
    }
    code = ended.code
    if (code !== 0) break
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filledIn(value, values)])
  return { code, log, outputs: Object.fromEntries(outputs) }
}

/** Runs a command to its end, with this environment and no other. */
export function runShell(
  [command = '', ...args]: readonly string[],
  { cwd, env }: JobStart,
): Promise<{ code: number; log: string }> {
  return new Promise(resolve => {
    const child = execFile(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, log: stdout + stderr }),
    )
  })
}
