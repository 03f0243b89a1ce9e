// Run beside an installed package: starts its command over stdio and fails unless it lists tools.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const client = new Client({ name: 'package-check', version: '1.0.0' })
await client.connect(new StdioClientTransport({ command: './node_modules/.bin/translation-mcp' }))
const { tools } = await client.listTools()
await client.close()
if (tools.length < 12) throw new Error(`expected at least 12 tools, found ${tools.length}`)
process.stdout.write(`${client.getServerVersion()?.version}: ${tools.map(tool => tool.name).join(', ')}\n`)
