/** The kinds of packages that documents come in, and what a package is that is none of the kind it should be. */
import { FormatError } from '../../format.ts'
import { heldBytes } from '../ranges.ts'
import type { ZipArchive } from '../zip/index.ts'

export type PackageKind = keyof typeof KINDS

/** Of each kind: what it is, and what the type of its main part or of the whole package says. */
const KINDS = {
  docx: {
    says: /wordprocessingml\.(?:document|template)\.main|ms-word\.\w+\.macroEnabled/i,
    is: 'a document of Word',
    as: '.docx',
  },
  xlsx: {
    says: /spreadsheetml\.(?:sheet|template)\.main|ms-excel\.\w+\.macroEnabled/i,
    is: 'a workbook of Excel',
    as: '.xlsx',
  },
  pptx: {
    says: /presentationml\.(?:presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled/i,
    is: 'a presentation of PowerPoint',
    as: '.pptx',
  },
  visio: { says: /visio/i, is: 'a drawing of Visio', as: '.vsdx' },
  idml: { says: /indesign-idml/i, is: 'a document of InDesign (IDML)', as: '.idml' },
  odt: { says: /opendocument\.text/i, is: 'an OpenDocument text', as: '.odt' },
  ods: { says: /opendocument\.spreadsheet/i, is: 'an OpenDocument spreadsheet', as: '.ods' },
  odp: { says: /opendocument\.presentation/i, is: 'an OpenDocument presentation', as: '.odp' },
  odg: { says: /opendocument\.graphics/i, is: 'an OpenDocument drawing', as: '.odg' },
  epub: { says: /epub/i, is: 'a book (EPUB)', as: '.epub' },
} as const satisfies Record<string, { says: RegExp; is: string; as: string }>

const LONGEST_TYPE = 200

/** The media type that a package of InDesign, of OpenDocument or a book says of itself. Undefined where it has none, as those of Office. */
export async function mimetypeOf(archive: ZipArchive): Promise<string | undefined> {
  const name = archive.named('mimetype')
  if (name === undefined || archive.size(name) > LONGEST_TYPE) return undefined
  return (await heldBytes(archive.content(name))).toString('latin1').trim()
}

/** Whether a type is one of a kind. */
export function isOfKind(type: string, kind: PackageKind): boolean {
  return KINDS[kind].says.test(type)
}

/** Whether files with this extension are one of these packages. */
export function isPackageKind(extension: string): extension is PackageKind {
  return Object.hasOwn(KINDS, extension)
}

/** What says this of itself: its kind, and how it is named. */
export function namedKind(type: string): { readonly is: string; readonly as: string } | undefined {
  return Object.values(KINDS).find(({ says }) => says.test(type))
}

/** The refusal of a package that is of another kind than its name says. `type`: what it says of itself. */
export function otherKind(type: string | undefined, kind: PackageKind): FormatError {
  const found = type === undefined ? undefined : namedKind(type)
  const is = found
    ? `${found.is}. Name it ${found.as}`
    : 'a zip file with something else in it. Save it anew in its program'
  return new FormatError('malformed', `The file is not ${KINDS[kind].is}, as its name says, but ${is}, and send that.`)
}
