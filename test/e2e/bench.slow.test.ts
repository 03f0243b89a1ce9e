import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ROOT } from '../support/tree.ts'

const run = promisify(execFile)
const BENCH = join(ROOT, 'test', 'bench', 'run.mjs')

it('measures everything it says it does, on tiny files', async () => {
  const { stdout, stderr } = await run(process.execPath, [BENCH, '--size', '0.01', '--rounds', '1'])
  expect(stderr).toBe('')
  const parts = stdout.split('\n\n').map(part => part.trim().split('\n'))
  const lines = new Map(parts.map(([name = '', ...found]) => [name, found]))
  for (const name of [
    'start-up',
    'throughput',
    'calls',
    'memory',
    'formats',
    'commands',
    'parsers',
    'engines',
    'assistant',
    'listing',
    'scale',
    'databases',
    'sessions',
    'uploads',
    'sync',
  ]) {
    expect(lines.get(name)?.length, name).toBeGreaterThan(0)
  }
  for (const engine of ['apertium', 'openai', 'deepl']) {
    expect(stdout).toMatch(new RegExp(`${engine}: segments a second, server without latency +[1-9]\\d*/s`))
    expect(stdout).toMatch(new RegExp(`${engine}: share of words from memory where 1 % changed +99\\.\\d %`))
  }
  expect(stdout.match(/tokens a source word, .+? +[\d.]+ /g)).toHaveLength(3)
  expect(stdout).toMatch(/memory that csv \d+ MB adds, over csv \d+ MB +[\d.]+ ×/)
  expect(stdout).toMatch(/^node v.*load/)
  expect(stdout).not.toContain('NaN')
})
