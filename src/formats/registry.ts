/** The formats that this build reads, one line per family. Each format lists its own extensions. */
export { csv, tsv } from './csv/csv.ts'
export { json } from './json/json.ts'
export { markdown } from './markdown/markdown.ts'
export { po } from './po/po.ts'
export { srt, vtt } from './subtitles/subtitles.ts'
export { text } from './text/text.ts'
export { yaml } from './yaml/yaml.ts'
