/**
 * How the Markdown of a file is read: as GitHub and the site generators read it, or as MDX. A text is read with those of GitHub's
 * extensions only that can find something in it: the parser would try the others at every letter, which takes half of its time.
 */
import { gfm } from 'micromark-extension-gfm'
import { mdxjs } from 'micromark-extension-mdxjs'
import type { Construct, ConstructRecord, Extension } from 'micromark-util-types'
import { hidden } from './dialect/hidden.ts'

export interface Flavour {
  readonly mdx: boolean
  /** What it has besides GitHub's extensions. */
  readonly extensions: readonly Extension[]
}

export const MARKDOWN: Flavour = { mdx: false, extensions: [hidden] }
export const MDX: Flavour = { mdx: true, extensions: [mdxjs(), hidden] }

const GITHUB = gfm()

/** What a text has wherever the construct of this name can find something. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  protocolAutolink: /https?:\/\//i,
  wwwAutolink: /www\./i,
  table: /[|:][ \t]*-|-[ \t]*[|:]/,
  gfmFootnoteDefinition: /\[\^/,
  gfmFootnoteCall: /\[\^/,
  gfmPotentialFootnoteCall: /\[\^/,
}
const MAIL = 'emailAutolink'
/** The first letter of what may be the name in a mail address. */
const FIRST_OF_MAIL = /(?<![\w.+-])([\w.+-])[\w.+-]*@/g

/** The extensions that a text is read with. */
export function extensionsFor(shown: string, { extensions }: Flavour): Extension[] {
  const missing = new Set(Object.keys(SIGNS).filter(name => SIGNS[name]?.test(shown) === false))
  const mails = new Set(Array.from(shown.matchAll(FIRST_OF_MAIL), ([, first = '']) => String(first.charCodeAt(0))))
  const finds = ({ name = '' }: Construct, code: string): boolean =>
    name === MAIL ? mails.has(code) : !missing.has(name)
  const { document = {}, flow = {}, text = {} } = GITHUB
  const found = { document: only(document, finds), flow: only(flow, finds), text: only(text, finds) }
  return [{ ...GITHUB, ...found }, ...extensions]
}

/** The constructs, by the code of the letter that they begin with, that can find something. */
function only(
  constructs: ConstructRecord,
  finds: (construct: Construct, code: string) => boolean,
): Record<string, Construct[]> {
  const kept = Object.entries(constructs).map(
    ([code, tried = []]) => [code, [tried].flat().filter(construct => finds(construct, code))] as const,
  )
  return Object.fromEntries(kept.filter(([, tried]) => tried.length > 0))
}
