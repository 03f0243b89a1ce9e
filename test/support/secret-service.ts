/** The keyring of a Linux desktop, started for a test: a bus of its own, and gnome-keyring on it. */
import { spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { KeyringQuestion } from '../../src/auth/keyring.ts'
import type { Place } from './program.ts'
import { ROOT } from './tree.ts'

const has = (command: string) => spawnSync(command, ['--version']).error === undefined

/** Which of the commands are missing; empty where a keyring can be started. */
export const LACKING = ['dbus-run-session', 'gnome-keyring-daemon'].filter(command => !has(command))

/** What a program has to have in its environment to reach the keyring. */
export type Session = { readonly DBUS_SESSION_BUS_ADDRESS: string }

const UNLOCKED = 'printf %s "$1" | gnome-keyring-daemon --unlock --components=secrets'
const LOCKED = 'gnome-keyring-daemon --start --components=secrets'

/**
 * Starts the keyring of a home folder, which is kept there; it ends with the test, or when `end` says so. Locked where no password is
 * given; nobody is there to unlock it then.
 */
export async function startKeyring(
  place: Place,
  password: string | undefined,
): Promise<{ session: Session; end(): Promise<void> }> {
  const start = `${password === undefined ? LOCKED : UNLOCKED} >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat`
  const env = { PATH: process.env.PATH ?? '', HOME: place.home, XDG_RUNTIME_DIR: place.temporary }
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', start, 'sh', password ?? ''], {
    ...{ env, stdio: ['pipe', 'pipe', 'ignore'] },
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const end = async () => {
    child.stdin.end()
    await ended
  }
  onTestFinished(end)
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    child.once('close', code => reject(new Error(`The session of the keyring ended with ${code}.`)))
  })
  return { session: { DBUS_SESSION_BUS_ADDRESS: address }, end }
}

/** What the keyring answers, asked as the built program asks it; undefined where it does not. */
export function answerOf(question: KeyringQuestion, session: Session): unknown {
  const { status, stdout } = spawnSync(process.execPath, [`${ROOT}/dist/keyring-process.js`], {
    ...{ input: JSON.stringify(question), encoding: 'utf8' },
    env: { PATH: process.env.PATH ?? '', ...session },
  })
  return status === 0 ? JSON.parse(stdout).value : undefined
}
