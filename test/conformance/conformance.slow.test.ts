import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { makePlace, type Place, startProgram } from '../support/program.ts'
import { ROOT } from '../support/tree.ts'
import { EXPECTED_FAILURES, REVISIONS } from './baseline.ts'

const SUITE = join(ROOT, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
const BEFORE = join(ROOT, 'test', 'conformance', 'glob-of-node-22.mjs')
const Facts = z.object({ mcp_url: z.string() })

let place: Place
let url: string
beforeAll(async () => {
  place = makePlace()
  const running = startProgram(['http', '--auth', 'none', '--port', '0', '--json', '--engine', 'pseudo'], { place })
  await running.heard('\n', 'stdout')
  url = Facts.parse(JSON.parse(running.said('stdout'))).mcp_url
})

/** Runs the suite against the program, and gives how it ended and what it said. */
async function conformance(...args: readonly string[]) {
  const output = join(place.work, 'results')
  const child = spawn(process.execPath, ['--import', BEFORE, SUITE, 'server', '--url', url, '-o', output, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: place.home, TMPDIR: place.temporary },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(String(chunk)))
  const code = await new Promise<number | null>(done => child.on('close', done))
  const all = said.join('')
  return { code, summary: all.slice(Math.max(0, all.indexOf('=== SUMMARY ==='))) }
}

describe('the conformance suite of the protocol', () => {
  it.each(REVISIONS)(
    'passes for %s, but for scenarios that need fixtures [MCP-19, MCP-3]',
    async revision => {
      const baseline = join(place.work, `${revision}.yml`)
      const scenarios = Object.keys(EXPECTED_FAILURES[revision])
      writeFileSync(baseline, ['server:', ...scenarios.map(name => `  - ${name}`), ''].join('\n'))
      const { code, summary } = await conformance('--requirements', revision, '--expected-failures', baseline)
      expect(summary).toContain('=== SUMMARY ===')
      expect(code, summary).toBe(0)
    },
    180_000,
  )

  it.each(['directory', 'enumeration', 'manifest'])(
    'passes for skills: %s [MCP-18, MCP-19]',
    async part => {
      const { code, summary } = await conformance('--scenario', `sep-2640-skills-${part}`)
      expect(code, summary).toBe(0)
      expect(summary).toMatch(/, 0 failed, 0 warnings/)
    },
    60_000,
  )
})
