/**
 * The twelve format families, their file extensions and upload ceilings (contract, Limits; assumptions.md, Formats). All families
 * are listed here; `supported_formats` names only the extensions that a build can read.
 */
import { tagInPlayName } from './play-names.ts'

const MB = 1024 * 1024
/** What most of one kind have in common. */
const DOCUMENT = { ceiling_bytes: 30 * MB, binary: true } as const
const TEXT = { ceiling_bytes: 8 * MB, binary: false } as const
const MARKUP = { ceiling_bytes: 16 * MB, binary: false } as const
const JSON_TYPE = 'application/json'
const SCRIPT = 'text/javascript'
const GETTEXT = 'text/x-gettext-translation'
const ASCIIDOC = 'text/asciidoc'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const MANUALS = {
  dita: 'application/dita+xml',
  ditamap: 'application/dita+xml',
  dbk: 'application/docbook+xml',
  docbook: 'application/docbook+xml',
} as const
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.'

export const FAMILIES = {
  text: {
    extensions: { txt: 'text/plain', md: 'text/markdown', markdown: 'text/markdown', mdx: 'text/mdx' },
    ...TEXT,
  },
  csv: { extensions: { csv: 'text/csv', tsv: 'text/tab-separated-values' }, ceiling_bytes: 60 * MB, binary: false },
  json: {
    extensions: {
      json: JSON_TYPE,
      jsonc: JSON_TYPE,
      arb: JSON_TYPE,
      yaml: 'application/yaml',
      yml: 'application/yaml',
    },
    ...TEXT,
  },
  po: {
    extensions: { po: GETTEXT, pot: GETTEXT },
    ceiling_bytes: 4 * MB,
    binary: false,
  },
  xliff: {
    extensions: { xlf: 'application/xliff+xml', xliff: 'application/xliff+xml' },
    ...MARKUP,
  },
  html: {
    extensions: { html: 'text/html', htm: 'text/html', xml: 'application/xml' },
    ...MARKUP,
  },
  subtitles: { extensions: { srt: 'application/x-subrip', vtt: 'text/vtt' }, ...TEXT },
  docx: {
    extensions: { docx: `${OFFICE}wordprocessingml.document` },
    ...DOCUMENT,
  },
  pptx: {
    extensions: { pptx: `${OFFICE}presentationml.presentation` },
    ...DOCUMENT,
  },
  xlsx: {
    extensions: { xlsx: `${OFFICE}spreadsheetml.sheet` },
    ...DOCUMENT,
  },
  idml: { extensions: { idml: 'application/vnd.adobe.indesign-idml-package' }, ...DOCUMENT },
  pdf: { extensions: { pdf: 'application/pdf' }, ...DOCUMENT },
} as const satisfies Record<string, FamilyFacts>

/**
 * The families, and what is read besides: documents of OpenDocument, which the contract does not name and which have the ceiling of their
 * sisters of Office; catalogues of texts in the ways of platforms; prose that documentation is written in; and a zip, which is a parcel of files and no family of its own.
 */
export const FILE_KINDS = {
  ...FAMILIES,
  // Manuals in DITA and DocBook are XML under names of their own.
  html: { ...FAMILIES.html, extensions: { ...FAMILIES.html.extensions, ...MANUALS } },
  odf: {
    extensions: {
      odt: `${OPEN_DOCUMENT}text`,
      ods: `${OPEN_DOCUMENT}spreadsheet`,
      odp: `${OPEN_DOCUMENT}presentation`,
      odg: `${OPEN_DOCUMENT}graphics`,
    },
    ...DOCUMENT,
  },
  catalogue: {
    extensions: {
      properties: 'text/x-java-properties',
      ini: 'text/x-ini',
      strings: 'text/x-strings',
      ftl: 'text/x-fluent',
      resx: 'application/x-microsoft-resx+xml',
      resw: 'application/x-microsoft-resx+xml',
      ts: 'application/x-linguist',
      tmx: 'application/x-tmx+xml',
      tbx: 'application/x-tbx+xml',
      php: 'application/x-httpd-php',
      js: SCRIPT,
      mjs: SCRIPT,
      cjs: SCRIPT,
      mts: 'application/typescript',
      cts: 'application/typescript',
      stringsdict: 'text/x-stringsdict',
      xcstrings: 'text/x-xcstrings',
      toml: 'application/toml',
      messages: 'text/x-play-messages',
    },
    ...TEXT,
  },
  prose: {
    extensions: {
      rst: 'text/x-rst',
      adoc: ASCIIDOC,
      asciidoc: ASCIIDOC,
      asc: ASCIIDOC,
    },
    ...TEXT,
  },
  zip: { extensions: { zip: 'application/zip' }, ceiling_bytes: 60 * MB, binary: true },
} as const satisfies Record<string, FamilyFacts>

/** The files that this build takes, in few words for people and models. A test holds it to the formats that are read. */
export const FILES_TAKEN =
  'DOCX, PPTX, XLSX, ODF, IDML, PDF, JSON, YAML, PO, XLIFF, CSV, Markdown, RST, AsciiDoc, HTML, XML, app strings, subtitles, text, ZIP'

interface FamilyFacts {
  readonly extensions: Readonly<Record<string, string>>
  readonly ceiling_bytes: number
  readonly binary: boolean
}

export type Family = keyof typeof FILE_KINDS

/** The largest upload any family takes, in bytes: the default of `entitlements.max_upload_bytes`. */
export const MAX_UPLOAD_BYTES = FAMILIES.csv.ceiling_bytes

const EXTENSIONS = new Map<string, { family: Family; media_type: string; facts: FamilyFacts }>()
for (const [name, facts] of Object.entries(FILE_KINDS)) {
  for (const [extension, media_type] of Object.entries(facts.extensions)) {
    if (isFamily(name)) EXTENSIONS.set(extension, { family: name, media_type, facts })
  }
}

function isFamily(name: string): name is Family {
  return name in FILE_KINDS
}

/**
 * The lower-case extension of a file name without its dot; empty when it has none. Play has its messages in files without one, `messages` and
 * `messages.de`: the extension of these is `messages`, which other files may have behind a dot.
 */
export function extensionOf(fileName: string): string {
  return playTagOf(fileName) === undefined ? endingOf(baseOf(fileName)) : PLAY
}

/** The name of a file without its folders, its dot and its extension: all of `messages.de`, which has no extension. */
export function stemOf(fileName: string): string {
  const base = baseOf(fileName)
  const dot = playTagOf(base) === undefined ? base.lastIndexOf('.') : -1
  return dot < 0 ? base : base.slice(0, dot)
}

/** The tag that the name of a messages file of Play ends in, as it is written; empty where it has none. Undefined for other files. */
export function playTagOf(fileName: string): string | undefined {
  const base = baseOf(fileName)
  const tag = tagInPlayName(base)
  return tag === undefined || EXTENSIONS.has(endingOf(base)) ? undefined : tag
}

/** What files with an extension are, for people: `a .json file`, `.json files`. */
export function kindWithExtension(extension: string, many = false): string {
  const [file, a] = many ? ['files', ''] : ['file', 'a ']
  return extension === PLAY ? `${a}messages ${file} of Play` : `${a}.${extension} ${file}`
}

const PLAY = 'messages'

function baseOf(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
}

function endingOf(base: string): string {
  const dot = base.lastIndexOf('.')
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase()
}

/** The family, media type and limits for the extension of a file name; undefined when no family takes the extension. */
export function familyOf(fileName: string): { family: Family; media_type: string; facts: FamilyFacts } | undefined {
  return EXTENSIONS.get(extensionOf(fileName))
}

/** True for two file names of one format, such as a.yml and b.yaml; where no family takes them, for two with the same extension. */
export function isSameFormat(one: string, other: string): boolean {
  const [first, second] = [familyOf(one), familyOf(other)]
  return extensionOf(one) === extensionOf(other) || (first !== undefined && first.media_type === second?.media_type)
}
