/** The buckets of Lingo.dev, and why some have no place in a project file. */

/** Why nothing of a bucket is proposed, as the end of a sentence that begins with its name. */
const WHOLE =
  'has texts without keys, which are not kept in step one by one: translation-mcp translate takes each file whole, and a folder of them'
const COLUMNS =
  'has all of its languages in each file, in columns without keys: translation-mcp translate fills it, and leaves what is translated'
const DICTIONARY = 'has all of its languages in each file, under every key, which translation-mcp does not write'
const UNREAD = 'has files that translation-mcp does not read'
const json5 = `${UNREAD}; what is in JSON with comments is read as .jsonc`
const NO_FILES = 'has no files in the repository, which is all that translation-mcp reads'

const LEFT: Readonly<Record<string, string>> = {
  ...{ markdown: WHOLE, mdx: WHOLE, html: WHOLE, xml: WHOLE, txt: WHOLE, srt: WHOLE, vtt: WHOLE },
  'csv-per-locale': WHOLE,
  csv: COLUMNS,
  'json-dictionary': DICTIONARY,
  ...{ ail: UNREAD, ejs: UNREAD, json5, markdoc: UNREAD, mjml: UNREAD, twig: UNREAD, 'vue-json': UNREAD },
  ...{ compiler: NO_FILES, dato: NO_FILES },
}

/** Undefined for a bucket whose files are kept in step. One that is not known here may be. */
export function whyBucketIsLeft(kind: string): string | undefined {
  return Object.hasOwn(LEFT, kind) ? LEFT[kind] : undefined
}
