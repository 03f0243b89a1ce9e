/** How wide columns and how high rows become for what is in them. */

/** What a cell needs, which goes from one column or row up to, not including, another. */
export interface SizeNeed {
  readonly from: number
  readonly to: number
  readonly size: number
}

/** Sizes for all that is needed, none of them less than before. `between`: what lies between two of them belongs to a cell over both. */
export function sizesFor(before: readonly number[], between: readonly number[], needs: readonly SizeNeed[]): number[] {
  const sizes = [...before]
  const wider = (need: SizeNeed): void => {
    let have = 0
    for (let at = need.from; at < need.to; at += 1)
      have += (sizes[at] ?? 0) + (at > need.from ? (between[at - 1] ?? 0) : 0)
    if (need.size > have) sizes[need.to - 1] = (sizes[need.to - 1] ?? 0) + need.size - have
  }
  // What is in one of them says first how big that is.
  for (const isSpan of [false, true]) for (const need of needs) if (need.to - need.from > 1 === isSpan) wider(need)
  return sizes
}
