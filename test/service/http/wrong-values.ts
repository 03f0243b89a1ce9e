import * as z from 'zod'

/** A value that an operation's schema refuses, and which property or parameter the refusal has to name. */
export interface Wrong {
  readonly what: string
  readonly value: unknown
  readonly param: string
  /** True for a property that the schema does not know. */
  readonly unknown: boolean
}

/** The fields of an object schema. */
export function fieldsOf(schema: z.ZodType): readonly (readonly [string, z.ZodType])[] {
  return schema instanceof z.ZodObject ? Object.entries(schema.shape).filter(isField) : []
}

function isField(entry: [string, unknown]): entry is [string, z.ZodType] {
  return entry[1] instanceof z.ZodType
}

/** A schema without what says that it may be absent or null. */
export function core(schema: z.ZodType): z.ZodType {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined
  return inner instanceof z.ZodType ? core(inner) : schema
}

const ANY_TYPE = [1, true, 'text', [], {}, null]

/** A value that the schema takes. */
export function rightValue(schema: z.ZodType, name: string): unknown {
  const type = core(schema)
  if (name === 'language_pair') return 'en-de'
  if (type instanceof z.ZodString) return 'text'
  if (type instanceof z.ZodBoolean) return true
  if (type instanceof z.ZodArray && type.element instanceof z.ZodType) return [rightValue(type.element, '')]
  return Object.fromEntries(
    fieldsOf(type)
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([field, inner]) => [field, rightValue(inner, field)]),
  )
}

/** Everything that is wrong about a JSON value for a schema, at its place `param`: types, lengths, entries, unknown properties. */
export function wrongValues(schema: z.ZodType, param: string): Wrong[] {
  const wrong = (what: string, value: unknown, at = param): Wrong => ({ what, value, param: at, unknown: false })
  const found = ANY_TYPE.filter(value => !schema.safeParse(value).success && sameType(schema, value) === false)
  const all = found.map(value => wrong(JSON.stringify(value), value))
  const type = core(schema)
  if (type instanceof z.ZodString) {
    if (type.maxLength !== null) all.push(wrong('too long', 'x'.repeat(type.maxLength + 1)))
    if (type.minLength !== null) all.push(wrong('too short', 'x'.repeat(type.minLength - 1)))
    all.push(wrong('half a surrogate pair', 'a\ud800b'))
    if (param !== 'content') all.push(wrong('U+0000', 'a\0b'))
  }
  if (type instanceof z.ZodArray && type.element instanceof z.ZodType) {
    const right = rightValue(type.element, '')
    for (const inner of wrongValues(type.element, `${param}[1]`)) all.push({ ...inner, value: [right, inner.value] })
  }
  for (const [name, field] of fieldsOf(type)) {
    const whole = rightObject(type)
    const at = param === '' ? name : `${param}.${name}`
    for (const inner of wrongValues(field, at)) all.push({ ...inner, value: { ...whole, [name]: inner.value } })
    if (!field.safeParse(undefined).success) {
      all.push(wrong('missing', Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)), at))
    }
  }
  if (type instanceof z.ZodObject) {
    const at = param === '' ? 'colour' : `${param}.colour`
    all.push({ what: 'unknown', value: { ...rightObject(type), colour: 'red' }, param: at, unknown: true })
  }
  return all
}

/** True where only what lies inside a value is wrong: that is told of the place inside. */
function sameType(schema: z.ZodType, value: unknown): boolean {
  const type = core(schema)
  if (type instanceof z.ZodArray) return Array.isArray(value)
  if (type instanceof z.ZodObject) return typeof value === 'object' && value !== null && !Array.isArray(value)
  return false
}

function rightObject(schema: z.ZodType): Record<string, unknown> {
  const value = rightValue(schema, '')
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
