import * as z from 'zod'
import { shown } from './answer.ts'
import type { Answer } from './probe.ts'
import { broken } from './verdict.ts'

/**
 * Checks that a value is exactly as the document declares it: every field there, none mistyped, none undeclared (contract, Resources).
 *
 * @throws {Ended} broken, naming the field
 */
export function mustBeExactly(schema: z.ZodType, value: unknown, answer: Answer): void {
  const read = z.safeParse(schema, value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw broken(`${shownHead(answer)}: ${issue?.path.join('.') || 'the data'}: ${issue?.message}`)
  }
  const [extra] = undeclared(value, read.data, '')
  if (extra !== undefined) throw broken(`${shownHead(answer)}: ${extra} is not declared`)
}

function shownHead(answer: Answer): string {
  return shown({ ...answer, text: '' })
}

/** The paths in a value that reading it by its schema dropped. */
function undeclared(value: unknown, read: unknown, path: string): string[] {
  if (Array.isArray(value) && Array.isArray(read)) {
    return value.flatMap((item: unknown, index) => undeclared(item, read[index], `${path}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || typeof read !== 'object' || read === null) return []
  const known = new Map<string, unknown>(Object.entries(read))
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path === '' ? name : `${path}.${name}`
    return known.has(name) ? undeclared(inner, known.get(name), here) : [here]
  })
}
