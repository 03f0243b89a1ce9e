/** A file of another language gains texts from its source, and loses some (`Merge`). */

import { type Node, parseTree } from 'jsonc-parser'
import { byteCounter, type DecodedText, decodeWhole, encode } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import { childPointer } from '../content/tree.ts'
import { type Edit, FormatError, type Merge } from '../format.ts'
import { addedLead, type CopiedInto, copiedJson, keyText } from './copying.ts'
import { escapeLike, escapesAllButAscii } from './escape.ts'
import { languagesSaid } from './languages.ts'
import { indentOf, isContainer, isOnLines, type JsonMember, jsonMembersOf, leadOf } from './members.ts'
import { readDocument } from './reader.ts'
import { jsonUnits } from './units.ts'

/** An edit of the text: offsets are UTF-16 code units. */
interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A file that is read, with the key of its root where that names its language. */
interface Side extends DecodedText {
  readonly root: Node
  readonly language: string | undefined
}

interface Merging extends CopiedInto {
  readonly there: Side
  readonly take: ReadonlySet<string>
  readonly remove: ReadonlySet<string>
  /** The keys of the roots that name the languages: all undefined where the source has none. */
  readonly roots: { readonly source: string | undefined; readonly from: string | undefined }
  readonly edits: TextEdit[]
}

/** As `Format.merge`. */
export async function mergeJson(there: Uint8Array, { source, from, take, remove }: Merge): Promise<readonly Edit[]> {
  const [own, other] = await Promise.all([sideOf(there), sideOf(from)])
  const original = await sideOf(source)
  const document = readDocument(original.text)
  const left_out = new Set<string>()
  const beside = { original: undefined, bears: undefined }
  for (const unit of jsonUnits(original, document, {}, beside)) if (unit.left_out) left_out.add(unit.path)
  const paths = [...take, ...remove].filter(path => path.startsWith(SCHEME))
  if (paths.length === 0) return []
  const merging: Merging = {
    there: own,
    take,
    remove,
    from: other.text,
    ascii: own.charset === 'utf-8' && escapesAllButAscii(own.text),
    as_written: own.charset !== 'utf-8' || !escapesAllButAscii(other.text),
    eol: /\r?\n/.exec(own.text)?.[0] ?? '\n',
    unit: unitOf(own) ?? unitOf(other) ?? '  ',
    colon: colonOf(own) ?? ': ',
    goesAlong: pointer => take.has(SCHEME + pointer) || left_out.has(SCHEME + pointer),
    taken: pointer => take.has(SCHEME + pointer),
    roots: { source: original.language, from: original.language === undefined ? undefined : keysOf(other)[0] },
    edits: [],
  }
  visit(merging, own.root, other.root, '', '')
  return inBytes(own, merging.edits)
}

const SCHEME = 'json:'

async function sideOf(bytes: Uint8Array): Promise<Side> {
  const decoded = await decodeWhole(oneChunk(bytes))
  const { roots } = languagesSaid(readDocument(decoded.text), undefined)
  const root = parseTree(decoded.text, [], { allowTrailingComma: true })
  if (root === undefined || !isContainer(root)) throw new FormatError('malformed', NO_KEYS)
  return { ...decoded, root, language: roots.length === 1 ? roots[0]?.holder.key : undefined }
}

const NO_KEYS = 'The file is one plain value: it has no keys to find texts by.'

function keysOf({ text, root }: Side): string[] {
  return jsonMembersOf(text, root).map(({ key }) => key)
}

/** One step of the indent of a file: that of the first member of its root. */
function unitOf({ text, root }: Side): string | undefined {
  const [first] = jsonMembersOf(text, root)
  return (first && isOnLines(text, [first]) && indentOf(text, first.start)) || undefined
}

/** What stands between a key and its value. */
function colonOf({ text, root }: Side): string | undefined {
  const property = root.children?.[0]
  const [key, value] = property?.children ?? []
  if (root.type !== 'object' || key === undefined || value === undefined) return undefined
  const between = text.slice(key.offset + key.length, value.offset)
  return /^ ?: ?$/.test(between) ? between : undefined
}

/** One object or list of the file, and its like in the file that texts come from. */
interface Place {
  readonly members: readonly JsonMember[]
  readonly gone: ReadonlySet<JsonMember>
  /** What is new, by the number of the member that it comes behind; -1: it is the first. */
  readonly added: ReadonlyMap<number, readonly JsonMember[]>
  readonly pointer: string
  readonly outer: string
}

/** Changes what is in an object or list. False where nothing of it is left, and it has to go itself. `outer` is the indent of its line. */
function visit(merging: Merging, own: Node, other: Node | undefined, pointer: string, outer: string): boolean {
  const { there, remove, roots } = merging
  const isTop = pointer === ''
  const members = jsonMembersOf(there.text, own)
  const others = other === undefined || other.type !== own.type ? [] : jsonMembersOf(merging.from, other)
  const byKey = new Map(
    others.map(member => [isTop && member.key === roots.from ? (there.language ?? member.key) : member.key, member]),
  )
  const gone = new Set<JsonMember>()
  for (const member of members) {
    const path = pathIn(merging, pointer, member.key, there.language)
    const like = byKey.get(member.key)
    const indent = isOnLines(there.text, [member]) ? indentOf(there.text, member.start) : outer
    const stays =
      isReplaced(merging, member.value, like?.value, path) ||
      (!remove.has(SCHEME + path) &&
        !(isAbout(member.key) && remove.has(SCHEME + childPointer(pointer, member.key.slice(1)))) &&
        (!isContainer(member.value) || visit(merging, member.value, like?.value, path, indent)))
    if (!stays && !(isTop && member.key === there.language)) gone.add(member)
  }
  const place = { members, gone, added: addedTo(merging, members, [...byKey], pointer), pointer, outer }
  if (gone.size === members.length && gone.size > 0 && place.added.size === 0 && !isTop) return false
  takeOver(merging, members, byKey, pointer)
  write(merging, own, other, place)
  return true
}

/** The pointer of a member as the source has it. */
function pathIn({ roots }: Merging, pointer: string, key: string, language: string | undefined): string {
  return childPointer(pointer, pointer === '' && key === language && roots.source !== undefined ? roots.source : key)
}

/** The members that the file lacks, each behind the last before it that the file has. */
function addedTo(
  merging: Merging,
  members: readonly JsonMember[],
  others: readonly (readonly [string, JsonMember])[],
  pointer: string,
): ReadonlyMap<number, readonly JsonMember[]> {
  const places = new Map(members.map(({ key }, at) => [key, at]))
  const added = new Map<number, JsonMember[]>()
  const first = others.find(([key]) => places.has(key))
  const says = members.some(({ key }) => isAbout(key))
  const isNew = (member: JsonMember): boolean => {
    if (says && isAbout(member.key) && merging.taken(childPointer(pointer, member.key.slice(1)))) return true
    return hasTaken(merging, member.value, pathIn(merging, pointer, member.key, merging.roots.from))
  }
  let after = first === undefined ? members.length - 1 : (places.get(first[0]) ?? 0) - 1
  for (const [key, member] of others) {
    const at = places.get(key)
    if (at !== undefined) after = at
    else if (isNew(member)) added.set(after, [...(added.get(after) ?? []), member])
  }
  return added
}

/** What an ARB file says about the message before it. */
function isAbout(key: string): boolean {
  return /^@(?!@)./.test(key)
}

function hasTaken(merging: Merging, value: Node, pointer: string): boolean {
  if (!isContainer(value)) return merging.taken(pointer)
  return jsonMembersOf(merging.from, value).some(member =>
    hasTaken(merging, member.value, childPointer(pointer, member.key)),
  )
}

/** Whether a value becomes that of the other file as a whole. A group whose like is one, too, changes inside. */
function isReplaced(merging: Merging, value: Node, like: Node | undefined, path: string): like is Node {
  if (like === undefined || (isContainer(value) && value.type === like.type)) return false
  return hasTaken(merging, like, path)
}

/** Replaces the values of those members that the file has. */
function takeOver(
  merging: Merging,
  members: readonly JsonMember[],
  others: ReadonlyMap<string, JsonMember>,
  pointer: string,
): void {
  const { there, ascii, edits } = merging
  for (const [key, { value }] of new Map(members.map(({ key, value }) => [key, { value }]))) {
    const like = others.get(key)?.value
    const path = pathIn(merging, pointer, key, there.language)
    if (!isReplaced(merging, value, like, path)) continue
    const [start, end] = [value.offset, value.offset + value.length]
    const raw = there.text.slice(start + 1, end - 1)
    const text: unknown = like.value
    if (typeof text === 'string' && value.type === 'string') {
      if (text !== value.value)
        edits.push({ start: start + 1, end: end - 1, text: escapeLike(raw, text, ascii ? 'us-ascii' : there.charset) })
    } else edits.push({ start, end, text: copiedJson(merging, like, path, indentOf(there.text, start)) })
  }
}

/** Writes what is new, takes out what goes, and sets the commas between the members that are there then. */
function write(merging: Merging, own: Node, other: Node | undefined, place: Place): void {
  const { members, gone, added, outer } = place
  if (gone.size === 0 && added.size === 0) return
  const { there, edits, from } = merging
  const { text } = there
  const like = other === undefined ? [] : jsonMembersOf(from, other)
  const lines = members.length > 0 ? isOnLines(text, members) : like.length === 0 || isOnLines(from, like)
  const [first] = members
  const indent = first !== undefined && lines ? indentOf(text, first.start) : outer + merging.unit
  const trailing = (members.at(-1)?.comma ?? -1) >= 0
  const head = members[0]?.from ?? own.offset + 1
  const [one, two] = members
  const leads = { first: one ? text.slice(one.from, one.start) : '', next: two ? text.slice(two.from, two.start) : ' ' }
  const items = [-1, ...members.keys()].flatMap(at => {
    const member = members[at]
    const after = member?.to ?? head
    const news = (added.get(at) ?? []).map(member => ({ member, after, is_new: true }))
    return member === undefined || gone.has(member) ? news : [{ member, after, is_new: false }, ...news]
  })
  for (const member of gone)
    edits.push({ start: member.from + leadOf(text, member).loose.length, end: member.to, text: '' })
  const inside = text.slice(head, own.offset + own.length - 1)
  if (members.length === 0 && lines && /^[ \t]+$/.test(inside))
    edits.push({ start: head, end: head + inside.length, text: '' })
  items.forEach(({ member, after, is_new }, at) => {
    const comma = at < items.length - 1 || trailing
    const lead = at === 0 ? leads.first : leads.next
    if (is_new) {
      const before = lines ? addedLead(merging, member, indent, at === 0) : lead
      const path = pathIn(merging, place.pointer, member.key, merging.roots.from)
      const value = copiedJson(merging, member.value, path, lines ? indent : outer)
      const end = members.length === 0 && at === items.length - 1 && lines ? closing(merging, own, outer) : ''
      edits.push({
        start: after,
        end: after,
        text: `${before}${keyText(merging, member)}${value}${comma ? ',' : ''}${end}`,
      })
      return
    }
    if (!lines && (at === 0) !== (member === first)) edits.push({ start: member.from, end: member.start, text: lead })
    if (comma && member.comma < 0) edits.push({ start: member.end, end: member.end, text: ',' })
    if (!comma && member.comma >= 0) edits.push({ start: member.comma, end: member.comma + 1, text: '' })
  })
}

/** What brings the bracket of an object that was empty to a line of its own. */
function closing({ there, eol }: Merging, { offset, length }: Node, outer: string): string {
  return /[\r\n]/.test(there.text.slice(offset, offset + length)) ? '' : eol + outer
}

function inBytes({ text, charset, bom_bytes }: Side, edits: readonly TextEdit[]): readonly Edit[] {
  const byteAt = byteCounter(text, charset, bom_bytes)
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  return sorted.map(({ start, end, text: written }) => {
    const from = byteAt(start)
    return { start: from, end: byteAt(end), bytes: encode(written, charset) }
  })
}
