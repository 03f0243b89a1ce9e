import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import * as z from 'zod'

const Config = z.object({
  mcpServers: z.object({
    translation: z.object({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()).default({}),
    }),
  }),
})

/** Starts the server that a configuration names, as an assistant without a shell does, and gives the names of its tools. */
export async function toolsOfConfigured(file: string, home: string, cwd: string): Promise<readonly string[]> {
  const { command, args, env } = Config.parse(JSON.parse(readFileSync(file, 'utf8'))).mcpServers.translation
  const { SystemRoot } = process.env
  const bare = { HOME: home, PATH: '/usr/bin:/bin', ...(SystemRoot && { SystemRoot, USERPROFILE: home }) }
  const client = new Client({ name: 'configured', version: '1' })
  await client.connect(new StdioClientTransport({ command, args: [...args], cwd, env: { ...bare, ...env } }))
  try {
    return (await client.listTools()).tools.map(({ name }) => name)
  } finally {
    await client.close()
  }
}
