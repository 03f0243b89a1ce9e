import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { serveMetrics } from '../../src/telemetry/scraping.ts'
import { ask } from '../support/http.ts'

it('has every metric that docs/operating.md tells operators to watch [SCL-3]', async () => {
  const shared = async () => ({ jobs: [], credits: { settled: 0, reserved: 0 } })
  const server = await serveMetrics({ port: 0, host: '127.0.0.1', token: undefined, shared }, '1.2.3')
  onTestFinished(() => server.close())
  const { text } = await ask(server.url)
  const types = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const page = readFileSync('docs/operating.md', 'utf8')
  const named = [...page.matchAll(/\b(?:translation|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(12)
  const unknown = named.filter(name => !types.has(name.replace(/_(?:bucket|sum|count)$/, '')))
  expect(unknown).toEqual([])
})
