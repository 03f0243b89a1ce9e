/** What of a file is merged: the texts, and what holds them. */
import { type ByteStream, type Charset, FormatError } from '../../format.ts'
import { elementsIn, type XmlElement } from './element.ts'
import { indentIn, lineEndsIn, type Member, membersIn } from './members.ts'
import type { XmlNode } from './node.ts'
import { readXml } from './reader.ts'

/** An element that holds texts, or others that do. */
export interface XmlHolder {
  readonly element: XmlElement
  /** What stands before it on its line. */
  readonly indent: string
  readonly members: readonly HeldMember[]
  readonly tail: string
}

export interface HeldMember extends Member {
  readonly part: XmlPart | undefined
  /** The key of the part; where several have the same one, with its number among these. */
  readonly key: string | undefined
}

export type XmlPart =
  /** `path` is what the text is called in a change. Absent: it is in no file but its own. */
  | { readonly kind: 'text'; readonly key: string; readonly path: string | undefined; readonly element: XmlElement }
  /**
   * What holds texts. It is known among its siblings by `key`. `whole`: it is made with all that it holds; `group`: with the texts that are
   * taken; both go when they hold nothing more. `fixed`: as `group`, but it stays.
   */
  | { readonly kind: 'whole' | 'group' | 'fixed'; readonly key: string; readonly holder: XmlHolder }

/** What an element is that stands in another; undefined where it holds no text. */
export type PartOf = (element: XmlElement, indent: string) => XmlPart | undefined

export function holderOf(element: XmlElement, indent: string, partOf: PartOf): XmlHolder {
  const { members, tail } = membersIn(element.inside)
  const counts = new Map<string, number>()
  const held = members.map(member => {
    const part = member.element && partOf(member.element, indentIn(member.front))
    if (!part) return { ...member, part, key: undefined }
    const count = (counts.get(part.key) ?? 0) + 1
    counts.set(part.key, count)
    return { ...member, part, key: `${count} ${part.key}` }
  })
  return { element, indent, members: held, tail }
}

/** The texts of a holder and of all that it holds, in their order. */
export function textsOf({ members }: XmlHolder): Extract<XmlPart, { kind: 'text' }>[] {
  return members.flatMap(({ part }) => (part === undefined ? [] : part.kind === 'text' ? [part] : textsOf(part.holder)))
}

/** A file, before it is known what of it holds texts. */
export interface XmlFile {
  readonly root: XmlElement
  readonly charset: Charset
  /** Absent where it has one line. */
  readonly eol: string | undefined
  /** By how much lines are indented from level to level. Absent where no line of the first level shows it. */
  readonly step: string | undefined
}

/** @throws {FormatError} as `readXml` */
export async function xmlFileOf(source: ByteStream): Promise<XmlFile> {
  const all: XmlNode[] = []
  let charset: Charset = 'utf-8'
  for await (const piece of readXml(source)) {
    charset = piece.charset
    for (const node of piece.nodes) all.push(node)
  }
  const [root] = elementsIn(all)
  if (root === undefined) throw new FormatError('malformed', 'The file has no element. Send one that has its texts.')
  const line = root.inside.find(({ kind, raw }) => kind === 'text' && raw.trim() === '' && lineEndsIn(raw) > 0)
  const broken = all.find(({ raw }) => raw.includes('\n'))
  const eol = broken && (broken.raw.includes('\r\n') ? '\r\n' : '\n')
  return { root, charset, eol, step: line && (indentIn(line.raw) || undefined) }
}
