/**
 * A text as it is compared regardless of case and form of its characters: `Straße`, `STRASSE` and `strasse` are one. Done here
 * rather than in SQL, whose own folding knows ASCII only.
 */
export function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
