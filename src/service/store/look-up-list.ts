/**
 * The values of a list to look up, filled to the next power of two by repeating the last of them. The text of a statement depends on
 * the length of its list. With few different lengths there are few statements, and these stay prepared (database.ts).
 */
export function lookUpList<Value>(values: readonly Value[]): readonly Value[] {
  const last = values.at(-1)
  if (last === undefined) return values
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array.from({ length: length - values.length }, () => last)]
}
