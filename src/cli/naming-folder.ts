import { inFolder } from './hosted.ts'
import { ownCommand } from './own-command.ts'
import { COMMAND_NAMES, type Settings } from './settings.ts'

/** A command in a message, with the order that may follow it: `keys list`. It has no folder yet. */
const COMMAND = `(?:${COMMAND_NAMES.join('|')})(?: (?:list|show|grant|create|set|password))?\\b(?![^\`\\n]* --data-dir)`

/** A message in which each command that it names looks into the data folder that was given. */
export function namingFolder(message: string, { data_dir }: Partial<Pick<Settings, 'data_dir'>>): string {
  const typed = ['translation-mcp', ownCommand()].map(own => own.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  return message.replace(new RegExp(`(?:${typed}) ${COMMAND}`, 'g'), command => `${command}${inFolder({ data_dir })}`)
}
