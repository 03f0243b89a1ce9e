import { FormatError, localName, readXml, textOfNode } from '../../../formats/index.ts'

/** An element of an answer: its text, and the elements in it. */
export interface XmlAnswer {
  readonly name: string
  readonly text: string
  readonly inside: readonly XmlAnswer[]
}

interface Growing {
  readonly name: string
  text: string
  readonly inside: XmlAnswer[]
}

/** The root of an XML answer; undefined where it is none, as what a proxy in between says. */
export async function xmlAnswer(xml: string): Promise<XmlAnswer | undefined> {
  const around: Growing = { name: '', text: '', inside: [] }
  const open = [around]
  try {
    for await (const { nodes } of readXml(piecesOf(xml))) {
      for (const node of nodes) {
        const last = open.at(-1) ?? around
        if (node.kind === 'open') {
          const element: Growing = { name: localName(node.name), text: '', inside: [] }
          last.inside.push(element)
          if (!node.empty) open.push(element)
        } else if (node.kind === 'close') open.pop()
        else last.text += textOfNode(node)
      }
    }
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
  return around.inside[0]
}

async function* piecesOf(xml: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(xml)
}

/** The text of the first element of a name inside; empty where there is none. */
export function textIn(said: XmlAnswer | undefined, name: string): string {
  return said?.inside.find(each => each.name === name)?.text.trim() ?? ''
}

/** All elements of a name inside. */
export function allIn(said: XmlAnswer | undefined, name: string): readonly XmlAnswer[] {
  return said?.inside.filter(each => each.name === name) ?? []
}
