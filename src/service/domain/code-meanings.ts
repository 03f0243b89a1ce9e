import type { CodeMeaning } from '../../contract/segments.ts'

/** A short tag that the file itself has, by which its meaning is known. */
const OWN = /^<([gx]\d+)\s*\/?>$/
const LONGEST = 60

/**
 * What the tags and placeholders of a text stand for, by the names under which they are shown. `tags` has the markup of the file by
 * these names; `said` is what the file says, by its own names. Markup around words is left out: it says by itself what it is for.
 */
export function codeMeanings(
  tags: ReadonlyMap<string, string>,
  said: Readonly<Record<string, string>>,
): readonly CodeMeaning[] {
  const own = new Set<string>()
  const found: CodeMeaning[] = []
  for (const [code, markup] of tags) {
    const known = OWN.exec(markup)?.[1]
    if (known !== undefined) own.add(known)
    const meaning = known === undefined ? (code.startsWith('x') ? markup : undefined) : said[known]
    if (meaning !== undefined) found.push({ code, meaning: meaning.slice(0, LONGEST) })
  }
  for (const [code, meaning] of Object.entries(said)) if (!own.has(code)) found.push({ code, meaning })
  return found
}
