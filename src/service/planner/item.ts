import type { WordRole } from './lexicon.ts'
import type { Token } from './token.ts'

/** A token with its one role at its place. */
export type Item =
  | {
      readonly as: 'mark'
      readonly at: number
      readonly role: WordRole
      readonly postfix: boolean
      readonly closes?: true
    }
  | { readonly as: 'language'; readonly at: number; readonly tag: string; readonly brackets?: readonly number[] }
  | { readonly as: 'quote'; readonly at: number }
  | { readonly as: 'word'; readonly at: number }
  | { readonly as: 'separator' | 'boundary' | 'nothing'; readonly at: number; readonly and?: boolean }

export type Operand = Extract<Item, { as: 'language' | 'quote' | 'word' }>

/** Whether a token is a word with this role. */
export function isWordThat(token: Token | undefined, role: WordRole): boolean {
  return token?.kind === 'word' && token.roles.has(role)
}

/** The last item that has a meaning of its own. */
export function lastContent(items: readonly Item[]): Item | undefined {
  return items.findLast(item => item.as !== 'nothing')
}

/** Whether a token is an article or a word of politeness. */
export const isGlue = (token: Token | undefined): boolean =>
  token?.kind === 'word' && (token.roles.has('glue') || token.roles.has('polite')) && token.tag === undefined

/** Whether a clause or a member of a list may end before this token. */
export function isEdge(token: Token | undefined): boolean {
  return token === undefined || ['comma', 'stop', 'open', 'close'].includes(token.kind) || token.roles.has('and')
}

/** Whether a token joins what is before it to something else. */
export function connects(token: Token | undefined): boolean {
  const roles = token?.roles
  return (
    roles !== undefined &&
    (['into', 'into_weak', 'from', 'polite', 'also', 'skip', 'only', 'but', 'lite', 'standard'] as const).some(role =>
      roles.has(role),
    )
  )
}
