import type { Tool } from '@modelcontextprotocol/server'
import type { ServerParts } from './context.ts'
import type { PreparedTool } from './tool.ts'
import { chosenTools, type ToolChoice, wordingFor } from './tool-choice.ts'
import { TOOLS } from './tools/index.ts'

interface Lists {
  /** Every tool that may be called. */
  readonly tools: readonly PreparedTool[]
  /** Those that are listed where the service has no segments, or may have none: translate_segments would only mislead. */
  readonly without_segments: readonly PreparedTool[]
}

/** What a choice of tools leaves, made once for each choice. */
interface Chosen extends Lists {
  /** The same where the caller's files lie on another machine. */
  readonly elsewhere: Lists
  readonly listings: ReadonlyMap<string, Tool>
}

const made = new WeakMap<ToolChoice, Chosen>()

function chosenBy(choice: ToolChoice): Chosen {
  const known = made.get(choice)
  if (known !== undefined) return known
  const names = new Set<string>(chosenTools(choice))
  const tools = TOOLS.filter(({ name }) => names.has(name))
  const { described } = wordingFor(choice)
  const chosen = {
    ...listsOf(tools),
    elsewhere: listsOf(tools.filter(({ name }) => name !== 'plan_sync')),
    listings: new Map(tools.map(tool => [tool.name, worded(tool.listing(), described)])),
  }
  made.set(choice, chosen)
  return chosen
}

function listsOf(tools: readonly PreparedTool[]): Lists {
  return { tools, without_segments: tools.filter(({ name }) => name !== 'translate_segments') }
}

type Served = Pick<ServerParts, 'settings' | 'callerState'>

/** The tools to list now. The same array as long as the list is the same. */
export function listedTools({ settings, callerState }: Served): readonly PreparedTool[] {
  const chosen = chosenBy(settings.tools)
  const shows = callerState.hands_out ?? (settings.agent || settings.embedded)
  const { tools, without_segments } = settings.transport === 'stdio' ? chosen : chosen.elsewhere
  return shows ? tools : without_segments
}

/** True where the list may still grow during the life of the process. */
export function mayGrow(parts: Served): boolean {
  const chosen = chosenBy(parts.settings.tools)
  const { tools } = parts.settings.transport === 'stdio' ? chosen : chosen.elsewhere
  return listedTools(parts).length < tools.length
}

/** The tool of this name that may be called; undefined for one that the operator left out. */
export function callableTool(name: string, { settings }: Pick<Served, 'settings'>): PreparedTool | undefined {
  return chosenBy(settings.tools).tools.find(tool => tool.name === name)
}

/** The entries of tools/list. No text in them names a tool that the operator left out. */
export function listingsOf(parts: Served): Tool[] {
  const { listings } = chosenBy(parts.settings.tools)
  return listedTools(parts).flatMap(({ name }) => listings.get(name) ?? [])
}

/** The entry with its texts reworded: the description of the tool, and those of its arguments. */
function worded(listing: Tool, described: (text: string) => string): Tool {
  const { description = '', inputSchema } = listing
  const { properties = {} } = inputSchema
  const arguments_ = Object.entries(properties).map(([name, schema]) => [name, wordedSchema(schema, described)])
  return {
    ...listing,
    description: described(description),
    inputSchema: { ...inputSchema, properties: Object.fromEntries(arguments_) },
  }
}

function wordedSchema(schema: unknown, described: (text: string) => string): unknown {
  if (typeof schema !== 'object' || schema === null || !('description' in schema)) return schema
  const { description, ...rest } = schema
  const text = typeof description === 'string' ? described(description) : ''
  return text === '' ? rest : { ...rest, description: text }
}
