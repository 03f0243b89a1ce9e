/** Objects of a PDF put in the place of others. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import type { Names } from './drawing.ts'
import { decimal } from './editing.ts'
import { pageResources } from './objects.ts'
import type { Drawn } from './shows.ts'

/** What says how a stream is packed, which is done anew. */
const PACKING: ReadonlySet<string> = new Set([
  '/Filter',
  '/DecodeParms',
  '/DP',
  '/F',
  '/FFilter',
  '/FDecodeParms',
  '/DL',
  '/Length',
])

/** Puts another content into a form. */
export function replaceForm({ context }: PDFDocument, ref: PDFRef, text: string): void {
  const old = context.lookup(ref)
  if (!(old instanceof PDFRawStream)) return
  const stream = context.flateStream(Buffer.from(text, 'latin1'))
  for (const [key, value] of old.dict.entries()) if (!PACKING.has(key.toString())) stream.dict.set(key, value)
  context.assign(ref, stream)
}

/** Gives a page another content, with operators after it that find the page as it was before. */
export function replaceContent(page: PDFPage, { open, unopened, in_text }: Drawn, text: string, after: string): void {
  const { context } = page.doc
  const before = 'q '.repeat(1 + unopened)
  const between = `${in_text ? '\nET' : ''}\n${'Q '.repeat(1 + open)}\n`
  const stream = context.flateStream(Buffer.from(`${before}\n${text}${between}${after}\n`, 'latin1'))
  page.node.set(PDFName.of('Contents'), context.register(stream))
}

/** Gives a page resources of its own, and names in them. */
export function namesOn(page: PDFPage, tag: string): Names {
  const { context } = page.doc
  const resources = pageResources(page)?.clone(context) ?? context.obj({})
  page.node.set(PDFName.of('Resources'), resources)
  const nameIn = (kind: string, letter: string, entry: (known: PDFDict) => PDFObject) => {
    const old = resources.lookup(PDFName.of(kind))
    const entries = old instanceof PDFDict ? old.clone(context) : context.obj({})
    resources.set(PDFName.of(kind), entries)
    const object = entry(entries)
    const known = entries.entries().find(([, value]) => value === object)?.[0]
    if (known) return known.decodeText()
    let number = 1
    while (entries.has(PDFName.of(`${letter}${number}`))) number += 1
    entries.set(PDFName.of(`${letter}${number}`), object)
    return `${letter}${number}`
  }
  const states = new Map<string, PDFRef>()
  return {
    tag,
    font: ({ ref }) => nameIn('Font', 'Text', () => ref),
    alpha: alpha =>
      nameIn('ExtGState', 'Seen', () => {
        const ref =
          states.get(decimal(alpha)) ?? context.register(context.obj({ Type: 'ExtGState', ca: Number(decimal(alpha)) }))
        states.set(decimal(alpha), ref)
        return ref
      }),
  }
}

/** Says which letters the codes of a font of signs stand for: programs that copy or search text know them of other fonts alone. To be done when fonts are in the file. */
export function nameSigns({ context }: PDFDocument, font: PDFFont): void {
  const entries = context.lookup(font.ref)
  if (!(entries instanceof PDFDict) || [ENCODING, TO_UNICODE].some(entry => entries.has(entry))) return
  const letters = font.getCharacterSet().map(code => String.fromCodePoint(code))
  const codes = letters.map(
    letter => `${font.encodeText(letter)} <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`,
  )
  const blocks: string[] = []
  for (let at = 0; at < codes.length; at += MOST_IN_BLOCK) {
    const some = codes.slice(at, at + MOST_IN_BLOCK)
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Signs def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
  entries.set(TO_UNICODE, context.register(context.flateStream(map)))
}

const ENCODING = PDFName.of('Encoding')
const TO_UNICODE = PDFName.of('ToUnicode')
/** More codes than these may not stand in one block of a map. */
const MOST_IN_BLOCK = 100

/** Takes away the structure for screen readers, which would say the old text, and names the language. */
export function replaceLanguage({ catalog }: PDFDocument, language: string): void {
  catalog.delete(PDFName.of('StructTreeRoot'))
  catalog.delete(PDFName.of('MarkInfo'))
  const said = catalog.has(PDFName.of('Lang'))
  if (said) catalog.set(PDFName.of('Lang'), PDFString.of(language))
}

/** Takes away what nothing refers to any more: the old text must not stay in the file. */
export function removeOrphans({ context }: PDFDocument): void {
  const { Root, Info, Encrypt, ID } = context.trailerInfo
  const reached = new Set<PDFRef>()
  const open: (PDFObject | undefined)[] = [Root, Info, Encrypt, ID]
  while (open.length > 0) {
    const object = open.pop()
    if (object instanceof PDFRef) {
      if (!reached.has(object)) open.push(context.lookup(object))
      reached.add(object)
    } else if (object instanceof PDFDict) open.push(...object.values())
    else if (object instanceof PDFArray) open.push(...object.asArray())
    else if (object !== undefined && 'dict' in object && object.dict instanceof PDFDict) open.push(object.dict)
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
}
