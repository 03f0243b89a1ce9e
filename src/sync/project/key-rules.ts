import type { ProjectKeys } from './inherit.ts'

/** What a project file says about a key. */
export type KeyTreatment = 'skip' | 'keep' | 'preserve'

const IN_ORDER: readonly KeyTreatment[] = ['skip', 'keep', 'preserve']

/**
 * What is said about a key: where several globs match it, skip before keep before preserve; undefined where none does.
 *
 * @returns a function of a key with dots between its parts
 */
export function keyTreatments(keys: ProjectKeys): (key: string) => KeyTreatment | undefined {
  const matchers = IN_ORDER.filter(treatment => keys[treatment].length > 0).map(treatment => ({
    treatment,
    matches: keyMatcher(keys[treatment]),
  }))
  return key => matchers.find(({ matches }) => matches(key))?.treatment
}

/** Tells the keys that one of these globs means: `*` is any text within a part of a key, `**` any number of parts. Else all is literal. */
export function keyMatcher(globs: readonly string[]): (key: string) => boolean {
  const patterns = globs.map(glob => glob.split('.'))
  if (patterns.length === 0) return () => false
  return key => {
    const parts = key.split('.')
    return patterns.some(pattern => matchesParts(pattern, parts))
  }
}

/** Goes back to the last `**` alone, so that the time follows the length of both. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  return matchesAll(pattern, parts, '**', matchesPart)
}

function matchesPart(glob: string, part: string): boolean {
  if (!glob.includes('*')) return glob === part
  return matchesAll([...glob], [...part], '*', (one, other) => one === other)
}

/** Whether a list matches a pattern in which `any` stands for any number of items. */
function matchesAll(
  pattern: readonly string[],
  items: readonly string[],
  any: string,
  same: (wanted: string, item: string) => boolean,
): boolean {
  let [at, item] = [0, 0]
  let last: { readonly at: number; readonly item: number } | undefined
  while (item < items.length) {
    const wanted = pattern[at]
    if (wanted === any) {
      last = { at, item }
      at += 1
    } else if (wanted !== undefined && same(wanted, items[item] ?? '')) {
      at += 1
      item += 1
    } else if (last !== undefined) {
      last = { at: last.at, item: last.item + 1 }
      at = last.at + 1
      item = last.item
    } else return false
  }
  return pattern.slice(at).every(wanted => wanted === any)
}
