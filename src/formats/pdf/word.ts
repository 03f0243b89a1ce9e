/** The parts of a plain Word document (ECMA-376, transitional), in the order of elements that its schema asks for. */
import { zipSync } from 'fflate'
import { isFromTheRight, officeLanguage } from '../bytes/direction.ts'
import type { PageLook } from './units.ts'

export interface WrittenParagraph {
  readonly text: string
  readonly look: PageLook
  /** Of the text; undefined where it is in the language of the PDF. */
  readonly language: string | undefined
  /** It begins a page. */
  readonly breaks: boolean
  readonly mark: { readonly id: number; readonly name: string }
}

const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const STYLES: Readonly<Partial<Record<PageLook, string>>> = {
  'heading 1': 'Heading1',
  'heading 2': 'Heading2',
  'heading 3': 'Heading3',
  list: 'ListParagraph',
  note: 'Header',
  cell: 'NoSpacing',
}

/** A paragraph. A line break of the text is one of Word. */
export function paragraphXml({ text, look, language, breaks, mark }: WrittenParagraph): string {
  const style = STYLES[look]
  const isFromRight = language === undefined ? FROM_RIGHT.test(text) : isFromTheRight(language)
  const about =
    (style ? `<w:pStyle w:val="${style}"/>` : '') +
    (breaks ? '<w:pageBreakBefore/>' : '') +
    (isFromRight ? '<w:bidi/>' : '')
  const run = (isFromRight ? '<w:rtl/>' : '') + (language ? languageXml(language) : '')
  const said = text
    .split(/(\n|\t)/)
    .map(part => SPECIAL[part] ?? (part === '' ? '' : `<w:t xml:space="preserve">${escaped(part)}</w:t>`))
    .join('')
  return (
    `<w:p>${about ? `<w:pPr>${about}</w:pPr>` : ''}<w:bookmarkStart w:id="${mark.id}" w:name="${mark.name}"/>` +
    `<w:r>${run ? `<w:rPr>${run}</w:rPr>` : ''}${said}</w:r><w:bookmarkEnd w:id="${mark.id}"/></w:p>`
  )
}

const SPECIAL: Readonly<Record<string, string>> = { '\n': '<w:br/>', '\t': '<w:tab/>' }
/** The first letter is one of Arabic, Hebrew and their like. */
const FROM_RIGHT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u

function languageXml(language: string): string {
  const { tag } = officeLanguage(language)
  return `<w:lang w:val="${tag}" w:eastAsia="${tag}" w:bidi="${tag}"/>`
}

/** What XML cannot hold is left out; the text then does not read back, and is written in its source. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** The file of a document with these paragraphs. The same paragraphs make the same bytes. */
export function* wordFile(body: readonly string[], language: string): Generator<Uint8Array> {
  const parts = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': relations('officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': relations('styles', 'styles.xml'),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${NAMESPACE}"><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    'word/styles.xml': stylesXml(language),
  }
  const encoder = new TextEncoder()
  const entries = Object.entries(parts).map(([name, xml]) => [name, encoder.encode(xml)] as const)
  // The oldest time that a zip can say: none is known here.
  yield zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(1980, 0, 1, 12) })
}

function relations(type: string, target: string): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/${type}" Target="${target}"/></Relationships>`
}

function stylesXml(language: string): string {
  const style = (id: string, name: string, about: string, run = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>${about}</w:pPr><w:rPr>${run}</w:rPr></w:style>`
  const heading = (level: number, size: number) =>
    style(
      `Heading${level}`,
      `heading ${level}`,
      `<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${level - 1}"/>`,
      `<w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
    )
  return `${HEAD}<w:styles xmlns:w="${NAMESPACE}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/>${languageXml(language)}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${heading(1, 34)}${heading(2, 28)}${heading(3, 24)}${style('ListParagraph', 'List Paragraph', '<w:ind w:left="360"/><w:contextualSpacing/>')}${style('NoSpacing', 'No Spacing', '<w:spacing w:after="0"/>')}${style('Header', 'header', '<w:spacing w:after="60"/>', '<w:color w:val="595959"/><w:sz w:val="18"/><w:szCs w:val="18"/>')}</w:styles>`
}
