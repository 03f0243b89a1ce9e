/**
 * The values of a list to look up, filled to the next power of two with the last of them. The text of a statement depends on how
 * long its list is: so lists of all lengths share a few statements, which stay prepared.
 */
export function lookUpList<Value>(values: readonly Value[]): readonly Value[] {
  const last = values.at(-1)
  if (last === undefined) return values
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array.from({ length: length - values.length }, () => last)]
}
