/** What a model answered: translations by id, or something else. */
import type { Node } from 'jsonc-parser'
import { placeholdersOf } from '../../formats/format.ts'
import type { Segment } from './engine.ts'

const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/

/**
 * The translations in the text of an answer, by id. An id that stands there twice with two translations is left out, since nobody
 * knows which is meant; so is what is no text. Undefined: it is no JSON object.
 */
export async function translationsIn(content: string): Promise<Map<string, string> | undefined> {
  const bare = content.replace(THOUGHTS, '')
  const from = bare.indexOf('{')
  const to = bare.lastIndexOf('}')
  if (from === -1 || to < from) return undefined
  const { parseTree } = await import('jsonc-parser')
  const errors: { error: number; offset: number; length: number }[] = []
  const tree = parseTree(bare.slice(from, to + 1), errors, { disallowComments: true })
  if (tree?.type !== 'object' || errors.length > 0) return undefined
  const found = new Map<string, string>()
  const twice = new Set<string>()
  for (const [id, text] of entriesOf(tree)) {
    if (found.has(id) && found.get(id) !== text) twice.add(id)
    found.set(id, text)
  }
  for (const id of twice) found.delete(id)
  return found
}

function entriesOf(tree: Node): [string, string][] {
  return (tree.children ?? []).flatMap(({ children }): [string, string][] => {
    const id: unknown = children?.[0]?.value
    const text: unknown = children?.[1]?.value
    return typeof id === 'string' && typeof text === 'string' ? [[id, text]] : []
  })
}

const REFUSALS =
  /^(?:I['’]?m (?:sorry|unable|afraid)|I (?:can(?:no|['’])t|am (?:sorry|unable|not able)|won['’]t)|(?:Sorry|Unfortunately), (?:but )?I|As an AI)\b/i

/** True for a model's words about itself where the source says nothing like it. In English they may be a translation. */
export function isRefusal(source: string, translation: string, target: string): boolean {
  if (new Intl.Locale(target).language === 'en') return false
  return REFUSALS.test(translation.trim()) && !REFUSALS.test(source.trim())
}

/**
 * True where translations stand under other ids than their own: one has the codes of another segment and not those of its own, and
 * that other one is wrong as well. Then nobody knows what else has moved.
 */
export function areShifted(pairs: readonly { readonly segment: Segment; readonly translation: string }[]): boolean {
  const wrong = pairs.flatMap(({ segment: { text, syntax }, translation }) => {
    const [wanted, found] = [text, translation].map(each => codesOf(each, syntax))
    return wanted === found ? [] : [{ wanted, found }]
  })
  const sources = new Set(wrong.map(({ wanted }) => wanted).filter(codes => codes !== ''))
  return wrong.some(({ found }) => found !== undefined && sources.has(found))
}

function codesOf(text: string, syntax: Segment['syntax']): string {
  const codes = [...placeholdersOf(text, syntax)].map(([code, count]) => `${code}\0${count}`)
  return codes.sort().join('\0')
}
