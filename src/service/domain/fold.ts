/**
 * Folds a text so that case and variants of a character do not count: `Straße`, `STRASSE` and `strasse` become the same text.
 * This is not done in SQL, which folds ASCII only.
 */
export function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
