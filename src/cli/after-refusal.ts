import { SignInFailed } from '../auth/failure.ts'
import type { AdminRefused } from '../service/domain/admin.ts'
import { SyncRefused } from '../sync/disk/refused.ts'
import { DataDirRefused } from './data-dir.ts'
import { inFolder } from './hosted.ts'
import { ownCommand } from './own-command.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage.ts'

/** The data folder of a command line, where it names one. */
type Folder = Partial<Pick<Settings, 'data_dir'>>

/** A message that says already what it left as it was. */
const IS_SAID = /\bnothing (?:was|is)\b/i
/** A message that already tells the reader what to type. */
const TELLS_HOW = /\btranslation-mcp [a-z-]/

/**
 * What a person reads after the message of a refusal, where the message leaves it out: that nothing was changed, and the command that mends it
 * or says more. Undefined where the message says all of it, and for a failure of which neither is known.
 *
 * @param usage of the command that was refused; undefined where none is known
 * @param folder the data folder that it was given: a command that says more has to look there too
 */
export function afterRefusal(
  error: unknown,
  usage: readonly string[] | undefined,
  folder: Folder = {},
): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const words = [
    ...(IS_SAID.test(message) ? [] : leftAlone(error)),
    ...(TELLS_HOW.test(message) || message.includes(`${ownCommand()} `) ? [] : wayOn(error, usage, folder)),
  ]
  return words.length === 0 ? undefined : words.join(' ')
}

/** What was named is not there, or is in another state. */
const SOUGHT: ReadonlySet<AdminRefused['code']> = new Set([
  ...(['key_not_found', 'key_not_active', 'allowance_not_found', 'member_not_found'] as const),
  ...(['workspace_not_found', 'workspace_exists', 'member_exists'] as const),
])

const ADDRESS = ['Check the address after --api-url, or ask whoever runs that service.']
const AGAIN = ['The same command begins anew.']
/** What to do where a sign-in did not come about. What is stored of an earlier one stays as it was. */
const NOT_SIGNED_IN: Readonly<Partial<Record<SignInFailed['code'], readonly string[]>>> = {
  no_authority: ADDRESS,
  unsuitable: ADDRESS,
  unreachable: ADDRESS,
  refused: ADDRESS,
  denied: AGAIN,
  timed_out: AGAIN,
  cancelled: AGAIN,
}

/** By its name, as a program without the service has none of its classes. */
function isOfAdmin(error: Error): error is AdminRefused {
  return error.name === 'AdminRefused'
}

/** All of these come before anything is done. */
function leftAlone(error: Error): readonly string[] {
  if (error instanceof UsageError || error instanceof SyncRefused) return ['Nothing was changed or spent.']
  if (error instanceof SignInFailed) return error.code in NOT_SIGNED_IN ? ['Nobody was signed in.'] : []
  return isOfAdmin(error) || error instanceof DataDirRefused ? ['Nothing was changed.'] : []
}

function wayOn(error: Error, usage: readonly string[] = [], folder: Folder = {}): readonly string[] {
  const name = usage[0]?.split(' ')[1]
  const own = [ownCommand(), ...(name === undefined ? [] : [name])].join(' ')
  if (error instanceof UsageError) return [`${own} --help shows what ${name === undefined ? 'there is' : 'it takes'}.`]
  if (error instanceof SignInFailed) return NOT_SIGNED_IN[error.code] ?? []
  const isSought = isOfAdmin(error) && SOUGHT.has(error.code)
  return isSought && usage.some(line => line.endsWith(' list'))
    ? [`${own} list${inFolder({ data_dir: undefined, ...folder })} shows what there is.`]
    : []
}
