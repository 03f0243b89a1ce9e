import path from 'node:path'
import { shellWord } from '../contract/shell-word.ts'

const NAME = 'translation-mcp'

/**
 * How a person types this program in a terminal, so that a command which a message tells her to type really runs: by its name where
 * it is installed, by `npx` where that fetched it, and by its file in a clone, where the name is not found. `started` is the file
 * that Node was given.
 */
export function ownCommand(started: string | undefined = process.argv[1]): string {
  if (started === undefined) return NAME
  const folders = started.split(/[\\/]/)
  if (folders.includes('_npx')) return `npx -y ${NAME}`
  const isInstalled = folders.at(-1) === NAME || folders.includes('node_modules')
  return isInstalled ? NAME : `node ${shellWord(path.resolve(started))}`
}
