/** Longer texts are made anew each time, so that what is kept stays small. */
const LONGEST_KEY = 200

/**
 * The same function, but it keeps its answers, for rules that ask the same of every word. It keeps at most `most` of them and then
 * begins anew. What it answers must not be changed.
 */
export function keeping<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const kept = new Map<string, { readonly value: Value }>()
  return key => {
    const known = kept.get(key)
    if (known !== undefined) return known.value
    const value = make(key)
    if (kept.size >= most) kept.clear()
    if (key.length <= LONGEST_KEY) kept.set(key, { value })
    return value
  }
}
