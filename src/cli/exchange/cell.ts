/** A cell that means itself whatever the delimiter is. White space around it counts only in quotes. */
export function quotedCell(text: string): string {
  return /["\r\n,;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
