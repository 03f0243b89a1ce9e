/** How long a translation may be, where a file says so: no format has a field for it, but people write it down in two ways. */

const NAME = 'max(?:imum)?[ _-]?(?:len(?:gth)?|chars?|characters)|(?:length|chars?|character)[ _-]?limit'
const NAMED = new RegExp(`^(?:${NAME})$`, 'i')
const SAID = new RegExp(`^(?:${NAME})\\s*[:=]\\s*(\\d{1,5})(?: char(?:acter)?s)?\\.?$`, 'i')

/** True of the heading of a column with limits: `max_length`. */
export function isLimitName(name: string): boolean {
  return NAMED.test(name)
}

/** The characters that a cell of such a column allows; undefined where it says nothing. */
export function limitOf(cell: string): number | undefined {
  const text = cell.trim()
  return /^\d{1,5}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

/** The characters that a remark allows which says nothing else: `max-length: 40`, a comment or a flag. */
export function limitSaid(remarks: Iterable<string>): number | undefined {
  for (const remark of remarks) {
    const found = limitOf(SAID.exec(remark.trim())?.[1] ?? '')
    if (found !== undefined) return found
  }
  return undefined
}
