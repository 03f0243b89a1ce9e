import * as z from 'zod'

/** Why the arguments of a call were refused, naming each fault and, for an unknown argument, those the tool takes (MCP-4). */
export function badArguments(tool: string, error: z.ZodError, input: z.ZodType): string {
  const accepted = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const faults = error.issues.map(issue => {
    if (issue.code === 'unrecognized_keys') {
      const names = issue.keys.map(key => `"${key.slice(0, 60)}"`).join(', ')
      return `unknown argument ${names}`
    }
    const name = issue.path.map(String).join('.')
    return name ? `${name}: ${issue.message}` : issue.message
  })
  const takes = accepted.length > 0 ? `${tool} takes: ${accepted.join(', ')}.` : `${tool} takes no arguments.`
  return `Nothing was done: ${faults.join('; ')}. ${takes} Call it again with these put right.`
}
