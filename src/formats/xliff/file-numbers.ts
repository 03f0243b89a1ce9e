/**
 * The numbers by which paths name the files of a document. Files are known by what they come from: a translation may lack some of those
 * that its source has.
 */

const FILE = /<(?:[\w.-]{1,40}:)?file((?:\s+[^\s=<>"'/]{1,80}\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g
const ORIGIN = /\s(?:original|id)\s*=\s*("[^"]*"|'[^']*')/

/** What the files of a document come from, in their order, as it is written. */
export function originsIn(bytes: Uint8Array): readonly string[] {
  return [...Buffer.from(bytes).toString('latin1').matchAll(FILE)].map(([, attributes = '']) => {
    const [, quoted = ''] = ORIGIN.exec(attributes) ?? []
    return quoted.slice(1, -1)
  })
}

/**
 * Gives the number that the file with a number has in another document, which may have more of them, or fewer. What is in one of them alone
 * has a number of its own.
 */
export function numbersLike(own: readonly string[], others: readonly string[]): (own: number) => number {
  if (own.length <= 1 && others.length <= 1) return number => number
  const waiting = new Map<string, number[]>()
  for (const [at, origin] of others.entries()) {
    const same = waiting.get(origin)
    if (same) same.push(at + 1)
    else waiting.set(origin, [at + 1])
  }
  const numbers = own.map((origin, at) => waiting.get(origin)?.shift() ?? others.length + at + 1)
  return number => numbers[number - 1] ?? number
}
