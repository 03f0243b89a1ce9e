import { getEncoding } from 'js-tiktoken'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/contract/errors.ts'
import { instructionsFor } from '../../src/mcp/instructions.ts'
import { RECOVERY } from '../../src/mcp/recovery.ts'
import { RESOURCE_TEMPLATES, RESOURCES } from '../../src/mcp/resources/index.ts'
import { TOOL_NAMES } from '../../src/mcp/tool-choice.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'

const LISTED = TOOLS.map(tool => ({ ...tool.listing(), effect: tool.effect }))
const WIRE = TOOLS.map(tool => tool.listing())
const NAMES = new Set(WIRE.map(({ name }) => name))

const encoding = getEncoding('o200k_base')
const tokens = (value: unknown) => encoding.encode(typeof value === 'string' ? value : JSON.stringify(value)).length

describe('the budget of tools/list', () => {
  it('is at most 24 kB and 6,000 tokens [MCP-5]', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: WIRE }))).toBeLessThanOrEqual(24_000)
    expect(tokens({ tools: WIRE })).toBeLessThanOrEqual(6000)
  })

  it('gives descriptions and inputs at most 3,200 tokens [MCP-5]', () => {
    const read = WIRE.map(({ description = '', inputSchema }) => tokens(description) + tokens(inputSchema))
    expect(read.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(3200)
  })
})

const INSTRUCTIONS = instructionsFor(TOOL_NAMES, { transport: 'stdio' })

describe('the instructions', () => {
  it.each(['stdio', 'http'] as const)(
    'have at most 2,000 characters over %s, and the first 500 name the way from a file to its translation',
    transport => {
      for (const names of [TOOL_NAMES, TOOL_NAMES.filter(name => name !== 'translate_segments')]) {
        const told = instructionsFor(names, { transport })
        expect(told.length).toBeLessThanOrEqual(2000)
        const start = told.slice(0, 500)
        for (const word of ['create_batch', 'plan_batch', 'approve_batch', 'get_result']) expect(start).toContain(word)
      }
    },
  )

  it('name no tool that is not listed, whichever is left out [MCP-18]', () => {
    for (const left_out of TOOL_NAMES) {
      const listed = TOOL_NAMES.filter(name => name !== left_out)
      expect(instructionsFor(listed, { transport: 'http' })).not.toMatch(new RegExp(`\\b${left_out}\\b`))
    }
    expect(instructionsFor([], { transport: 'stdio' })).not.toMatch(new RegExp(TOOL_NAMES.join('|')))
  })
})

type Node = { readonly [key: string]: unknown }

/** Every schema object in a schema, with the path to it; the names of properties are not mistaken for keywords. */
function nodes(schema: unknown, path = ''): { path: string; node: Node }[] {
  if (!isNode(schema)) return []
  const below = Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties' && isNode(value)) {
      return Object.entries(value).flatMap(([name, property]) => nodes(property, `${path}.${name}`))
    }
    return nodes(value, `${path}/${key}`)
  })
  return [{ path, node: schema }, ...below]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const BARRED = ['$schema', '$ref', 'oneOf', 'anyOf', 'allOf', 'pattern', 'format', 'nullable', 'const', 'not']

describe.each(LISTED)('$name', ({ name, title, description = '', annotations, inputSchema, outputSchema, effect }) => {
  it('is what hosts have always been shown on the wire [MCP-5]', async () => {
    const listing = TOOLS.find(tool => tool.name === name)?.listing()
    await expect(`${JSON.stringify(listing, null, 2)}\n`).toMatchFileSnapshot(`__snapshots__/${name}.json.snap`)
  })

  it('has a short snake_case name, a title and honest annotations [MCP-5]', () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(name.length).toBeLessThanOrEqual(48)
    expect(title).toBeTruthy()
    expect(annotations).toMatchObject({ title, readOnlyHint: effect === 'read' })
    expect(annotations?.destructiveHint).toBe(['remove', 'spend', 'save'].includes(effect))
  })

  it('says in the first sentence what it does and what it gives back [MCP-5]', () => {
    const [first = ''] = description.split(/(?<=\.)\s/)
    expect(first).toMatch(/^[A-Z][a-z]+s /)
    expect(first).toMatch(/gives? back|^Shows|^Lists/)
    expect(description).not.toMatch(/!|[A-Z]{5,}/)
  })

  it('takes a flat, closed object without unions, nullables, patterns and formats [MCP-4]', () => {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false, properties: expect.anything() })
    for (const { path, node } of nodes(inputSchema)) {
      expect(
        BARRED.filter(word => word in node),
        path,
      ).toEqual([])
      expect(typeof node.type, path).toBe('string')
      if (node.type === 'array') expect(node.items, path).toBeDefined()
      if (node.type === 'object') expect(node.additionalProperties, path).toBe(false)
    }
  })

  it('gives an object that admits unknown keys, required only at its root [MCP-5]', () => {
    expect(outputSchema?.type).toBe('object')
    for (const { path, node } of nodes(outputSchema)) {
      expect(
        ['$schema', '$ref', 'oneOf', 'anyOf', 'allOf'].filter(word => word in node),
        path,
      ).toEqual([])
      expect(node.additionalProperties, path).not.toBe(false)
      if (path !== '') expect(node.required, path).toBeUndefined()
      if (node.type === 'array') expect(node.items, path).toBeDefined()
    }
    expect(nodes(outputSchema).map(({ path }) => path)).toEqual(expect.arrayContaining(['.next_step', '.warnings']))
  })
})

describe('what is said about other tools', () => {
  const said: [string, string][] = [
    ['the instructions', INSTRUCTIONS],
    ...WIRE.map(({ name, description, inputSchema }): [string, string] => [
      name,
      description + JSON.stringify(inputSchema),
    ]),
    ...Object.entries(RECOVERY).map(([code, recovery]): [string, string] => [code, JSON.stringify(recovery)]),
    ...[...RESOURCES, ...RESOURCE_TEMPLATES].map(({ name, description }): [string, string] => [name, description]),
  ]

  it.each(said)('%s names only tools that are there [ERR-4]', (_where, text) => {
    const named = text.match(/\b(?:get|list|create|plan|approve|update|manage|translate)_[a-z]+\b/g) ?? []
    expect(named.filter(name => name !== 'plan_revision' && !NAMES.has(name))).toEqual([])
  })
})

describe('recovery', () => {
  it.each(Object.keys(ERRORS))(
    '%s says whether anything changed, who can fix it and whether to repeat [ERR-4]',
    code => {
      const entry = Object.entries(RECOVERY).find(([key]) => key === code)?.[1]
      expect(entry?.what).toMatch(/[.]$/)
      expect(entry?.who).toMatch(/[.]$/)
      expect(`${entry?.retry}${entry?.next ?? ''}`).not.toBe('')
    },
  )
})
