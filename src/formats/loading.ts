/** A format by the name of a file, for who needs few of them: loading all families takes as long as keeping a repository in step. */
import { extensionOf } from '../contract/formats.ts'
import type { Format } from './format.ts'

const json = async () => (await import('./json/json.ts')).json
const markdown = async () => (await import('./markdown/markdown.ts')).markdown
const yaml = async () => (await import('./yaml/yaml.ts')).yaml
const html = async () => (await import('./html/html.ts')).html
const po = async () => (await import('./po/po.ts')).po
const xliff = async () => (await import('./xliff/xliff.ts')).xliff

/** How each extension is loaded: a test holds it to the registry. */
const LOADED: ReadonlyMap<string, () => Promise<Format>> = new Map<string, () => Promise<Format>>([
  ['txt', async () => (await import('./text/text.ts')).text],
  ['md', markdown],
  ['markdown', markdown],
  ['mdx', async () => (await import('./markdown/markdown.ts')).mdx],
  ['csv', async () => (await import('./csv/csv.ts')).csv],
  ['tsv', async () => (await import('./csv/csv.ts')).tsv],
  ['json', json],
  ['jsonc', json],
  ['arb', json],
  ['yaml', yaml],
  ['yml', yaml],
  ['po', po],
  ['pot', po],
  ['xlf', xliff],
  ['xliff', xliff],
  ['html', html],
  ['htm', html],
  ['xml', async () => (await import('./xml/xml.ts')).xml],
  ['srt', async () => (await import('./subtitles/subtitles.ts')).srt],
  ['vtt', async () => (await import('./subtitles/subtitles.ts')).vtt],
])

/** As `formatOf`, which has all families at hand. */
export async function loadFormat(fileName: string): Promise<Format | undefined> {
  return await LOADED.get(extensionOf(fileName))?.()
}
