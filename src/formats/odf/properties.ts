/** What a document says of itself (`meta.xml`): its title, what it is about, who wrote it. */
import { readMember } from '../bytes/parts/index.ts'
import { localName, textOfNode, type XmlTag } from '../bytes/xml/index.ts'
import { leftOutOfProperty } from '../content/left-out.ts'
import type { OdfReading } from './document.ts'
import { attributeSaid } from './tree.ts'
import type { NewOdfUnit } from './unit.ts'

const TEXTS = new Set(['dc:title', 'dc:subject', 'dc:description', 'meta:keyword', 'meta:user-defined'])
const PEOPLE = new Set(['dc:creator', 'meta:initial-creator', 'meta:printed-by'])

export async function* unitsOfProperties({ kind, file }: OdfReading): AsyncGenerator<readonly NewOdfUnit[]> {
  const member = file.archive.named('meta.xml')
  if (member === undefined) return
  let tag: XmlTag | undefined
  let number = 0
  for await (const { charset, nodes } of readMember(file.archive, member)) {
    const units: NewOdfUnit[] = []
    for (const node of nodes) {
      if (node.kind === 'open') tag = node
      else if (node.kind === 'close') tag = undefined
      else if (node.kind === 'text' && tag && isSaid(tag) && node.raw.trim() !== '') {
        number += 1
        const { start, end, raw } = node
        const text = textOfNode(node).trim()
        const name = attributeSaid(tag, 'meta:name') ?? localName(tag.name)
        units.push({
          ...{ path: `${kind}:/${member}#${name}${number}`, part: `document properties > ${name}`, kind: 'metadata' },
          ...{ member, charset, start, end, text },
          left_out: leftOutOfProperty({ stays: PEOPLE.has(tag.name) ? 'person' : undefined, text }),
          target_place: { in: 'text', like: raw },
        })
      }
    }
    yield units
  }
}

/** A value of a person's own may be a number or a date. */
function isSaid(tag: XmlTag): boolean {
  const type = attributeSaid(tag, 'meta:value-type') ?? 'string'
  return PEOPLE.has(tag.name) || (TEXTS.has(tag.name) && type === 'string')
}
