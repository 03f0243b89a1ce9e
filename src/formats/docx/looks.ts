/** How runs look: those that look the same are one text. */
import type { Shell } from '../bytes/runs/index.ts'
import { localName } from '../bytes/xml/index.ts'
import type { WordStyles } from './styles.ts'
import { isOn, type NodeTree, rawOf, type WordNames, wordValue } from './tree.ts'

export interface Look {
  readonly shell: Shell
  /** Undefined where the run leaves it to its paragraph. */
  readonly hidden: boolean | undefined
}

/** What readers do not see of it, or what a translation has otherwise: language, direction, what spelling found, how wide letters stand. */
const UNSEEN =
  /<(?:\w+:)?(?:lang|noProof|spacing|kern|w|webHidden|rtl|cs|bCs|iCs|szCs)(?:\s[^>]*)?\/>|<(?:\w+:)?rFonts\s+(?:\w+:)?hint="\w+"\s*\/>|<(\w+:)?rPrChange[\s>][\s\S]*?<\/\1rPrChange>/g
const BETWEEN_TAGS = />\s+</g
const EMPTY = /^<[^>]*>\s*<\/[^>]*>$|^<[^>]*\/>$/
/** A file has a few hundred; one that is made to harm may have millions. */
const MOST = 10_000

/** The looks of the runs of a member, each made once. */
export class Looks {
  readonly #styles: WordStyles
  readonly #known = new Map<string, Look>()
  #plain: Look | undefined
  /** That of the run before, with the tags that say it: runs side by side often look the same. */
  #last: { readonly tags: readonly string[]; readonly look: Look } | undefined

  constructor(styles: WordStyles) {
    this.#styles = styles
  }

  /** Of a run that says nothing of it. */
  plain(names: WordNames): Look {
    this.#plain ??= { shell: shellOf(names, '', ''), hidden: undefined }
    return this.#plain
  }

  /** Of a run with these properties. */
  of(tree: NodeTree, from: number, to: number): Look {
    if (this.#last && isWritten(this.#last.tags, tree, from, to)) return this.#last.look
    const look = this.#lookOf(tree, from, to)
    this.#last = { tags: tree.nodes.slice(from, to + 1).map(node => node.raw), look }
    return look
  }

  #lookOf(tree: NodeTree, from: number, to: number): Look {
    const raw = rawOf(tree, from, to)
    const known = this.#known.get(raw)
    if (known) return known
    if (this.#known.size >= MOST) this.#known.clear()
    const seen = raw.replace(UNSEEN, '').replace(BETWEEN_TAGS, '><')
    const look = { shell: shellOf(tree.names, raw, EMPTY.test(seen) ? '' : seen), hidden: this.#hidden(tree, from, to) }
    this.#known.set(raw, look)
    return look
  }

  #hidden({ nodes }: NodeTree, from: number, to: number): boolean | undefined {
    let style: string | undefined
    for (let at = from + 1; at < to; at += 1) {
      const node = nodes[at]
      if (node?.kind !== 'open') continue
      const local = localName(node.name)
      if (local === 'rPrChange') break
      if (local === 'vanish') return isOn(node)
      if (local === 'rStyle') style = wordValue(node)
    }
    return style === undefined ? undefined : this.#styles.run(style).hidden
  }
}

function isWritten(tags: readonly string[], { nodes }: NodeTree, from: number, to: number): boolean {
  if (tags.length !== to - from + 1) return false
  for (let at = from; at <= to; at += 1) if (nodes[at]?.raw !== tags[at - from]) return false
  return true
}

function shellOf({ run, text }: WordNames, look: string, key: string): Shell {
  return { key, open: `<${run}>${look}<${text} xml:space="preserve">`, close: `</${text}></${run}>` }
}
