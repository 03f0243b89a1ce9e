import type { Node } from 'jsonc-parser'
import { jsonTree, valueOfTree } from '../../sync/project/json-tree.ts'
import { ProjectError } from '../../sync/project/project-error.ts'
import { SERVER } from './assistants.ts'
import { ConfigFlaw, type EntryFormat, type FoundEntry, type ServerEntry } from './entry.ts'
import { type JsonLayout, jsonLayoutOf, jsonOver, withMember, withoutMember, withValue } from './json-edit.ts'

const TYPE = 'stdio'
const USUAL: JsonLayout = { eol: '\n', unit: '  ' }

/**
 * Configurations in JSON, with or without comments, that list servers in an object.
 *
 * @param member the key of that object
 * @param typed whether an entry says how the server is spoken to
 */
export function jsonEntries(member: string, typed: boolean): EntryFormat {
  return {
    read: text => (text.trim() === '' ? { kind: 'none' } : foundAt(entryNode(treeOf(text), member))),
    put: (text, entry) => putIn(text, member, valueOfEntry(entry, typed)),
    take(text) {
      const servers = serversIn(treeOf(text), member)
      const at = servers && memberOf(servers, SERVER)
      return servers && at ? withoutMember(text, servers, at) : text
    },
    snippet: entry => jsonOver({ [member]: { [SERVER]: valueOfEntry(entry, typed) } }, USUAL),
  }
}

/** An entry as the assistants write it. */
export function valueOfEntry({ command, args, env }: ServerEntry, typed: boolean): Readonly<Record<string, unknown>> {
  return { ...(typed && { type: TYPE }), command, args, ...(Object.keys(env).length > 0 && { env }) }
}

function putIn(text: string, member: string, value: Readonly<Record<string, unknown>>): string {
  if (text.trim() === '') return `${jsonOver({ [member]: { [SERVER]: value } }, USUAL)}\n`
  const root = treeOf(text)
  const layout = jsonLayoutOf(text, root)
  const servers = serversIn(root, member)
  if (servers === undefined) return withMember(text, root, member, { [SERVER]: value }, layout)
  if (entryNode(root, member) === undefined) return withMember(text, servers, SERVER, value, layout)
  return Object.entries(value).reduce(
    (so_far, [key, wanted]) =>
      key === 'env' && isRecord(wanted)
        ? Object.entries(wanted).reduce((now, [name, one]) => settled(now, member, ['env', name], one), so_far)
        : settled(so_far, member, [key], wanted),
    text,
  )
}

/** The text with a value at a path below the entry. */
function settled(text: string, member: string, path: readonly string[], wanted: unknown): string {
  const root = treeOf(text)
  const layout = jsonLayoutOf(text, root)
  let object = entryNode(root, member)
  for (const [index, key] of path.entries()) {
    if (object?.type !== 'object') break
    const value = valueNode(object, key)
    const below = path.slice(index + 1).reduceRight((inner, name) => ({ [name]: inner }), wanted)
    if (value === undefined) return withMember(text, object, key, below, layout)
    if (index === path.length - 1)
      return JSON.stringify(valueOfTree(value)) === JSON.stringify(wanted)
        ? text
        : withValue(text, value, wanted, layout)
    object = value
  }
  throw new ConfigFlaw(`The entry ${SERVER} has "${path[0]}" in another form.`)
}

function foundAt(node: Node | undefined): FoundEntry {
  if (node === undefined) return { kind: 'none' }
  const value = valueOfTree(node)
  if (!isRecord(value)) return { kind: 'other', words: 'it is no object' }
  const { command, args = [], env = {} } = value
  if (typeof command !== 'string' || !areTexts(args) || !isRecord(env)) {
    const { url = value.serverUrl ?? value.httpUrl } = value
    return { kind: 'other', words: typeof url === 'string' ? 'it is at an address' : 'it has another form' }
  }
  const variables = Object.entries(env).map(([name, text]) => [name, String(text)] as const)
  return { kind: 'entry', entry: { command, args, env: Object.fromEntries(variables) } }
}

/** @throws {ConfigFlaw} it is no JSON, or its root is no object */
function treeOf(text: string): Node {
  try {
    const root = jsonTree(text, '')
    if (root.type === 'object') return root
  } catch (error) {
    if (error instanceof ProjectError) throw new ConfigFlaw(error.message, error.line)
    throw error
  }
  throw new ConfigFlaw('This is no object.', 1)
}

/** @throws {ConfigFlaw} there is something else in its place */
function serversIn(root: Node, member: string): Node | undefined {
  const servers = valueNode(root, member)
  if (servers === undefined || servers.type === 'object') return servers
  throw new ConfigFlaw(`"${member}" is no object.`)
}

function entryNode(root: Node, member: string): Node | undefined {
  const servers = serversIn(root, member)
  return servers && valueNode(servers, SERVER)
}

function memberOf(object: Node, key: string): Node | undefined {
  return object.children?.find(({ children: [name] = [] }) => name?.value === key)
}

function valueNode(object: Node, key: string): Node | undefined {
  return memberOf(object, key)?.children?.[1]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
