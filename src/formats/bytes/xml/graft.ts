/** What a file of texts gains from another one of its kind, and what it loses, as edits. */
import type { Edit } from '../../format.ts'
import { encodeLater } from '../charset.ts'
import { type Indents, NodeCopying } from './copying.ts'
import type { XmlElement } from './element.ts'
import { type HeldMember, textsOf, type XmlFile, type XmlHolder, type XmlPart } from './holder.ts'
import { indentIn, lineEndsIn } from './members.ts'
import type { XmlTag } from './node.ts'
import { slotsIn } from './slots.ts'
import { attributesOf, openedTag, setAttribute } from './tag.ts'

/** A file with what of it is merged. */
export interface Graftable extends XmlFile {
  readonly top: XmlHolder
}

export interface Grafting {
  /** By the paths of the parts. */
  readonly take: ReadonlySet<string>
  readonly remove: ReadonlySet<string>
  /** An element in which white space is text. */
  readonly isText: (tag: XmlTag) => boolean
  /** The edits that give a text that is there the wording of the other file. */
  readonly reworded: (there: XmlElement, from: XmlElement, path: string, copying: NodeCopying) => readonly Edit[]
}

/** The edits of `there`, sorted by start. */
export function grafted(there: Graftable, from: Graftable, grafting: Grafting): readonly Edit[] {
  const graft = new Graft(there, from, grafting)
  graft.holder(there.top, from.top)
  return [...graft.namespaces(), ...graft.edits].sort((one, other) => one.start - other.start || one.end - other.end)
}

class Graft {
  readonly edits: Edit[] = []
  readonly #there: Graftable
  readonly #from: Graftable
  readonly #grafting: Grafting
  readonly #copying: NodeCopying
  /** The texts of the two files by path. */
  readonly #known: ReadonlySet<string>
  readonly #texts: ReadonlyMap<string, XmlElement>

  constructor(there: Graftable, from: Graftable, grafting: Grafting) {
    this.#there = there
    this.#from = from
    this.#grafting = grafting
    this.#copying = new NodeCopying(there.charset, there.eol ?? from.eol ?? '\n', grafting.isText)
    this.#known = new Set(textsOf(there.top).flatMap(({ path }) => path ?? []))
    this.#texts = new Map(
      textsOf(from.top).flatMap(({ path, element }) => (path === undefined ? [] : [[path, element]])),
    )
  }

  /** The changes of what an element holds. `from`: the element of the other file that corresponds. */
  holder(there: XmlHolder, from: XmlHolder | undefined): void {
    const others = new Map(from?.members.flatMap(({ key, part }) => (part ? [[key, part] as const] : [])))
    for (const member of there.members) {
      const { part } = member
      if (!part) continue
      const other = others.get(member.key)
      if (this.#goes(part, other)) this.edits.push({ start: member.start, end: member.end, bytes: '' })
      else if (part.kind !== 'text') this.holder(part.holder, other && other.kind !== 'text' ? other.holder : undefined)
      else this.#reword(part)
    }
    if (from) this.#insert(there, from)
  }

  /** The declarations of the prefixes that came with what was inserted. */
  namespaces(): readonly Edit[] {
    const declared = attributesOf(this.#from.root.tag)
    return [...this.#copying.prefixes].flatMap(prefix => {
      const { root, charset } = this.#there
      const [name, value] = [`xmlns:${prefix}`, declared.get(`xmlns:${prefix}`)?.value]
      if (value === undefined || attributesOf(root.tag).has(name)) return []
      return setAttribute(root.tag, name, value, charset) ?? []
    })
  }

  #reword({ path, element }: Extract<XmlPart, { kind: 'text' }>): void {
    const from = path !== undefined && this.#grafting.take.has(path) ? this.#texts.get(path) : undefined
    if (path === undefined || from === undefined) return
    for (const edit of this.#grafting.reworded(element, from, path, this.#copying)) this.edits.push(edit)
  }

  #goes(part: XmlPart, other: XmlPart | undefined): boolean {
    const { take, remove } = this.#grafting
    if (part.kind === 'text') return part.path !== undefined && remove.has(part.path) && !take.has(part.path)
    if (part.kind === 'fixed' || (other && this.#comes(other))) return false
    const parts = part.holder.members.flatMap(member => member.part ?? [])
    return parts.length > 0 && parts.every(each => this.#goes(each, undefined))
  }

  /** Whether a part of the other file is taken and not there, or anything that it holds. */
  #comes(part: XmlPart): boolean {
    if (part.kind !== 'text') return part.holder.members.some(member => member.part && this.#comes(member.part))
    const { path } = part
    return path !== undefined && this.#grafting.take.has(path) && !this.#known.has(path)
  }

  #insert(there: XmlHolder, from: XmlHolder): void {
    const known = new Set(there.members.map(({ key }) => key))
    const coming = from.members.map(({ key, part }) => part !== undefined && !known.has(key) && this.#comes(part))
    if (!coming.includes(true)) return
    const { element, members } = there
    const { charset } = this.#there
    const isClosed = element.tag.empty
    if (isClosed) this.edits.push(openedTag(element.tag, '', charset))
    const slots = slotsIn(there, from, at => coming[at] === true)
    const bed: Bed = { there, from, slots, indents: indentsIn(there), others: indentsIn(from) }
    for (const [at, slot] of slots) this.#add(members[slot - 1]?.end ?? element.from, this.#written(at, slot, bed))
    if (members.length > 0 || there.tail !== '') return
    const tail = this.#copying.space(from.tail, { ...this.#indents(bed), from: from.indent, to: there.indent })
    this.#add(element.to, tail + (isClosed ? `</${element.tag.name}>` : ''))
  }

  #add(at: number, text: string): void {
    this.edits.push({ start: at, end: at, bytes: encodeLater(text, this.#there.charset) })
  }

  /** A member of the other file, by its number, as it is written before the one with the number `slot`. */
  #written(at: number, slot: number, bed: Bed): string {
    const { members } = bed.there
    const member = bed.from.members[at]
    if (!member) return ''
    const isLine = lineEndsIn(member.front) > 0
    const indents = this.#indents(bed, isLine ? indentIn(member.front) : undefined)
    const content = this.#content(member, indents)
    if (indents.flat) return ((members[slot - 1] ?? members[slot])?.front ?? '') + content
    const isAsItIs = isLine || bed.indents.length === 0 || (bed.others.length > 0 && isBehindItsOwn(at, slot, bed))
    const front = isAsItIs ? member.front : `${this.#there.eol ?? '\n'}${indents.from}`
    return this.#copying.space(front, indents) + content
  }

  #content({ nodes, part }: HeldMember, indents: Indents): string {
    const [begin, end] = [
      nodes.findIndex(({ kind }) => kind === 'open'),
      nodes.findLastIndex(({ kind }) => kind === 'close'),
    ]
    if (part === undefined || part.kind === 'text' || part.kind === 'whole' || begin < 0 || end < 0)
      return this.#copying.indented(nodes, indents)
    const inside = part.holder.members
      .filter(member => member.part === undefined || this.#comes(member.part))
      .map(member => this.#copying.space(member.front, indents) + this.#content(member, indents))
    const open = this.#copying.indented(nodes.slice(0, begin + 1), indents)
    const close = this.#copying.indented(nodes.slice(end), indents)
    return open + inside.join('') + this.#copying.space(part.holder.tail, indents) + close
  }

  /** `own`: the indent of what is written. One that members there have, too, is right, whatever most of them have; a mixture is mirrored. */
  #indents({ there, from, indents, others }: Bed, own = others[0]): Indents {
    const isMirrored = others.length > 1 && indents.every(indent => others.includes(indent))
    const isKnown = own !== undefined && (isMirrored || indents.includes(own))
    const step = this.#there.step ?? this.#from.step ?? ''
    return {
      from: own ?? from.indent + (this.#from.step ?? ''),
      to: (isKnown ? own : indents[0]) ?? there.indent + step,
      from_step: this.#from.step,
      to_step: isKnown ? this.#from.step : step,
      flat: there.members.length > 0 && indents.length === 0 && others.length > 0,
    }
  }
}

/** An element that gets members of another one, and how those of both are indented. */
interface Bed {
  readonly there: XmlHolder
  readonly from: XmlHolder
  readonly slots: ReadonlyMap<number, number>
  readonly indents: readonly string[]
  readonly others: readonly string[]
}

/** Whether a member is written behind the one that it follows in its own file. */
function isBehindItsOwn(at: number, slot: number, { there, from, slots }: Bed): boolean {
  const key = from.members[at - 1]?.key
  return key !== undefined && (slots.get(at - 1) === slot || there.members[slot - 1]?.key === key)
}

/** What members have before them on their line, the most common one first; nothing where all follow each other on one line. */
function indentsIn({ members }: XmlHolder): readonly string[] {
  const counts = new Map<string, number>()
  for (const { front } of members) {
    if (lineEndsIn(front) > 0) counts.set(indentIn(front), (counts.get(indentIn(front)) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([indent]) => indent)
}
