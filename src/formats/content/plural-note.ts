/**
 * The line of a note that says which numbers a plural form is for. Formats write it; checks of a translation read it. It is no
 * field of its own, because a segment that was handed out to a caller's model lies in the database with its note alone.
 */

const FORM = 'Plural form for '

/** The line for the numbers of a form, `2, 3, 4, 22, 23 …`. It is the last such line of its unit's note. */
export function pluralNote(numbers: string): string {
  return FORM + numbers
}

/** Whether a note says that its form is for one number alone. A translation may then leave the number out: `one file`. */
export function isForOneNumber(note: string | undefined): boolean {
  const numbers = note?.split('\n').findLast(line => line.startsWith(FORM))
  return numbers !== undefined && /^\d+$/.test(numbers.slice(FORM.length))
}
