import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from './support/tree.ts'

const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.looseObject({
    test: z.looseObject({
      strategy: z.looseObject({ matrix: z.looseObject({ os: z.array(z.string()), node: z.array(z.number()) }) }),
      steps: z.array(z.looseObject({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  }),
})
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

it('gives every system the same bytes: git changes no line end', () => {
  expect(read('.gitattributes')).toMatch(/^\* -text$/m)
})

it('runs the tests as the README says on Linux, macOS and Windows, on the oldest and a newer Node', () => {
  const { permissions, jobs } = Workflow.parse(parse(read('.github/workflows/test.yml')))
  const { strategy, steps } = jobs.test
  expect(permissions).toEqual({ contents: 'read' })
  expect(strategy.matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest'])
  const oldest = /"node": ">=(\d+)/.exec(read('package.json'))?.[1]
  expect(strategy.matrix.node).toEqual([Number(oldest), 24])
  const lines = steps.flatMap(({ run }) => run ?? [])
  expect(read('README.md')).toContain(lines.join(' && '))
})
