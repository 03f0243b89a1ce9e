/** What the styles of a document say of sizes, as far as it is asked here. */
import { readMember } from '../bytes/parts/index.ts'
import { attributesOf, textOfNode, type XmlTag } from '../bytes/xml/index.ts'
import { type IdmlFile, named } from './document.ts'

interface StyleRead {
  readonly kind: string
  readonly size: number | undefined
  readonly based_on: string | undefined
}

export class LayoutStyles {
  readonly #styles: ReadonlyMap<string, StyleRead>
  /** Styles of frames that grow with their texts. */
  readonly #growing: ReadonlySet<string>

  constructor(styles: ReadonlyMap<string, StyleRead>, growing: ReadonlySet<string>) {
    this.#styles = styles
    this.#growing = growing
  }

  /** In points; undefined where neither the style nor those that it is based on say it. */
  sizeOf(style: string): number | undefined {
    const seen = new Set<string>()
    for (let name = named(style); !seen.has(name); ) {
      const found = this.#styles.get(name)
      if (!found || found.size !== undefined) return found?.size
      seen.add(name)
      name = found.based_on ?? name
    }
    return undefined
  }

  grows(style: string): boolean {
    return this.#growing.has(named(style))
  }
}

/** Whether frames with such preferences grow with their texts; undefined where these do not say it. */
export function growsAs(preferences: XmlTag): boolean | undefined {
  const said = attributesOf(preferences).get('AutoSizingType')?.value
  return said === undefined ? undefined : said !== 'Off'
}

const STYLES = new Set(['ParagraphStyle', 'CharacterStyle', 'ObjectStyle'])

export async function layoutStylesOf({ archive, styles: member }: IdmlFile): Promise<LayoutStyles> {
  const styles = new Map<string, StyleRead>()
  const growing = new Set<string>()
  let [self, inBasedOn] = ['', false]
  if (member === undefined) return new LayoutStyles(styles, growing)
  for await (const { nodes } of readMember(archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open' && STYLES.has(node.name)) {
        const value = (name: string): string | undefined => attributesOf(node).get(name)?.value
        const size = Number(value('PointSize') ?? '') || undefined
        self = named(value('Self') ?? '')
        styles.set(self, { kind: node.name, size, based_on: undefined })
      } else if (node.kind === 'open' && node.name === 'TextFramePreference' && growsAs(node)) growing.add(self)
      if (node.kind === 'open' || node.kind === 'close') inBasedOn = node.kind === 'open' && node.name === 'BasedOn'
      const style = styles.get(self)
      if (node.kind !== 'text' || !inBasedOn || !style) continue
      const base = named(textOfNode(node).trim())
      styles.set(self, { ...style, based_on: base.startsWith(`${style.kind}/`) ? base : `${style.kind}/${base}` })
    }
  }
  return new LayoutStyles(styles, growing)
}
