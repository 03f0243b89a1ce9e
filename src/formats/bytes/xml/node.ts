/** The nodes of an XML file. */
import type { Charset } from '../../format.ts'

interface Place {
  /** Byte range in the file. */
  readonly start: number
  readonly end: number
  /** The node as the file has it, decoded from its charset only. */
  readonly raw: string
}

/** A start tag, or an element without content that ends itself: `<br/>`. */
export interface XmlTag extends Place {
  readonly kind: 'open'
  /** With its prefix: `xliff:g`. */
  readonly name: string
  /** True for `<br/>`: no `close` follows. */
  readonly empty: boolean
}

export type XmlNode =
  | XmlTag
  | (Place & { readonly kind: 'close'; readonly name: string })
  /** Text between tags, with references; in a document it may be white space before and after the root element, too. */
  | (Place & { readonly kind: 'text' })
  | (Place & { readonly kind: 'cdata' })
  | (Place & { readonly kind: 'comment' })
  /** A processing instruction, or the declaration at the beginning of the file. */
  | (Place & { readonly kind: 'instruction' })
  | (Place & { readonly kind: 'doctype' })

/** Some nodes that follow each other, and the charset that the file is written in: `us-ascii` where it declares this. */
export interface XmlPiece {
  readonly charset: Charset
  readonly nodes: readonly XmlNode[]
}
