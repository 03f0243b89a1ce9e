/** What a paragraph is, by the name of its style. */
import type { UnitKind } from '../format.ts'
import { named } from './document.ts'
import type { StoryParagraph } from './story.ts'

const KINDS: readonly (readonly [kind: UnitKind, name: RegExp])[] = [
  [
    'heading',
    /head(?:ing|line|er)?s?(?![a-z])|title|überschrift|titel|titre|rubri[kqc]|título|titolo|intertitre|見出し|标题|標題|제목|заголов/i,
  ],
  ['list', /bullet|list(?:e|a)?(?![a-z])|aufzählung|numbered|puce|viñeta|elenco|箇条/i],
  ['quote', /quot(?:e|ation)|zitat|citation|cita(?![a-z])|引用/i],
]

const NO_NAME = /^\[|^NormalParagraphStyle$|^n$/

/** The name of a style without the groups that it is in. Empty where it is the one that every document has. */
export function styleName(applied: string): string {
  const name = named(applied.replace(/^ParagraphStyle\//, '').replace(/^\$ID\//, ''))
  const own = name.slice(name.lastIndexOf(':') + 1)
  return NO_NAME.test(own) ? '' : own
}

export function kindOfParagraph({ kind, cell, in_list, style }: StoryParagraph, on_master: boolean): UnitKind {
  if (kind) return kind
  if (cell !== undefined) return 'table'
  if (on_master) return 'header'
  const name = styleName(style)
  const known = KINDS.find(([, pattern]) => pattern.test(name))?.[0]
  return known ?? (in_list ? 'list' : 'paragraph')
}
