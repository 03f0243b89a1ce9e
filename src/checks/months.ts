/** Names of months. Where one language has a word such as March, others write a number: `3月`, `tháng 3`. */

/** The months (1 to 12) that a text names in its language (BCP 47 tag), in full or short. */
export function monthsIn(text: string, tag: string): ReadonlySet<number> {
  const plain = text.normalize('NFKC')
  return new Set(namesOf(tag).flatMap((names, at) => (names.test(plain) ? [at + 1] : [])))
}

const known = new Map<string, readonly RegExp[]>()

/** A pattern for the names of each month, January first. */
function namesOf(tag: string): readonly RegExp[] {
  const before = known.get(tag)
  if (before !== undefined) return before
  const found = Array.from({ length: 12 }, (_, month) => finderOf(spellings(tag, month)))
  known.set(tag, found)
  return found
}

function finderOf(names: readonly string[]): RegExp {
  return new RegExp(names.length === 0 ? '(?!)' : names.map(bounded).join('|'), 'iu')
}

/** The names of a month, alone and in a date, where many languages inflect the name. */
function spellings(tag: string, month: number): string[] {
  // A number alone, `03` or `3.`, names no month.
  return written(tag, month).filter(name => /\p{L}/u.test(name))
}

function written(tag: string, month: number): string[] {
  const day = new Date(Date.UTC(2001, month, 15))
  const fixed = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const
  return (['long', 'short'] as const).flatMap(width =>
    [{ month: width }, { month: width, day: 'numeric' } as const].map(asked => {
      const parts = new Intl.DateTimeFormat(tag, { ...fixed, ...asked }).formatToParts(day)
      const at = parts.findIndex(({ type }) => type === 'month')
      const name = parts[at]?.value ?? ''
      // Where the name is a number alone, what follows makes it a month: `3` and `月`.
      const unit = /^\p{Nd}+$/u.test(name) ? (parts[at + 1]?.value.trim() ?? '') : ''
      return (name + unit).normalize('NFKC').replace(/\.$/, '')
    }),
  )
}

/** A pattern for a name as a whole word: `May` not in `Maybe`, `1月` not in `11月`. A name with a number may touch letters: `年3月に`. */
function bounded(name: string): string {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return /\p{Nd}/u.test(name)
    ? `(?<!\\p{Nd})${escaped}${/\p{Nd}$/u.test(name) ? '(?!\\p{Nd})' : ''}`
    : `(?<!\\p{L})${escaped}(?!\\p{L})`
}
