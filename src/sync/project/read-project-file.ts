import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type * as z from 'zod'
import { editDistance } from '../../contract/edit-distance.ts'
import { jsonTree, placeInText, valueOfTree } from './json-tree.ts'
import { canonicalLocale } from './locale-names.ts'
import { ProjectError, type ProjectErrorCode } from './project-error.ts'
import { inQuotes, KEYS_BY_PATH, PROJECT_FILE, type ProjectFile, ProjectFileSchema } from './project-file.ts'

/** In characters. A file for a hundred languages has some thousand. */
const LONGEST = 1_000_000

/**
 * Reads a project file: JSON, in which comments are allowed. Its tags come back in canonical case.
 *
 * @param name what errors call the file
 * @throws {ProjectError} for the first thing in it that is wrong, with its line
 */
export function readProjectFile(text: string, name: string = PROJECT_FILE): ProjectFile {
  if (text.length > LONGEST)
    throw new ProjectError('too_large', `The file is longer than ${LONGEST} characters.`, { file: name })
  const plain = text.replace(/^\ufeff/, '')
  const root = jsonTree(plain, name)
  const read = ProjectFileSchema.safeParse(valueOfTree(root))
  if (read.success) return inCanonicalTags(read.data)
  const wrongs = read.error.issues.flatMap(issue => wrongsOf(issue, [], root))
  const [first] = wrongs.sort((one, other) => one.order - other.order)
  const { code, words, offset } = first ?? {
    code: 'wrong_type' as const,
    words: 'This is no project file.',
    offset: 0,
    order: 0,
  }
  throw new ProjectError(code, words, placeInText(plain, offset, name))
}

interface Wrong {
  readonly code: ProjectErrorCode
  readonly words: string
  readonly offset: number
  /** By which the first is found: what is missing in an object comes after all that is in it, of which it may be the mistyped form. */
  readonly order: number
}

type Path = readonly (string | number)[]

function wrongsOf(issue: z.core.$ZodIssue, above: Path, root: Node): readonly Wrong[] {
  const path = [...above, ...issue.path.map(part => (typeof part === 'symbol' ? String(part) : part))]
  const node = nodeAt(root, path)
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey(key, path, node))
  if (issue.code === 'invalid_union') return branchOf(issue.errors).flatMap(inner => wrongsOf(inner, path, root))
  const { offset } = node
  if (issue.code === 'invalid_key') {
    const key = node.parent?.type === 'property' ? node.parent.offset : offset
    return issue.issues
      .flatMap(inner => wrongsOf(inner, path, root))
      .map(wrong => ({ ...wrong, offset: key, order: key }))
  }
  if (issue.code === 'custom')
    return [{ code: codeOf(issue.params?.code), words: issue.message, offset, order: offset }]
  if (issue.code === 'too_small') {
    const isList = node.type === 'array'
    const words = isList ? 'The list "include" is empty: name at least one glob.' : `${called(path)} is empty.`
    return [{ code: isList ? 'nothing_included' : 'wrong_type', words, offset, order: offset }]
  }
  const wanted = issue.code === 'invalid_type' ? (WANTED[issue.expected] ?? issue.expected) : 'something else'
  const isThere = findNodeAtLocation(root, [...path]) !== undefined
  const words = isThere
    ? `${called(path)} has to be ${wanted}, not ${KINDS[node.type]}.`
    : `${called(path)} is missing.`
  return [{ code: 'wrong_type', words, offset, order: isThere ? offset : offset + node.length }]
}

const WANTED: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const KINDS: Readonly<Record<Node['type'], string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  property: 'a key',
}

const CODES: readonly ProjectErrorCode[] = [
  ...(['bad_tag', 'tag_twice', 'source_among_targets', 'bad_glob', 'no_locale_in_glob'] as const),
  ...(['leaves_folder', 'bad_locale_name'] as const),
]

function codeOf(given: unknown): ProjectErrorCode {
  return CODES.find(code => code === given) ?? 'wrong_type'
}

/** Of the ways that a value could be read, the one that it was meant for: where its kind is right, and what is wrong lies inside it. */
function branchOf(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const isMeant = ([issue]: readonly z.core.$ZodIssue[]) => !(issue?.code === 'invalid_type' && issue.path.length === 0)
  return branches.find(isMeant) ?? branches[0] ?? []
}

/** The node at a path, or the nearest around it that is there. */
function nodeAt(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)])
    if (node) return node
  }
  return root
}

function unknownKey(key: string, path: Path, node: Node): Wrong {
  const place = path.join('.')
  const known = KEYS_BY_PATH.find(({ path: pattern }) => pattern.test(place))?.keys ?? []
  const [near] = known
    .map(name => ({ name, distance: editDistance(key.slice(0, 50).toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((one, other) => one.distance - other.distance)
  const hint = near ? `Is it ${inQuotes(near.name)}?` : `There are ${known.join(', ')}.`
  const at = node.children?.find(({ children: [name] = [] }) => name?.value === key)?.offset ?? node.offset
  const around = place === '' ? '' : ` in ${called(path)}`
  return {
    code: 'unknown_key',
    words: `The key ${inQuotes(key)}${around} is not known. ${hint}`,
    offset: at,
    order: at,
  }
}

/** `files.include[0]`, as people name a place in JSON. */
function called(path: Path): string {
  if (path.length === 0) return 'The file'
  const words = path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
  return inQuotes(words.join(''))
}

function inCanonicalTags(file: ProjectFile): ProjectFile {
  const { source, targets, reference, locales, by_target, ...rest } = file
  const canonical = (tag: string) => canonicalLocale(tag) ?? tag
  return {
    ...rest,
    ...(source === undefined ? {} : { source: canonical(source) }),
    ...(targets && { targets: targets.map(canonical) }),
    ...(reference === undefined ? {} : { reference: canonical(reference) }),
    ...(locales && { locales: byCanonicalTag(locales, name => name) }),
    ...(by_target && {
      by_target: byCanonicalTag(by_target, wishes =>
        wishes.reference === undefined ? wishes : { ...wishes, reference: canonical(wishes.reference) },
      ),
    }),
  }
}

function byCanonicalTag<T>(record: Readonly<Record<string, T>>, read: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([tag, value]) => [canonicalLocale(tag) ?? tag, read(value)]))
}
