import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from '../support/tree.ts'
import { readAction } from './composite.ts'
import { JOBS, jobsFor, readTemplate } from './gitlab-jobs.ts'

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(read('package.json')))

describe('action.yml', () => {
  const { inputs, runs } = readAction()

  it('puts nothing that is given into the text of a script, where it could be a command', () => {
    expect(runs.steps.map(({ run }) => run).filter(run => run.includes('${{'))).toEqual([])
    const used = runs.steps.flatMap(({ env }) => Object.values(env)).concat(runs.steps.flatMap(step => step.if ?? []))
    const unused = Object.keys(inputs).filter(name => !used.some(text => text.includes(`inputs.${name}`)))
    expect(unused).toEqual([])
  })

  it('gives the token to no step but the one that pushes', () => {
    const having = runs.steps.filter(step =>
      /token/i.test(JSON.stringify({ ...step.env, 'max-tokens': '' }).replaceAll(/max.tokens/gi, '')),
    )
    expect(having.map(({ name }) => name)).toEqual(['Sync'])
  })

  it('fetches the version that this is', () => {
    expect(inputs.version?.default).toBe(version)
    expect(readTemplate().variables.TRANSLATION_CI_VERSION).toBe(version)
  })

  it('says the same names and defaults as the scripts', () => {
    const settings = read('ci/settings.mjs')
    for (const name of ['branch', 'title']) expect(settings).toContain(`'${inputs[name]?.default}'`)
    const given = runs.steps.flatMap(({ env }) => Object.keys(env)).filter(name => name.startsWith('TRANSLATION_CI_'))
    const known = [...settings.matchAll(/(?:said|lines)\('(\w+)'\)/g)].map(([, name]) => `TRANSLATION_CI_${name}`)
    expect(new Set(given)).toEqual(new Set([...known, 'TRANSLATION_CI_TOKEN']))
  })
})

describe('ci/gitlab.yml', () => {
  const CI = { CI_DEFAULT_BRANCH: 'main' }
  const TOKEN = { TRANSLATION_CI_TOKEN: 'there' }

  it.each([
    {
      of: 'the default branch',
      has: { ...CI, ...TOKEN, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' },
      jobs: JOBS,
    },
    { of: 'the default branch without a token', has: { ...CI, CI_COMMIT_BRANCH: 'main' }, jobs: ['translation-check'] },
    {
      of: 'a merge request',
      has: { ...CI, ...TOKEN, CI_PIPELINE_SOURCE: 'merge_request_event' },
      jobs: ['translation-check'],
    },
    {
      of: 'the branch of the job',
      has: { ...CI, ...TOKEN, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'translation-mcp/sync' },
      jobs: [],
    },
    { of: 'a tag', has: { ...CI, ...TOKEN, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'v1' }, jobs: [] },
  ])('a pipeline of $of has $jobs', ({ has, jobs }) => {
    expect(jobsFor(has)).toEqual(jobs)
  })
})

describe('the examples in docs/ci.md', () => {
  const Step = z.strictObject({
    uses: z.string().optional(),
    run: z.string().optional(),
    'working-directory': z.string().optional(),
    with: z.record(z.string(), z.unknown()).optional(),
    env: z.record(z.string(), z.string()).optional(),
  })
  const Workflow = z.strictObject({
    name: z.string(),
    on: z.union([z.string(), z.record(z.string(), z.unknown())]),
    permissions: z.record(z.string(), z.enum(['read', 'write'])),
    concurrency: z.string().optional(),
    jobs: z.record(z.string(), z.strictObject({ 'runs-on': z.string(), steps: z.array(Step) })),
  })
  const texts = [...read('docs/ci.md').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  const workflows = texts.filter(text => text.includes('jobs:')).map(text => Workflow.parse(parse(text)))
  const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap(job => job.steps))

  it('are one workflow that checks without a secret, one that translates, and one that checks before there is a package', () => {
    expect(
      workflows.map(({ on, permissions }) => ({
        on: Object.keys(typeof on === 'string' ? { [on]: null } : on),
        permissions,
      })),
    ).toEqual([
      { on: ['pull_request'], permissions: { contents: 'read' } },
      { on: ['push', 'schedule', 'workflow_dispatch'], permissions: { contents: 'write', 'pull-requests': 'write' } },
      { on: ['pull_request'], permissions: { contents: 'read' } },
    ])
    const checks = texts.filter(text => text.includes('pull_request'))
    expect(checks.join('')).not.toContain('secrets')
  })

  it('use nobody else’s actions but those of GitHub, and inputs that there are', () => {
    const { inputs } = readAction()
    expect(new Set(steps.flatMap(({ uses }) => uses ?? []))).toEqual(
      new Set([
        'actions/checkout@v4',
        'actions/setup-node@v4',
        `OWNER/translation-mcp@v${version}`,
        './.translation-mcp',
      ]),
    )
    const given = steps
      .filter(({ uses }) => uses?.includes('translation-mcp'))
      .flatMap(step => Object.keys(step.with ?? {}))
    expect(given.filter(name => !(name in inputs))).toEqual([])
    expect(given.some(name => name.startsWith('max-'))).toBe(true)
  })
})
