/** What a flag lists that may be given several times: each value may hold several, with commas or spaces between them. */
export function listedIn(given: readonly string[]): readonly string[] {
  return given.flatMap(part => part.split(/[\s,]+/).filter(Boolean))
}
