import type { Writable } from 'node:stream'
import type { Clock } from '../client/deadline.ts'
import { linesWithCodes } from '../contract/hidden.ts'
import { diskIsFull, systemReason } from '../contract/system-errors.ts'
import { SyncRefused } from '../sync/disk/refused.ts'
import { type CommandLine, readArguments } from './arguments.ts'
import type { ExitStatus } from './command.ts'
import { COMMANDS } from './commands.ts'
import { type Environment, readSettings, readWhatFits, unknownVariables } from './config.ts'
import { withChosenEngine } from './kept-engine.ts'
import { databaseIsHeld, HELD } from './make-folder.ts'
import { type Paint, paintFor } from './paint.ts'
import { ENGINE_USERS } from './setting-facts.ts'
import { COMMAND_NAMES, type Settings } from './settings.ts'
import { endUnheard, failUnwritten } from './unwritten.ts'
import { UsageError } from './usage.ts'
import { VERSION } from './version.ts'

export interface Program {
  /** The arguments, without the paths of node and of this program. */
  readonly argv: readonly string[]
  readonly env: Environment
  /** See Invocation; default: that of the process. */
  readonly working?: string | undefined
  readonly stdout: Writable
  readonly stderr: Writable
  /** See Invocation. */
  readonly clock?: Clock | undefined
}

/** Runs the command that a command line names. Gives the exit status: as the command ended, or 2: the command line or a setting is wrong. */
export async function run({ argv, env, working: given, stdout, stderr, clock }: Program): Promise<ExitStatus | 2> {
  const paint = paintFor(stderr, env, argv.includes('--json'))
  const tell = (line: string, tint: 'bad' | 'open' = 'bad') =>
    void stderr.write(`${paint(tint, 'translation-mcp:')} ${linesWithCodes(line)}\n`)
  let line: CommandLine | undefined
  try {
    line = readArguments(argv)
    if (line.asks === undefined && line.command === 'stdio') endUnheard(stdout, process.stdin)
    else failUnwritten(stdout, tell)
    if (line.asks !== undefined) {
      stdout.write(line.asks === 'version' ? `${VERSION}\n` : await help(line, paintFor(stdout, env)))
      return 0
    }
    const { load, looks_into_settings } = COMMANDS[line.command]
    const settings = chosenWith(
      looks_into_settings === true ? settingsThatFit(line, env) : readSettings(line, env),
      line,
    )
    if (looks_into_settings !== true) for (const warning of unknownVariables(env)) tell(warning, 'open')
    const working = given ?? workingFolder()
    const command = await load()
    return await command({ settings, operands: line.operands, env, working, stdout, stderr, clock })
  } catch (error) {
    const { afterRefusal } = await import('./after-refusal.ts')
    const { namingFolder } = await import('./naming-folder.ts')
    const folder = { data_dir: folderOf(line) }
    const { USAGES } = await import('./help/usages.ts')
    const named = line?.command ?? COMMAND_NAMES.find(command => argv[0] === command)
    const after = afterRefusal(error, named && USAGES[named].usage, folder)
    tell([namingFolder(messageOf(error), folder), after].filter(words => words !== undefined).join('\n'))
    return error instanceof UsageError || error instanceof SyncRefused ? 2 : 1
  }
}

/** @throws {UsageError} the folder was removed while its shell stayed in it */
function workingFolder(): string {
  try {
    return process.cwd()
  } catch (error) {
    if (systemReason(error) === undefined) throw error
    throw new UsageError('The folder that you are in is not there any more. Change to another one (cd) and try again.')
  }
}

/** The settings without the variables that cannot be read. @throws {UsageError} a flag cannot be read */
function settingsThatFit(line: CommandLine, env: Environment): Settings {
  const { settings, refused } = readWhatFits(line, env)
  const flag = refused.find(({ source }) => source.startsWith('--'))
  if (flag !== undefined) throw flag.error
  return settings
}

/** The settings with the engine that was chosen, for commands that use one; `engine` looks at the choice itself. */
function chosenWith(settings: Settings, { command }: CommandLine): Settings {
  const isUser = command !== 'engine' && ENGINE_USERS.some(name => name === command)
  return isUser ? withChosenEngine(settings, { refuses: command !== 'doctor' }) : settings
}

/** The data folder that a command line names. */
function folderOf(line: CommandLine | undefined): string | undefined {
  const given = line?.given.get('data_dir')
  return Array.isArray(given) ? given.at(-1) : undefined
}

/** What a person reads of a failure that no command has put into words. */
function messageOf(error: unknown): string {
  if (diskIsFull(error)) {
    return 'The disk is full, so this was not done. Make room where the data folder lies (translation-mcp status names it) and do it again.'
  }
  if (databaseIsHeld(error)) return `This was not done. ${HELD}`
  return error instanceof Error ? error.message : 'something failed'
}

async function help({ command, named, asks }: CommandLine, paint: Paint): Promise<string> {
  const { commandHelp, generalHelp, settingsHelp } = await import('./help.ts')
  if (asks === 'settings') return settingsHelp(paint)
  return named ? commandHelp(command, paint) : generalHelp(paint)
}
