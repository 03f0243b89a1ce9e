/** How the Markdown of a file is read: as GitHub and the site generators read it, or as MDX. */
import { gfm } from 'micromark-extension-gfm'
import { mdxjs } from 'micromark-extension-mdxjs'
import type { Extension } from 'micromark-util-types'
import { hidden } from './dialect/hidden.ts'

export interface Flavour {
  readonly mdx: boolean
  readonly extensions: Extension[]
}

export const MARKDOWN: Flavour = { mdx: false, extensions: [gfm(), hidden] }
export const MDX: Flavour = { mdx: true, extensions: [gfm(), mdxjs(), hidden] }
