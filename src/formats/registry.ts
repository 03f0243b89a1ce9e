/** The formats that this build reads: what is true of each, at hand, and the format itself, which is loaded when a file of it is opened. */
import { csvFacts, tsvFacts } from './csv/facts.ts'
import { docxFacts } from './docx/facts.ts'
import type { Format, FormatFacts } from './format.ts'
import { htmlFacts } from './html/facts.ts'
import { jsonFacts } from './json/facts.ts'
import { markdownFacts, mdxFacts } from './markdown/facts.ts'
import { pdfFacts } from './pdf/facts.ts'
import { poFacts } from './po/facts.ts'
import { srtFacts, vttFacts } from './subtitles/facts.ts'
import { textFacts } from './text/facts.ts'
import { xliffFacts } from './xliff/facts.ts'
import { xmlFacts } from './xml/facts.ts'
import { yamlFacts } from './yaml/facts.ts'

interface Registered {
  readonly facts: FormatFacts
  load(): Promise<Format>
}

export const FORMATS: readonly Registered[] = [
  { facts: csvFacts, load: async () => (await import('./csv/csv.ts')).csv },
  { facts: tsvFacts, load: async () => (await import('./csv/csv.ts')).tsv },
  { facts: docxFacts, load: async () => (await import('./docx/docx.ts')).docx },
  { facts: htmlFacts, load: async () => (await import('./html/html.ts')).html },
  { facts: jsonFacts, load: async () => (await import('./json/json.ts')).json },
  { facts: markdownFacts, load: async () => (await import('./markdown/markdown.ts')).markdown },
  { facts: mdxFacts, load: async () => (await import('./markdown/markdown.ts')).mdx },
  { facts: pdfFacts, load: async () => (await import('./pdf/pdf.ts')).pdf },
  { facts: poFacts, load: async () => (await import('./po/po.ts')).po },
  { facts: srtFacts, load: async () => (await import('./subtitles/subtitles.ts')).srt },
  { facts: vttFacts, load: async () => (await import('./subtitles/subtitles.ts')).vtt },
  { facts: textFacts, load: async () => (await import('./text/text.ts')).text },
  { facts: xliffFacts, load: async () => (await import('./xliff/xliff.ts')).xliff },
  { facts: xmlFacts, load: async () => (await import('./xml/xml.ts')).xml },
  { facts: yamlFacts, load: async () => (await import('./yaml/yaml.ts')).yaml },
]
