import { spawn } from 'node:child_process'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** True where no browser can be opened for the person: over SSH, and on Linux and other Unix systems without a display. */
export function isHeadless({ platform, env }: Machine): boolean {
  const set = (name: string) => env[name] !== undefined && env[name] !== ''
  if (set('SSH_CONNECTION') || set('SSH_TTY')) return true
  return platform !== 'darwin' && platform !== 'win32' && !set('DISPLAY') && !set('WAYLAND_DISPLAY')
}

/** Asks the system to open an http or https page. Whether it opens is not known, so show the address to the person as well. */
export function openBrowser(url: string, machine: Machine): void {
  if (/^https?:\/\//.test(url)) start(url, machine)
}

/** Asks the system to open an HTML file that this program wrote, by its absolute path. */
export function openHtmlFile(file: string, machine: Machine): void {
  start(file, machine)
}

function start(what: string, { platform, env }: Machine): void {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open']
  const child = spawn(program, [...args, what], { stdio: 'ignore', detached: true, env: { ...env } })
  child.once('error', () => undefined)
  child.unref()
}

/** Programs that open an address or a file. No shell is used, since it would interpret `&` in the address. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
