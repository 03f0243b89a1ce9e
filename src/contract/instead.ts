/** Files that are near to what is accepted, and what would do in their place: one table for all who refuse a file by its name. */
import { kindWithExtension } from './formats.ts'

interface Instead {
  /** Extensions, between blanks. */
  readonly of: string
  /** The formats that would do, the best first; those that the service does not take are not named. */
  readonly to: readonly string[]
  /** `«»` stands for them. */
  readonly words: string
}

const SAVE = 'save it as a «» file'
const ROWS: readonly Instead[] = [
  {
    of: 'properties messages ini cfg conf toml env js mjs cjs tsx jsx php ftl lua',
    to: ['json', 'yaml'],
    words: 'put its texts, each under its key, into a «» file',
  },
  { of: 'strings stringsdict xcstrings', to: ['xlf'], words: 'Xcode exports them as a «» file (Export Localizations)' },
  {
    of: 'xib storyboard xcloc',
    to: ['xliff', 'xlf'],
    words:
      'Xcode exports its texts as a «» file (Export Localizations; in the catalogue that it writes, Localized Contents has it)',
  },
  { of: 'resx resw resjson', to: ['xlf', 'csv'], words: 'export it as a «» file' },
  {
    of: 'mo gmo',
    to: ['po'],
    words: 'it is compiled: send the «» file that it was made from, or the one that msgunfmt writes of it',
  },
  {
    of: 'qm',
    to: ['ts'],
    words: 'it is compiled: send the «» file that it was made from, or the one that lconvert writes of it',
  },
  { of: 'resources', to: ['resx'], words: 'it is compiled: send the «» file of which it was made' },
  {
    of: 'rc rc2 mc',
    to: ['po', 'resx'],
    words:
      'rc2po of the Translate Toolkit writes a po file, and po2rc brings it back; or put its strings into a «» file',
  },
  {
    of: 'wxl',
    to: ['xml'],
    words:
      'where its texts stand between tags (<String Id="…">text</String>), give a copy whose name ends in «»; texts in Value="…" have to be moved there',
  },
  {
    of: 'xaml axaml',
    to: ['resx', 'resw'],
    words:
      'put its texts into a «» file, as .NET and Windows ask for them; of a dictionary of <String> elements a copy that is named .xml is read',
  },
  { of: 'mqxliff mqxlz', to: ['xlf', 'xliff'], words: 'memoQ exports it as plain XLIFF for other tools: a «» file' },
  {
    of: 'sdlxliff',
    to: ['xlf', 'xliff', 'docx'],
    words:
      'its segments have states that only Trados writes: let it translate the original file, or export that as a «» file',
  },
  {
    of: 'jsonl ndjson',
    to: ['json'],
    words: 'each of its lines is a value of its own: put them into one list, with commas between them, in a «» file',
  },
  { of: 'webmanifest', to: ['json'], words: 'it is JSON: give a copy whose name ends in «»' },
  { of: 'json5 hjson', to: ['jsonc', 'json'], words: 'write it as a «» file, with all keys in quotes' },
  { of: 'fodt fods fodp sxw sxc sxi ott ots otp', to: ['odt', 'ods', 'odp'], words: 'save it as an «» file' },
  { of: 'xls xlsm ods numbers', to: ['xlsx'], words: SAVE },
  { of: 'ppt pptm odp key', to: ['pptx'], words: SAVE },
  { of: 'indd', to: ['idml'], words: 'export it as a «» file' },
  { of: 'xlsx xls xlsm ods numbers', to: ['csv', 'tsv'], words: 'save each of its sheets as a «» file' },
  { of: 'docx doc docm dotx odt rtf pages', to: ['docx', 'odt', 'html', 'md', 'txt'], words: SAVE },
  { of: 'pptx ppt odp key idml pdf', to: ['md', 'txt'], words: 'put its texts into a «» file' },
  { of: 'rst adoc asciidoc org textile tex latex wiki mediawiki', to: ['md'], words: 'pandoc makes a «» file of it' },
  { of: 'xhtml shtml', to: ['html'], words: 'it is HTML: give a copy whose name ends in «»' },
  {
    of: 'svg plist rss atom dita ditamap docbook dbk',
    to: ['xml'],
    words: 'it is XML: give a copy whose name ends in «»',
  },
  { of: 'ass ssa sub sbv ttml dfxp lrc', to: ['srt', 'vtt'], words: SAVE },
  { of: 'zip tar gz 7z rar', to: ['*'], words: 'unpack it and give the files in it' },
]

/** What would do in place of a file with this extension, as a sentence with a blank before it; undefined where nothing accepted is near. */
export function insteadOf(ending: string, accepted: readonly string[]): string | undefined {
  const isTaken = (format: string) => format === '*' || accepted.includes(format)
  const row = ROWS.find(({ of, to }) => of.split(' ').includes(ending) && to.some(isTaken))
  if (row === undefined) return undefined
  const to = row.to.filter(isTaken)
  const last = to.at(-1) ?? ''
  const named = to.length === 1 ? last : `${to.slice(0, -1).join(', ')} or ${last}`
  return ` In place of ${kindWithExtension(ending)}: ${row.words.replace('«»', named)}.`
}
