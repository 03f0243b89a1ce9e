/**
 * What the program writes to stderr where it does not understand a command line or a setting: why, that nothing happened, and where to read on.
 *
 * @param command the one that was meant; empty where none was named
 */
export function refusal(message: string, command = ''): string {
  const help = command === '' ? '--help shows what there is' : `${command} --help shows what it takes`
  return `translation-mcp: ${message}\nNothing was changed or spent. translation-mcp ${help}.\n`
}
