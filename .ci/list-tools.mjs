// Run beside an installed package: starts its command over stdio and fails unless it lists tools and says the package's version.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const hello = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'package-check', version: '1.0.0' },
}
const messages = [
  { id: 1, method: 'initialize', params: hello },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
const said = execFileSync('./node_modules/.bin/translation-mcp', {
  input: messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  encoding: 'utf8',
})
const answers = said
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line))
const resultOf = asked => answers.find(({ id }) => id === asked)?.result
const { version } = resultOf(1).serverInfo
const { tools } = resultOf(2)
const installed = JSON.parse(readFileSync('./node_modules/translation-mcp/package.json', 'utf8')).version
if (version !== installed) throw new Error(`the package is ${installed}, its server says ${version}`)
if (tools.length < 12) throw new Error(`expected at least 12 tools, found ${tools.length}`)
process.stdout.write(`${version}: ${tools.map(tool => tool.name).join(', ')}\n`)
