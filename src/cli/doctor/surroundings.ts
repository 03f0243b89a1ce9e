import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { apiAddress } from '../../auth/authority.ts'
import { keeps, systemEntry } from '../../auth/keyring.ts'
import { withCodes } from '../../contract/hidden.ts'
import { chooseFolders } from '../../mcp/files/allowed.ts'
import { repositoryOf } from '../../sync/disk/work-folder.ts'
import { projectFilesAbove } from '../../sync/project/open-project.ts'
import { ProjectError } from '../../sync/project/project-error.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { refusedVariables, unknownVariables } from '../config.ts'
import { enginesInKeyring } from '../engine-keys.ts'
import { openLoginStore } from '../hosted.ts'
import { asBroken, type Diagnosis, skipped, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** Whether every variable of this program can be read. */
export async function lookAtSettings({ env, settings }: Examined): Promise<Diagnosis> {
  const refused = refusedVariables(env).map(({ error }) => error.message)
  const unknown = unknownVariables(env).map(text => (text.endsWith('?') ? text : `${text}.`))
  if (refused.length > 0) {
    return asBroken(
      [...refused, ...unknown].join(' '),
      'Set what is named to what it says, or unset it; an assistant has it in its configuration of this server.',
    )
  }
  if (unknown.length > 0) return warning(unknown.join(' '), 'Mend the name, or unset the variable.')
  if (settings.api_key !== undefined && settings.api_url === undefined) {
    return warning(
      'TRANSLATION_API_KEY is set and no address is: it is not used.',
      'Set TRANSLATION_API_URL to the service that gave the key out, or unset the key.',
    )
  }
  const count = Object.keys(env).filter(name => name.startsWith('TRANSLATION_') && env[name] !== '').length
  return well(
    count === 0
      ? 'Nothing is set: every setting has its default.'
      : `Each of the ${count} variables that are set can be read.`,
  )
}

/** Whether the project file of the working folder can be read. */
export async function lookAtProject({ working }: Examined): Promise<Diagnosis> {
  try {
    const [nearest] = await projectFilesAbove(working, await repositoryOf(working))
    if (nearest === undefined)
      return skipped(`There is no ${PROJECT_FILE} here: only sync, check, watch and review need one.`)
    return well(`${PROJECT_FILE} of this repository can be read.`)
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error
    const place = [error.file, error.line, error.column].filter(part => part !== undefined).join(':')
    return asBroken(`${place}: ${error.message}`, 'Mend that line of the file.')
  }
}

/** Whether this system keeps secrets, and what lies there already. */
export async function lookAtKeyring({ settings, openEntry = systemEntry }: Examined): Promise<Diagnosis> {
  const works = await keeps(openEntry)
  const held = [...enginesInKeyring(settings).map(name => `the key of ${name}`), ...(await loginHeld(settings))]
  if (works)
    return well(`This system's keyring keeps secrets${held.length === 0 ? '' : ` (it has ${held.join(', ')})`}.`)
  if (held.length > 0) {
    return asBroken(
      `This system's keyring cannot be used now, and it has ${held.join(', ')}.`,
      'Unlock it, or start the session of your desktop that has it; else set the key in the environment, or sign in again with --login-store file.',
    )
  }
  return warning(
    'This system has no keyring that keeps secrets, or it is locked.',
    'Nothing needs it: a sign-in is kept in a private file of the data folder, and keys of engines come from the environment. On Linux gnome-keyring or KWallet is one.',
  )
}

async function loginHeld(settings: Examined['settings']): Promise<string[]> {
  const { api_url } = settings
  if (api_url === undefined) return []
  const facts = await (await openLoginStore(settings)).facts(apiAddress(api_url)).catch(() => undefined)
  return facts?.kept_in === 'keyring' ? [`the sign-in at ${new URL(api_url).origin}`] : []
}

/** Which folders files may be read from and written to over stdio, and whether they are there. */
export async function lookAtAllowed({ settings, env, working }: Examined): Promise<Diagnosis> {
  const named = settings.allow
  const chosen = chooseFolders({ named, project: env.CLAUDE_PROJECT_DIR, working, home: homedir() })
  const there = await Promise.all(
    chosen.map(folder =>
      stat(folder).then(
        facts => facts.isDirectory() || facts.isFile(),
        () => false,
      ),
    ),
  )
  return allowedFound(
    chosen.filter((_, at) => there[at]).map(folder => withCodes(folder)),
    chosen.filter((_, at) => !there[at]).map(folder => withCodes(folder)),
    named.length > 0,
  )
}

export function allowedFound(there: readonly string[], missing: readonly string[], named: boolean): Diagnosis {
  if (named && missing.length > 0) {
    return asBroken(
      `${missing.join(', ')}: allowed, and not there.`,
      'Make that folder, or mend TRANSLATION_ALLOW (--allow).',
    )
  }
  if (there.length === 0) {
    return warning(
      'No folder is allowed as started here: an assistant can give texts, and no file of this machine.',
      'Start with --allow DIR, or set TRANSLATION_ALLOW in the assistant, with the folder of your files.',
    )
  }
  const from = named ? '' : ' An assistant that starts this elsewhere has its own project folder.'
  return well(`Files may be read and written in ${there.join(', ')}.${from}`)
}
