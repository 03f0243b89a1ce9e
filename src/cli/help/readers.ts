import type { CommandName } from '../settings.ts'
import { ADMINISTRATION } from './administration.ts'
import type { CommandHelp } from './command-help.ts'
import { DEVELOPMENT } from './development.ts'
import { HOSTING } from './hosting.ts'
import { TRANSLATING } from './translating.ts'

/** Who uses which commands, in the order of the help. */
export const READERS: readonly { readonly title: string; readonly commands: Shown }[] = [
  { title: 'For people who translate', commands: TRANSLATING },
  { title: 'For developers with locale files', commands: DEVELOPMENT },
  { title: 'For those who host it', commands: HOSTING },
  { title: 'For those who administer it', commands: ADMINISTRATION },
]
type Shown = Readonly<Partial<Record<CommandName, CommandHelp>>>

/** The help of every command: one that stands with no reader does not compile. */
export const COMMAND_HELP: Readonly<Record<CommandName, CommandHelp>> = {
  ...TRANSLATING,
  ...DEVELOPMENT,
  ...HOSTING,
  ...ADMINISTRATION,
}
