/** How long a translation may be. No format has a field for it, but people write it in a column or in a comment. */

const NAME = 'max(?:imum)?[ _-]?(?:len(?:gth)?|chars?|characters)|(?:length|chars?|character)[ _-]?limit'
const NAMED = new RegExp(`^(?:${NAME})$`, 'i')
const SAID = new RegExp(`^(?:${NAME})\\s*[:=]\\s*(\\d{1,5})(?: char(?:acter)?s)?\\.?$`, 'i')

/** True for the heading of a column with limits: `max_length`. */
export function isLimitName(name: string): boolean {
  return NAMED.test(name)
}

/** The limit in a cell of such a column, in characters; undefined where the cell has no positive number. */
export function limitOf(cell: string): number | undefined {
  const text = cell.trim()
  return /^\d{1,5}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

/** The limit, in characters, of the first remark (a comment or a flag) that states a limit and nothing else: `max-length: 40`. */
export function limitSaid(remarks: Iterable<string>): number | undefined {
  for (const remark of remarks) {
    const found = limitOf(SAID.exec(remark.trim())?.[1] ?? '')
    if (found !== undefined) return found
  }
  return undefined
}
