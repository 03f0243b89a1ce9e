/** The paragraphs of a member of a document, in their order. */
import { type OfficeFile, readMember } from '../bytes/parts/index.ts'
import { closeOf, localName, type XmlNode } from '../bytes/xml/index.ts'
import type { Charset } from '../format.ts'

export interface WordParagraph {
  /** Its nodes, from its start tag to its end tag. */
  readonly nodes: readonly XmlNode[]
  readonly charset: Charset
  readonly in_table: boolean
}

/** Memory holds one paragraph, with what hangs on it. A paragraph comes before those in its boxes. */
export async function* paragraphsOf({ archive }: OfficeFile, member: string): AsyncGenerator<WordParagraph> {
  const cutter = new Cutter()
  for await (const { charset, nodes } of readMember(archive, member)) {
    for (const whole of cutter.take(nodes)) yield* withInner({ ...whole, charset })
  }
}

class Cutter {
  #prefix: string | undefined
  #nodes: XmlNode[] = []
  #depth = 0
  #tables = 0

  take(nodes: readonly XmlNode[]): Omit<WordParagraph, 'charset'>[] {
    const ended: Omit<WordParagraph, 'charset'>[] = []
    for (const node of nodes) {
      const opens = node.kind === 'open' && !node.empty
      if (node.kind === 'open') this.#prefix ??= prefixOf(node.name)
      if (this.#depth > 0 || (node.kind === 'open' && this.#is(node, 'p'))) this.#nodes.push(node)
      else if ((opens || node.kind === 'close') && this.#is(node, 'tbl')) this.#tables += opens ? 1 : -1
      if (this.#nodes.length === 0) continue
      if (opens) this.#depth += 1
      if (node.kind === 'close') this.#depth -= 1
      if (this.#depth > 0) continue
      ended.push({ nodes: this.#nodes, in_table: this.#tables > 0 })
      this.#nodes = []
    }
    return ended
  }

  #is(node: XmlNode, local: string): boolean {
    return (node.kind === 'open' || node.kind === 'close') && node.name === `${this.#prefix}${local}`
  }
}

/** A paragraph, and those inside of it: in text boxes. */
function* withInner(paragraph: WordParagraph): Generator<WordParagraph> {
  yield paragraph
  const [first, ...rest] = paragraph.nodes
  const name = first?.kind === 'open' ? first.name : undefined
  for (let at = 0; at < rest.length; at += 1) {
    const node = rest[at]
    if (node?.kind !== 'open' || node.empty || node.name !== name) continue
    const end = closeOf(rest, at)
    yield* withInner({ ...paragraph, nodes: rest.slice(at, end + 1) })
    at = end
  }
}

function prefixOf(name: string): string {
  return name.slice(0, name.length - localName(name).length)
}
