/**
 * A word, quoted where that is needed, for a command that is shown to a person: for a POSIX shell; on Windows in double quotes, which
 * cmd and PowerShell both know.
 */
export function shellWord(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return /^[\w+=:.\\/-]+$/.test(text) ? text : `"${text.replaceAll('"', '')}"`
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
