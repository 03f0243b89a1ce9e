/** The formats that this build reads: what is true of each, at hand, and the format itself, which is loaded when a file of it is opened. */
import { csvFacts, tsvFacts } from './csv/facts.ts'
import { docxFacts } from './docx/facts.ts'
import { tbxFacts, tmxFacts } from './exchange/facts.ts'
import { fluentFacts } from './fluent/facts.ts'
import type { Format, FormatFacts } from './format.ts'
import { htmlFacts } from './html/facts.ts'
import { idmlFacts } from './idml/facts.ts'
import { iniFacts } from './ini/facts.ts'
import { jsonFacts } from './json/facts.ts'
import { xcstringsFacts } from './json/xcstrings/facts.ts'
import { modulesFacts, phpFacts } from './literals/facts.ts'
import { markdownFacts, mdxFacts } from './markdown/facts.ts'
import { odgFacts, odpFacts, odsFacts, odtFacts } from './odf/facts.ts'
import { parcelFacts } from './parcel/facts.ts'
import { pdfFacts } from './pdf/facts.ts'
import { poFacts } from './po/facts.ts'
import { pptxFacts } from './pptx/facts.ts'
import { propertiesFacts } from './properties/facts.ts'
import { playFacts } from './properties/play-facts.ts'
import { asciidocFacts, rstFacts } from './prose/facts.ts'
import { resxFacts } from './resx/facts.ts'
import { stringsFacts } from './strings/facts.ts'
import { srtFacts, vttFacts } from './subtitles/facts.ts'
import { textFacts } from './text/facts.ts'
import { tomlFacts } from './toml/facts.ts'
import { tsFacts } from './ts/facts.ts'
import { xliffFacts } from './xliff/facts.ts'
import { xlsxFacts } from './xlsx/facts.ts'
import { xmlFacts } from './xml/facts.ts'
import { stringsdictFacts } from './xml/stringsdict/facts.ts'
import { yamlFacts } from './yaml/facts.ts'

interface Registered {
  readonly facts: FormatFacts
  load(): Promise<Format>
}

export const FORMATS: readonly Registered[] = [
  { facts: csvFacts, load: async () => (await import('./csv/csv.ts')).csv },
  { facts: tsvFacts, load: async () => (await import('./csv/csv.ts')).tsv },
  { facts: docxFacts, load: async () => (await import('./docx/docx.ts')).docx },
  { facts: tbxFacts, load: async () => (await import('./exchange/exchange.ts')).tbx },
  { facts: tmxFacts, load: async () => (await import('./exchange/exchange.ts')).tmx },
  { facts: fluentFacts, load: async () => (await import('./fluent/fluent.ts')).fluent },
  { facts: htmlFacts, load: async () => (await import('./html/html.ts')).html },
  { facts: idmlFacts, load: async () => (await import('./idml/idml.ts')).idml },
  { facts: iniFacts, load: async () => (await import('./ini/ini.ts')).ini },
  { facts: jsonFacts, load: async () => (await import('./json/json.ts')).json },
  { facts: xcstringsFacts, load: async () => (await import('./json/xcstrings/xcstrings.ts')).xcstrings },
  { facts: modulesFacts, load: async () => (await import('./literals/modules.ts')).modules },
  { facts: phpFacts, load: async () => (await import('./literals/php.ts')).php },
  { facts: markdownFacts, load: async () => (await import('./markdown/markdown.ts')).markdown },
  { facts: mdxFacts, load: async () => (await import('./markdown/markdown.ts')).mdx },
  { facts: odtFacts, load: async () => (await import('./odf/odf.ts')).odt },
  { facts: odsFacts, load: async () => (await import('./odf/odf.ts')).ods },
  { facts: odpFacts, load: async () => (await import('./odf/odf.ts')).odp },
  { facts: odgFacts, load: async () => (await import('./odf/odf.ts')).odg },
  { facts: parcelFacts, load: async () => (await import('./parcel/parcel.ts')).parcelOf(formatOf) },
  { facts: pdfFacts, load: async () => (await import('./pdf/pdf.ts')).pdf },
  { facts: poFacts, load: async () => (await import('./po/po.ts')).po },
  { facts: pptxFacts, load: async () => (await import('./pptx/pptx.ts')).pptx },
  { facts: propertiesFacts, load: async () => (await import('./properties/properties.ts')).properties },
  { facts: playFacts, load: async () => (await import('./properties/play.ts')).play },
  { facts: asciidocFacts, load: async () => (await import('./prose/asciidoc/asciidoc.ts')).asciidoc },
  { facts: rstFacts, load: async () => (await import('./prose/rst/rst.ts')).rst },
  { facts: resxFacts, load: async () => (await import('./resx/resx.ts')).resx },
  { facts: stringsFacts, load: async () => (await import('./strings/strings.ts')).strings },
  { facts: srtFacts, load: async () => (await import('./subtitles/subtitles.ts')).srt },
  { facts: vttFacts, load: async () => (await import('./subtitles/subtitles.ts')).vtt },
  { facts: textFacts, load: async () => (await import('./text/text.ts')).text },
  { facts: tomlFacts, load: async () => (await import('./toml/toml.ts')).toml },
  { facts: tsFacts, load: loadTs },
  { facts: xliffFacts, load: async () => (await import('./xliff/xliff.ts')).xliff },
  { facts: xlsxFacts, load: async () => (await import('./xlsx/xlsx.ts')).xlsx },
  { facts: stringsdictFacts, load: async () => (await import('./xml/stringsdict/stringsdict.ts')).stringsdict },
  { facts: xmlFacts, load: async () => (await import('./xml/xml.ts')).xml },
  { facts: yamlFacts, load: async () => (await import('./yaml/yaml.ts')).yaml },
]

async function loadTs(): Promise<Format> {
  const [{ tsOf }, { qt }, { modules }] = await Promise.all([
    import('./ts/ts.ts'),
    import('./qt/qt.ts'),
    import('./literals/modules.ts'),
  ])
  return tsOf(tsFacts, { qt, module: modules })
}

/** The format of files with this extension, for those in a parcel. */
async function formatOf(extension: string): Promise<Format | undefined> {
  return await FORMATS.find(({ facts }) => facts.extensions.includes(extension))?.load()
}
