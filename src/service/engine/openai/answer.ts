/** What a model answered: translations by id, or something else. */
import type { Node } from 'jsonc-parser'

const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/

/**
 * The translations in the text of an answer, by id. An id that comes twice with two translations is left out, since nobody knows
 * which is meant. A value that is not a string is left out, too. Undefined where the answer is not a JSON object.
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
    const name: unknown = children?.[0]?.value
    const text: unknown = children?.[1]?.value
    return typeof name === 'string' && typeof text === 'string' ? [[idIn(name), text]] : []
  })
}

/** Some models answer with all of a segment's name, which is its id and what it is for. */
function idIn(name: string): string {
  return /^\d+(?= )/.exec(name)?.[0] ?? name
}

const REFUSALS =
  /^(?:I['’]?m (?:sorry|unable|afraid)|I (?:can(?:no|['’])t|am (?:sorry|unable|not able)|won['’]t)|(?:Sorry|Unfortunately), (?:but )?I|As an AI)\b/i

/** True for a model's words about itself where the source says nothing like it. In English they may be a translation. */
export function isRefusal(source: string, translation: string, target: string): boolean {
  if (new Intl.Locale(target).language === 'en') return false
  return REFUSALS.test(translation.trim()) && !REFUSALS.test(source.trim())
}
