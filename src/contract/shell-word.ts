/** A word, quoted for a POSIX shell where that is needed, for a command that is shown to a person. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
