/** What a translator is told of a block besides its text. */
import type { UnitContext } from '../format.ts'
import type { Block, BlockKind } from './blocks.ts'
import type { Code } from './node.ts'

const WORDS: Readonly<Record<BlockKind, string | undefined>> = {
  h: 'heading',
  p: 'paragraph',
  li: 'list item',
  quote: 'quote',
  note: 'footnote',
  cell: 'cell',
  title: 'link title',
  code: undefined,
  html: undefined,
}

/** The kind of a block, its cell, and what its opaque tags stand for. */
export function contextOf(block: Block): UnitContext {
  const { cell, codes, level, alt } = block
  const kind = alt === undefined ? WORDS[block.kind] : 'alt text'
  const meant = codes.flatMap(code => [meaningOf(code)].filter(each => each !== undefined))
  return {
    kind: level > 0 && kind !== undefined ? `${kind} ${level}` : kind,
    row: cell && String(cell.row),
    column: cell && String(cell.column),
    stands_for: meant.length > 0 ? Object.fromEntries(meant) : undefined,
  }
}

const LONGEST = 60

/** What a tag stands for, where its place in the sentence does not show it: marks around words need no explanation. */
function meaningOf({ tag, open, close }: Code): readonly [tag: string, meaning: string] | undefined {
  if (close !== undefined) return open.startsWith('![') ? [tag, 'image'] : undefined
  const said = /^(?: {2,}|\\)\r?\n?/.test(open) ? 'line break' : withoutTicks(open)
  const shown = said.replace(/\s+/g, ' ').trim()
  return [tag, shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown]
}

/** The text of a code span without its backticks, and without the one space that may stand inside of them. */
function withoutTicks(open: string): string {
  const [ticks = ''] = /^`*/.exec(open) ?? []
  const said = open.slice(ticks.length, -ticks.length)
  if (ticks === '' || open.length < 2 * ticks.length || !open.endsWith(ticks)) return open
  return said.replace(/^ | $/g, '')
}
