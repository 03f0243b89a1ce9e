// Run beside an installed package: starts its command over stdio and fails unless it lists tools and says the package's version.
import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const client = new Client({ name: 'package-check', version: '1.0.0' })
await client.connect(new StdioClientTransport({ command: './node_modules/.bin/translation-mcp' }))
const { tools } = await client.listTools()
// Forgotten once the connection is closed.
const version = client.getServerVersion()?.version
await client.close()
const installed = JSON.parse(readFileSync('./node_modules/translation-mcp/package.json', 'utf8')).version
if (version !== installed) throw new Error(`the package is ${installed}, its server says ${version}`)
if (tools.length < 12) throw new Error(`expected at least 12 tools, found ${tools.length}`)
process.stdout.write(`${version}: ${tools.map(tool => tool.name).join(', ')}\n`)
