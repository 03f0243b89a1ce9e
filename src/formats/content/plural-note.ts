/**
 * The line of a note that says which numbers a plural form is for. Formats write it; checks of a translation read it. It is part of
 * the note, because the database keeps the note of a segment that was handed out, and no other field that could say it.
 */

const FORM = 'Plural form for '

/** The line for the numbers of a form, `2, 3, 4, 22, 23 …`. A comment in the file may look the same, so this must come last. */
export function pluralNote(numbers: string): string {
  return FORM + numbers
}

/** Whether a note says that its plural form is for a single number. A translation may then leave the number out: `one file`. */
export function isForOneNumber(note: string | undefined): boolean {
  const numbers = note?.split('\n').findLast(line => line.startsWith(FORM))
  return numbers !== undefined && /^\d+$/.test(numbers.slice(FORM.length))
}
