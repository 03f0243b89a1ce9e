/** Every place where a constant of a module stands by its name, so that it can get another one. */
import { isRecord } from './nodes.ts'

/** The names of a module, and where each of its constants stands. */
export interface NameUses {
  /** All names that a new one could be taken for. */
  readonly taken: ReadonlySet<string>
  /** Each name with its places, whatever it means there. */
  readonly names: ReadonlyMap<string, readonly PlacedName[]>
  /** Where a constant stands, in order. None where it stands in a place that does not surely mean it: such a name stays. */
  usesOf(name: string): readonly number[]
  /** Wherever a name stands. */
  placesOf(name: string): readonly number[]
}

/** What holds a name that is the constant's, as kind and field of the node around it. */
const MEANT: ReadonlySet<string> = new Set([
  ...['VariableDeclarator.id', 'ExportDefaultDeclaration.declaration', 'TSExportAssignment.expression'],
  ...['ExportSpecifier.local', 'TSTypeQuery.exprName', 'AssignmentExpression.right', 'ObjectProperty.value'],
  ...['SpreadElement.argument', 'MemberExpression.object', 'CallExpression.arguments', 'ArrayExpression.elements'],
  ...['TSAsExpression.expression', 'TSSatisfiesExpression.expression', 'ParenthesizedExpression.expression'],
])
/** What is a name of its own, where it stands without brackets: a key. */
const KEYS: ReadonlySet<string> = new Set([
  ...['ObjectProperty.key', 'ObjectMethod.key', 'MemberExpression.property', 'OptionalMemberExpression.property'],
  ...['TSPropertySignature.key', 'TSMethodSignature.key', 'ImportSpecifier.imported'],
])
/** In a pattern, what looks like a value is a name that is made. */
const PATTERNS: ReadonlySet<string> = new Set(['ObjectPattern', 'ArrayPattern', 'AssignmentPattern', 'RestElement'])

interface PlacedName {
  readonly at: number
  /** The kind of the node around it and its field there; `pattern` in one that takes a value apart. */
  readonly place: string
}

/** The names in a parsed module. `text` is what it was parsed from. */
export function nameUsesIn(text: string, program: unknown): NameUses {
  const names = new Map<string, PlacedName[]>()
  const waiting: { readonly node: unknown; readonly place: string }[] = [{ node: program, place: '' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, place } = next
    if (!isRecord(node)) continue
    const { type: kind, name } = node
    if (kind === 'Identifier' && typeof name === 'string' && !KEYS.has(place)) {
      const found = names.get(name) ?? []
      names.set(name, found)
      found.push({ at: Number(node.start), place })
    }
    for (const [field, value] of Object.entries(node)) {
      const within = placeOf(node, field, place)
      if (Array.isArray(value)) for (const each of value) waiting.push({ node: each, place: within })
      else if (isRecord(value) && field !== 'loc' && field !== 'extra') waiting.push({ node: value, place: within })
    }
  }
  return {
    taken: new Set(names.keys()),
    names,
    placesOf: name => (names.get(name) ?? []).map(({ at }) => at),
    usesOf(name) {
      const found = names.get(name) ?? []
      const places = found.filter(({ place }) => place === 'VariableDeclarator.id')
      const isSure =
        places.length === 1 && found.every(({ at, place }) => MEANT.has(place) && text.startsWith(name, at))
      return isSure ? [...new Set(found.map(({ at }) => at))].sort((a, b) => a - b) : []
    },
  }
}

/** Where a node stands in the one around it. */
function placeOf(node: Readonly<Record<string, unknown>>, field: string, place: string): string {
  const kind = String(node.type)
  if (PATTERNS.has(kind) || place.startsWith('pattern')) return 'pattern'
  if (field === 'key' || field === 'property') return node.computed === true ? `${kind}.[${field}]` : `${kind}.${field}`
  if (kind === 'ObjectProperty' && node.shorthand === true) return 'shorthand'
  // A name that is exported as it is stands there once.
  if (
    field === 'exported' &&
    isRecord(node.local) &&
    isRecord(node.exported) &&
    node.local.start === node.exported.start
  )
    return `${kind}.local`
  return `${kind}.${field}`
}
