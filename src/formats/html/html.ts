/**
 * HTML: the texts of blocks, with what stands in a line as tags of it, and the attributes that readers see. White space is read as browsers
 * show it, and written with the line breaks of the file. A page need not be valid, whole, or free of a program's templates.
 */
import { byteCounter } from '../bytes/charset.ts'
import { frontForTarget, frontUnitsOf, languageInFront } from '../content/front/units.ts'
import { type FrontMatter, frontMatterOf } from '../content/front/values.ts'
import type { FileLanguages, Format, Open } from '../format.ts'
import type { Coding } from './coding.ts'
import { Cutting } from './cutting.ts'
import { type HtmlText, pageEncoding, textOfHtml } from './decoding.ts'
import { htmlFacts, PAGE_SECTION_SEPARATOR } from './facts.ts'
import { languageOfPage, rootOf } from './language.ts'
import { type HtmlNode, htmlNodesOf } from './nodes.ts'
import { editsOfHtml, type HtmlUnit } from './place.ts'

export const html: Format<HtmlUnit> = {
  ...htmlFacts,
  encoding: pageEncoding,

  async languages(source): Promise<FileLanguages> {
    const page = await textOfHtml(source)
    return { source: languageOfPage(htmlNodesOf(page)) ?? (await languageInFront(page.text, frontOf(page))) }
  },

  async *scan(source, { source: said, target, original } = {}): AsyncGenerator<HtmlUnit> {
    const page = await textOfHtml(source)
    const nodes = htmlNodesOf(page)
    const before = original && (await readingOf(original, said))
    const language = before ? before.language : (languageOfPage(nodes) ?? said)
    const eol = page.text.includes('\r\n') ? '\r\n' : '\n'
    const { charset } = page
    const cutting = new Cutting({ charset, eol, language, root: rootOf(nodes), original: before?.codings ?? [] })
    let index = 0
    for (const unit of await unitsInFront(page, { source: language, target })) yield { index: index++, ...unit }
    for (const node of ending(nodes)) for (const unit of cutting.take(node)) yield { index: index++, ...unit }
  },

  edits: editsOfHtml,
}

/** Braces at the beginning of a page are text. */
function frontOf({ text }: HtmlText): FrontMatter | undefined {
  return frontMatterOf(text, true)
}

async function unitsInFront(
  page: HtmlText,
  options: Parameters<typeof frontForTarget>[1],
): Promise<readonly Omit<HtmlUnit, 'index'>[]> {
  const { text, charset, bom_bytes } = page
  const byteAt = byteCounter(text, charset, bom_bytes)
  const units = await frontUnitsOf(text, frontOf(page), { prefix: 'html', separator: PAGE_SECTION_SEPARATOR })
  const placed = units.map(unit => ({ ...unit, charset, start: byteAt(unit.start), end: byteAt(unit.end) }))
  return frontForTarget(placed, options)
}

/** How the texts of the file were read that a result was made from, and its language. */
async function readingOf(
  open: Open,
  said: string | undefined,
): Promise<{ readonly codings: readonly Coding[]; readonly language: string | undefined }> {
  const page = await textOfHtml(open())
  const nodes = htmlNodesOf(page)
  const language = languageOfPage(nodes) ?? said
  const cutting = new Cutting({ charset: page.charset, eol: '\n', language, root: rootOf(nodes), original: [] })
  for (const node of ending(nodes)) cutting.take(node)
  return { codings: cutting.codings, language }
}

function* ending(nodes: readonly HtmlNode[]): Generator<HtmlNode | undefined> {
  yield* nodes
  yield undefined
}
