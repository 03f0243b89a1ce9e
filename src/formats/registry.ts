/** The formats that this build reads, one line a family. Which file they take, their extensions say. */
export { csv, tsv } from './csv/csv.ts'
export { json } from './json/json.ts'
export { markdown } from './markdown/markdown.ts'
export { po } from './po/po.ts'
export { text } from './text/text.ts'
