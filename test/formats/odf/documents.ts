/** Documents of OpenDocument made for tests. */
import { type Made, zipOf } from '../bytes/zip/zips.ts'

const BASE = 'urn:oasis:names:tc:opendocument:xmlns'
const OWN = ['office', 'style', 'text', 'table', 'presentation', 'meta', 'form', 'chart']
const NAMESPACES = [
  ...OWN.map(name => `xmlns:${name}="${BASE}:${name}:1.0"`),
  `xmlns:draw="${BASE}:drawing:1.0"`,
  `xmlns:fo="${BASE}:xsl-fo-compatible:1.0"`,
  `xmlns:svg="${BASE}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ')
const TYPES = { odt: 'text', ods: 'spreadsheet', odp: 'presentation', odg: 'drawing' } as const
const MIMES = { ...TYPES, odg: 'graphics' } as const

export type Kind = keyof typeof TYPES

export interface Parts {
  /** What is in the body of the document. */
  readonly body: string
  /** Automatic styles of the content. */
  readonly automatic?: string
  /** What is in `office:styles`, and in `office:master-styles`. */
  readonly styles?: string
  readonly masters?: string
  readonly meta?: string
  readonly manifest?: string
  readonly others?: readonly Made[]
  readonly mimetype?: string
}

const xml = (root: string, inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<office:${root} ${NAMESPACES} office:version="1.3">${inside}</office:${root}>`

export const DEFAULTS =
  '<style:default-style style:family="paragraph"><style:paragraph-properties style:writing-mode="page"/><style:text-properties fo:language="en" fo:country="US" style:language-complex="hi" style:country-complex="IN"/></style:default-style>'

export const contentXml = (kind: Kind, body: string, automatic = ''): string =>
  xml(
    'document-content',
    `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${TYPES[kind]}>${body}</office:${TYPES[kind]}></office:body>`,
  )

export function documentOf(kind: Kind, parts: Parts): Buffer {
  const { body, automatic, styles = DEFAULTS, masters = '', meta, manifest = '', others = [] } = parts
  const mimetype = parts.mimetype ?? `application/vnd.oasis.opendocument.${MIMES[kind]}`
  const inStyles = `<office:styles>${styles}</office:styles><office:master-styles>${masters}</office:master-styles>`
  return zipOf([
    { name: 'mimetype', content: mimetype, method: 0 },
    { name: 'content.xml', content: contentXml(kind, body, automatic) },
    { name: 'styles.xml', content: xml('document-styles', inStyles) },
    ...(meta === undefined
      ? []
      : [{ name: 'meta.xml', content: xml('document-meta', `<office:meta>${meta}</office:meta>`) }]),
    ...others,
    { name: 'META-INF/manifest.xml', content: `<manifest:manifest xmlns:manifest="m">${manifest}</manifest:manifest>` },
  ])
}

export const p = (inside: string, style?: string): string =>
  `<text:p${style === undefined ? '' : ` text:style-name="${style}"`}>${inside}</text:p>`
export const h = (inside: string, level = 1): string => `<text:h text:outline-level="${level}">${inside}</text:h>`
export const span = (style: string, inside: string): string =>
  `<text:span text:style-name="${style}">${inside}</text:span>`
export const textStyle = (name: string, properties: string, parent?: string): string =>
  `<style:style style:name="${name}" style:family="text"${parent === undefined ? '' : ` style:parent-style-name="${parent}"`}><style:text-properties ${properties}/></style:style>`
export const BOLD = textStyle('T1', 'fo:font-weight="bold"')

export const frame = (inside: string, attributes = ''): string =>
  `<draw:frame draw:name="Frame1"${attributes}>${inside}</draw:frame>`

export const cell = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string"${attributes}><text:p>${text}</text:p></table:table-cell>`
export const numbered = (value: number, attributes = ''): string =>
  `<table:table-cell office:value-type="float" office:value="${value}"${attributes}><text:p>${value}</text:p></table:table-cell>`
export const row = (cells: readonly string[], attributes = ''): string =>
  `<table:table-row${attributes}>${cells.join('')}</table:table-row>`
export const sheet = (name: string, rows: readonly string[], more = '', style = ''): string =>
  `<table:table table:name="${name}"${style}>${more}${rows.join('')}</table:table>`

export const slide = (name: string, inside: string, attributes = ''): string =>
  `<draw:page draw:name="${name}"${attributes}>${inside}</draw:page>`
export const placeholder = (of: string, text: string): string =>
  frame(`<draw:text-box>${text}</draw:text-box>`, ` presentation:class="${of}"`)
