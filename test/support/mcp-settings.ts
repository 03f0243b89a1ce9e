import type { McpSettings } from '../../src/mcp/context.ts'

/** The settings of a server on stdio as they are without any flag, over the service inside the program. */
export const MCP_SETTINGS: McpSettings = {
  transport: 'stdio',
  consent: 'ask',
  max_credits: undefined,
  max_characters: undefined,
  max_tokens: undefined,
  max_money: undefined,
  ask_above_tokens: 100_000,
  engine: undefined,
  embedded: true,
  agent: true,
  tools: { read_only: false, tools: [], exclude: [] },
}
