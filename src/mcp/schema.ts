import * as z from 'zod'

/** A JSON Schema as it goes onto the wire. */
export type JsonSchema = { readonly type: 'object'; readonly [key: string]: unknown }

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * The input schema as models get it: without `$schema`, and without the bounds ±(2^53 − 1) that zod adds to integers. Unknown
 * arguments stay forbidden, so that a mistyped filter gives an error and not an unfiltered answer.
 */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return root(lean(read(z.toJSONSchema(schema, { io: 'input' })), { open: false, depth: 0 }))
}

/**
 * The output schema as models get it: short (`required` only at the root), and open to unknown keys. With a closed schema, clients
 * that cached it would refuse results as soon as a field is added.
 */
export function outputSchema(schema: z.ZodType): JsonSchema {
  return root(lean(read(z.toJSONSchema(schema, { io: 'output' })), { open: true, depth: 0 }))
}

function root(schema: Json): JsonSchema {
  if (!isRecord(schema)) throw new TypeError('a tool schema has an object at its root')
  return { ...schema, type: 'object' }
}

/** Copies the schema of zod into plain JSON values, on which the rest works. */
function read(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema))
}

const WIDEST = Number.MAX_SAFE_INTEGER

function lean(schema: Json, at: { open: boolean; depth: number }): Json {
  if (isList(schema)) return schema.map(item => lean(item, { ...at, depth: at.depth + 1 }))
  if (!isRecord(schema)) return schema
  const union = nullable(schema)
  if (union) return lean(union, at)
  const kept = Object.entries(schema).filter(([key, value]) => keep(key, value, at))
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === 'properties' && isRecord(value)) return [key, mapValues(value, at)]
      return [key, isList(value) || isRecord(value) ? lean(value, { ...at, depth: at.depth + 1 }) : value]
    }),
  )
}

function mapValues(properties: { readonly [key: string]: Json }, at: { open: boolean; depth: number }): Json {
  const below = { ...at, depth: at.depth + 1 }
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, lean(value, below)]))
}

function keep(key: string, value: Json, { open, depth }: { open: boolean; depth: number }): boolean {
  if (key === '$schema') return false
  if ((key === 'minimum' && value === -WIDEST) || (key === 'maximum' && value === WIDEST)) return false
  if (!open) return true
  return !(key === 'additionalProperties' || key === 'default' || (key === 'required' && depth > 0))
}

/** `anyOf: [X, null]` written as `type: [x, 'null']`, which is shorter and says the same. */
function nullable(schema: { readonly [key: string]: Json }): Json | undefined {
  const { anyOf, ...rest } = schema
  if (!isList(anyOf) || anyOf.length !== 2) return undefined
  const other = anyOf.find(one => isRecord(one) && one.type !== 'null')
  if (!isRecord(other) || typeof other.type !== 'string' || !anyOf.some(one => isRecord(one) && one.type === 'null'))
    return undefined
  const options = isList(other.enum) ? { enum: [...other.enum, null] } : {}
  return { ...rest, ...other, type: [other.type, 'null'], ...options }
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
