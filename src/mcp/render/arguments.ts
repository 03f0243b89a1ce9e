import * as z from 'zod'
import { count, counted } from './numbers.ts'

/** Why the arguments of a call were refused: the faults, and the names of the arguments that the tool takes (MCP-4). */
export function badArguments(tool: string, error: z.ZodError, input: z.ZodType, given: unknown): string {
  const faults = error.issues.map(issue => {
    const name = nameOf(issue.path)
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, name)
    if (!name) return 'the arguments must be an object'
    if (issue.code === 'invalid_type' && at(given, issue.path) === undefined) return `${name} is missing`
    return `${name}: ${boundOf(issue) ?? issue.message.replace(/^Invalid input: /, '')}`
  })
  const accepted = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const takes = accepted.length > 0 ? `${tool} takes: ${accepted.join(', ')}.` : `${tool} takes no arguments.`
  const meant = meantBy(error, input)
  return `Nothing was done: ${some(faults, '; ')}. ${takes}${meant} Correct the call and make it again.`
}

/** What the tool says of each argument that is missing, or whose value is of another type. */
function meantBy({ issues }: z.ZodError, input: z.ZodType): string {
  const names = new Set(issues.flatMap(({ code, path: [name] }) => (code === 'invalid_type' && name ? [name] : [])))
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties)
    .filter(([name]) => names.has(name))
    .map(([name, schema]) =>
      typeof schema === 'object' && schema.description !== undefined ? ` ${name}: ${schema.description}.` : '',
    )
    .join('')
}

/** What is counted of a value that is too small or too large; a number itself counts nothing. */
const COUNTED: Readonly<Record<string, string>> = { array: 'item', string: 'character' }

/** What a value that is too small or too large should be; undefined for another fault. */
function boundOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined
  const [most, bound] =
    issue.code === 'too_big' ? (['most', issue.maximum] as const) : (['least', issue.minimum] as const)
  const one = COUNTED[issue.origin]
  if (one === undefined) return `must be at ${most} ${count(Number(bound))}`
  return bound === 1 && most === 'least' ? 'must not be empty' : `must have at ${most} ${counted(Number(bound), one)}`
}

const SHOWN = 8

/** The first few parts, and how many more there are: a call may have a thousand faults. */
function some(parts: readonly string[], between: string): string {
  const more = parts.length > SHOWN ? [`and ${parts.length - SHOWN} more`] : []
  return [...parts.slice(0, SHOWN), ...more].join(between)
}

function unknownKeys(keys: readonly string[], inside: string): string {
  const names = some(
    keys.map(key => `"${key.slice(0, 60)}"`),
    ', ',
  )
  return inside ? `${inside} has an unknown field ${names}` : `unknown argument ${names}`
}

/** `terms[2].source` */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, part) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, part) : undefined),
    value,
  )
}
