import { ownCommand } from '../own-command.ts'
import type { Started } from './launch.ts'
import { commandLine } from './setup-words.ts'

/** How a person types this program, also where `npx` was given a tarball instead of its name. */
export function typedAs({ npx }: Pick<Started, 'npx'>): string {
  return npx === undefined ? ownCommand() : commandLine(['npx', '-y', npx.spec])
}
