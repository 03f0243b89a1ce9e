import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { isHeadless } from '../../auth/open-browser.ts'
import { limited } from '../../contract/limited.ts'
import { systemCodeOf } from '../../contract/system-errors.ts'
import { httpOrigin } from '../../contract/url.ts'
import { bindable, checkListening } from '../listening.ts'
import { ownCommand } from '../own-command.ts'
import { UsageError } from '../usage.ts'
import { asBroken, type Diagnosis, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** Whether this Node is new enough. */
export async function lookAtNode(): Promise<Diagnosis> {
  return nodeFound(process.versions.node, manifest.engines.node)
}

/** `needed` as package.json writes it: `>=20.19`. */
export function nodeFound(version: string, needed: string): Diagnosis {
  const least = needed.replace(/^>=/, '')
  const [has, wants] = [version, least].map(text => text.split('.').map(Number))
  const isOld = compare(has ?? [], wants ?? []) < 0
  if (!isOld) return well(`Node ${version}.`)
  return asBroken(
    `Node ${version} is too old: ${least} or later is needed.`,
    'Install a Node of today from https://nodejs.org, and start the assistant again: it may have found the old one.',
  )
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, number] of other.entries()) {
    const difference = (one[at] ?? 0) - number
    if (difference !== 0) return difference
  }
  return 0
}

/** As `http` takes it. */
const DEFAULT_PORT = 8333

/** Whether `http` and `service` can listen where they would. */
export async function lookAtPort({ settings }: Examined, signal: AbortSignal): Promise<Diagnosis> {
  const { host, port } = settings
  const refused = refusedBySettings(settings)
  if (refused !== undefined) return refused
  const wanted = port ?? DEFAULT_PORT
  if (wanted === 0) return well('http takes a free port.')
  const code = await refusalAt(host, wanted)
  if (code === undefined) return well(`${host}:${wanted} is free for http.`)
  const isOwn =
    code === 'EADDRINUSE' &&
    (await answersAsOwn(httpOrigin(host.includes(':') ? '[::1]' : '127.0.0.1', wanted), signal))
  return portFound({ host, port: wanted, code, isOwn, isSet: port !== undefined })
}

/** What `http` says of these settings before it listens. --consent code is for stdio, where it is fine. */
function refusedBySettings({ consent: _, ...settings }: Examined['settings']): Diagnosis | undefined {
  try {
    checkListening(settings)
    return undefined
  } catch (error) {
    if (error instanceof UsageError) return asBroken('http would not start with these settings.', error.message)
    throw error
  }
}

interface Taken {
  readonly host: string
  readonly port: number
  readonly code: string
  /** A server of this program answers there. */
  readonly isOwn: boolean
  /** The person chose this port. */
  readonly isSet: boolean
}

export function portFound({ host, port, code, isOwn, isSet }: Taken): Diagnosis {
  if (isOwn) return well(`A server answers at ${host}:${port} as this program does over http.`)
  const judged = isSet ? asBroken : warning
  if (code === 'EADDRINUSE') {
    return judged(
      `Port ${port} is in use by another program.`,
      `${ownCommand()} http --port 0 takes a free one; \`lsof -i :${port}\` names who has it.`,
    )
  }
  if (code === 'EACCES')
    return judged(
      `Port ${port} is not open to this user.`,
      `Choose one from 1024 on: ${ownCommand()} http --port ${DEFAULT_PORT}`,
    )
  return judged(`This machine cannot listen at ${host}:${port} (${code}).`, 'Set --host to an address of this machine.')
}

function refusalAt(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', error => resolve(systemCodeOf(error) ?? 'unknown'))
    server.listen(port, bindable(host), () => server.close(() => resolve(undefined)))
  })
}

/** How long a server on this machine may take, in milliseconds. */
const ANSWER_MS = 2000

async function answersAsOwn(origin: string, signal: AbortSignal): Promise<boolean> {
  const time = limited(ANSWER_MS, signal)
  try {
    const answer = await fetch(`${origin}/readyz`, { redirect: 'manual', signal: time.signal })
    return /"status":"(?:not )?ready"/.test(await answer.text())
  } catch {
    return false
  } finally {
    time.end()
  }
}

/** Whether pages can be opened for the person: to approve spending, and to sign in. */
export async function lookAtBrowser({ env, platform }: Examined): Promise<Diagnosis> {
  if (isHeadless({ platform, env })) {
    return warning(
      'No browser can be opened here: there is no display, or this is a session over SSH.',
      `Answer in a terminal instead: ${ownCommand()} approve. Sign in by a code: ${ownCommand()} login --device`,
    )
  }
  if (platform === 'darwin' || platform === 'win32' || (await isOnPath('xdg-open', env.PATH))) {
    return well('Pages can be opened in your browser.')
  }
  return warning(
    'There is a display, and the command xdg-open is missing, which opens pages.',
    'Install it: sudo apt install xdg-utils',
  )
}

async function isOnPath(command: string, folders: string | undefined): Promise<boolean> {
  const tries = (folders ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map(async folder => {
      const file = path.join(folder, command)
      await access(file, constants.X_OK)
      return (await stat(file)).isFile()
    })
  return (await Promise.allSettled(tries)).some(one => one.status === 'fulfilled' && one.value)
}
