/** Translation memories as TMX 1.4 (LISA, 2005), which the tools of translators read. */
import type { ExportedRow } from '../store/memory-reading.ts'
import type { MemoryForm } from './memory.ts'

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML 1.0 cannot have, also not as a number. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text as XML says it, between tags and in attributes; what XML cannot have is U+FFFD. */
export function xmlText(text: string): string {
  return text
    .replace(NOT_IN_XML, '\ufffd')
    .replace(/[&<>"]/g, mark => MARKS[mark] ?? mark)
    .replaceAll('\r', '&#13;')
}

/** Where a translation came from, as the columns of a table and the properties of TMX name it; empty where it does not say. */
export function provenanceOf(row: ExportedRow) {
  return {
    project: row.project,
    file: row.file_name,
    part: row.part,
    engine: row.engine,
    corrected: row.corrected === 1 ? 'yes' : '',
    line: row.line,
  }
}

/** Each unit says its own source language. */
export const TMX_FORM: MemoryForm = {
  begin: `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="translation-mcp" creationtoolversion="1" segtype="block" o-tmf="translation-mcp" adminlang="en" srclang="*all*" datatype="plaintext"/>
<body>
`,
  unit: tmxUnit,
  end: '</body>\n</tmx>\n',
}

/** One translation. Where it came from stands in `prop`; what XML cannot have is U+FFFD. */
function tmxUnit(row: ExportedRow): string {
  const said = Object.entries(provenanceOf(row))
    .filter(([, value]) => value !== '')
    .map(([type, value]) => `<prop type="x-${type}">${xmlText(value)}</prop>`)
  const created = new Date(row.created_at).toISOString().replace(/[-:]|\.\d+/g, '')
  const variant = (language: string, text: string) =>
    `<tuv xml:lang="${xmlText(language)}"><seg>${xmlText(text)}</seg></tuv>`
  return [
    `<tu creationdate="${created}" creationid="${xmlText(row.author)}" srclang="${xmlText(row.source_language)}">`,
    ...said,
    variant(row.source_language, row.source),
    variant(row.target_language, row.text),
    '</tu>\n',
  ].join('')
}
