/** The markup of a text as tags, `Read <g1>the manual</g1> of <x2/>`, and a translation cut at its tags. */
import type { ProseNode, ProsePiece } from './dialect.ts'

/** The markup that a tag stands for. `close` is set only for markup around text. */
export interface ProseCode {
  readonly tag: string
  readonly open: string
  readonly close?: string | undefined
}

export interface Tagged {
  readonly text: string
  /** Each once. Equal markup has equal tags. */
  readonly codes: readonly ProseCode[]
}

const TAG = /<(\/?)([gx]\d+)(\/?)>/g

/** Tags are numbered by their sorted markup, so that the same markup has the same number wherever a translator moves it. */
export function taggedOf(nodes: readonly ProseNode[]): Tagged {
  const known = nodes.flatMap(withoutTags)
  const keys = new Set(known.flatMap(keysIn))
  const codes = new Map(
    [...keys].sort().map((key, at) => {
      const [open = '', close] = key.split('\0')
      return [key, { tag: `${close === undefined ? 'x' : 'g'}${at + 1}`, open, close }] as const
    }),
  )
  return { text: known.map(node => shown(node, codes)).join(''), codes: [...codes.values()] }
}

/** What looks like one of our tags in a file is a code there. */
function withoutTags(node: ProseNode): readonly ProseNode[] {
  if (node.kind === 'group') return [{ ...node, children: node.children.flatMap(withoutTags) }]
  if (node.kind === 'code' || !node.text.includes('<')) return [node]
  return node.text
    .split(/(<\/?[gx]\d+\/?>)/)
    .map((text, at) => ({ kind: at % 2 === 0 ? ('text' as const) : ('code' as const), text }))
    .filter(({ text }) => text !== '')
}

function keyOf(node: Exclude<ProseNode, { kind: 'text' }>): string {
  return node.kind === 'group' ? `${node.open}\0${node.close}` : node.text
}

function keysIn(node: ProseNode): string[] {
  if (node.kind === 'text') return []
  return node.kind === 'code' ? [keyOf(node)] : [keyOf(node), ...node.children.flatMap(keysIn)]
}

function shown(node: ProseNode, codes: ReadonlyMap<string, ProseCode>): string {
  if (node.kind === 'text') return node.text
  const tag = codes.get(keyOf(node))?.tag ?? ''
  return node.kind === 'code'
    ? `<${tag}/>`
    : `<${tag}>${node.children.map(child => shown(child, codes)).join('')}</${tag}>`
}

/** The translation cut at its tags; undefined unless each tag occurs as often as in the source and all are nested correctly. */
export function prosePiecesOf(translation: string, { text: source, codes }: Tagged): ProsePiece[] | undefined {
  if (tagsIn(source) !== tagsIn(translation)) return undefined
  const byTag = new Map(codes.map(code => [code.tag, code]))
  const pieces: ProsePiece[] = []
  const opened: ProseCode[] = []
  let from = 0
  const textUpTo = (to: number): void => {
    if (to > from) pieces.push({ kind: 'text', text: translation.slice(from, to) })
  }
  for (const match of translation.matchAll(TAG)) {
    const [tag, slash, name = '', alone] = match
    const code = byTag.get(name)
    if (!code || (code.close === undefined) !== (alone !== '')) return undefined
    textUpTo(match.index)
    from = match.index + tag.length
    if (slash !== '' && opened.pop() !== code) return undefined
    if (slash === '' && alone === '') opened.push(code)
    const kind = slash !== '' ? 'close' : alone !== '' ? 'code' : 'open'
    pieces.push({ kind, text: slash === '' ? code.open : (code.close ?? '') })
  }
  textUpTo(translation.length)
  return opened.length === 0 ? pieces : undefined
}

function tagsIn(text: string): string {
  return (text.match(TAG) ?? []).sort().join('')
}
