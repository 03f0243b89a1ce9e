import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from './support/tree.ts'

const Permissions = z.record(z.string(), z.string())
const Step = z.looseObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
})
const Job = z.looseObject({
  needs: z.string().optional(),
  permissions: Permissions.optional(),
  'timeout-minutes': z.number(),
  steps: z.array(Step),
})
const Workflow = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  jobs: z.record(z.string(), Job),
})

const FOLDER = path.join(ROOT, '.github', 'workflows')
const textOf = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8')
const workflow = (name: string) => Workflow.parse(parse(textOf(name)))

describe.each(readdirSync(FOLDER))('the workflow %s', name => {
  const { jobs, permissions } = workflow(name)
  const steps = Object.values(jobs).flatMap(job => job.steps)

  it('uses the actions of others at one commit each, and says at which version that is', () => {
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter(action => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
    const lines = textOf(name)
      .split('\n')
      .filter(line => /\buses: /.test(line))
    expect(lines.filter(line => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('gives every job no more than reading, but for what that job does', () => {
    const ofJobs = Object.values(jobs).map(job => job.permissions)
    const given = [permissions, ...ofJobs.filter(one => one !== undefined)]
    const wanted: Readonly<Record<string, unknown>> = {
      'test.yml': [{ contents: 'read' }],
      'publish.yml': [{}, { contents: 'read' }, { 'id-token': 'write' }, { contents: 'write' }],
    }
    expect(given).toEqual(wanted[name])
  })

  it('ends, keeps no secret, and puts nothing that others may write into a script', () => {
    expect(textOf(name)).not.toMatch(/\bsecrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
    expect(Object.values(jobs).every(job => job['timeout-minutes'] <= 30)).toBe(true)
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
  })
})

describe('publishing', () => {
  const { on, jobs } = workflow('publish.yml')
  const runs = (name: string) => (jobs[name]?.steps ?? []).flatMap(({ run }) => run ?? [])

  it('begins with a tag alone, and with the version that it names', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } })
    const [guard = ''] = runs('pack')
    expect(guard).toContain('test "$GITHUB_REF_NAME" = "v$version"')
    expect(guard).toContain('io.github.$GITHUB_REPOSITORY_OWNER')
  })

  it('tests what it packs, and publishes the very file, from a job that runs no code of the package', () => {
    const order = ['npm ci --ignore-scripts', 'npm test', 'npm pack --pack-destination packed']
    const packed = runs('pack').join('\n')
    const places = order.map(line => packed.indexOf(line))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(jobs.publish?.needs).toBe('pack')
    expect(runs('publish')[0]).toBe('npm publish --provenance --access public ./translation-mcp-*.tgz')
    expect(runs('publish').join('\n')).not.toMatch(/npm (?:ci|install|test|run)\b|npx /)
    expect(jobs.publish?.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? [])).not.toContain('actions/checkout')
  })

  it('tells the registry of MCP servers after npm, by the identity of the job and a publisher of one version', () => {
    const last = runs('publish').at(-1) ?? ''
    expect(last).toMatch(/registry\/cmd\/publisher@v\d+\.\d+\.\d+\n/)
    expect(last).toMatch(/login github-oidc\n.* publish\n$/)
  })

  it('adds the package and the list of its parts to the release', () => {
    expect(jobs.release?.needs).toBe('publish')
    expect(runs('release').join()).toMatch(/^gh release create "\$GITHUB_REF_NAME" .*\.tgz sbom\.cdx\.json$/)
  })
})
