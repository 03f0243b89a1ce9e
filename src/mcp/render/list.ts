/** `a`, `a and b`, `a, b and c` */
export function listed(items: readonly string[]): string {
  conjunction ??= new Intl.ListFormat('en-GB', { type: 'conjunction' })
  return conjunction.format(items)
}

/** Made once, when it is first needed: making a formatter is slow. */
let conjunction: Intl.ListFormat | undefined
