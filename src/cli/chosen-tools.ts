import { chosenTools, isToolName, TOOL_NAMES, type ToolChoice, type ToolName } from '../mcp/tool-choice.ts'
import type { Settings } from './settings.ts'
import { nearest, UsageError } from './usage.ts'

/** The tools that the settings leave to assistants. @throws {UsageError} for a name of no tool, or when no tool is left */
export function toolChoiceOf({
  read_only,
  tools,
  exclude,
}: Pick<Settings, 'read_only' | 'tools' | 'exclude'>): ToolChoice {
  const choice = { read_only, tools: named('--tools', tools), exclude: named('--exclude', exclude) }
  if (chosenTools(choice).length > 0) return choice
  throw new UsageError('--tools, --exclude and --read-only together leave no tool.')
}

function named(flag: string, words: readonly string[]): readonly ToolName[] {
  return words.map(word => {
    if (isToolName(word)) return word
    const near = nearest(word, TOOL_NAMES)
    const hint = near === undefined ? `The tools are: ${TOOL_NAMES.join(', ')}.` : `Did you mean ${near}?`
    throw new UsageError(`${flag}: there is no tool "${word.slice(0, 40)}". ${hint}`)
  })
}
