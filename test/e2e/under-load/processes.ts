/** Processes of the built program that are started again whenever they end, as a supervisor does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { environmentOf, makePlace, PROGRAM } from '../../support/program.ts'

/** One place in which a process runs, and after it the next. */
export interface Kept {
  readonly name: string
  /** Settles when the process that runs now says that it is ready. */
  ready(): Promise<void>
  /** Ends it by kill -9; false where none runs now, as between two starts. */
  kill(): Promise<boolean>
  /** Ends it by kill -9, and starts it again only when what comes back is called. */
  hold(): Promise<() => void>
  /** Ends it for good. */
  end(): Promise<void>
}

/** What is noted of all of them. */
export interface Noted {
  /** Ends of processes that nobody killed: their status, whether they had been ready, and the last they said. */
  readonly fell: { readonly name: string; readonly wasReady: boolean; readonly how: string; readonly said: string }[]
  /** How often each line of the log came, numbers and ids left out. */
  readonly logged: Map<string, number>
}

export interface Keeping {
  readonly name: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** What starts it in another network, in front of its own words. */
  readonly inside?: readonly string[]
}

const AGAIN_MS = 300
/** A Node of another version for all of them. */
const NODE = process.env.SOAK_NODE ?? process.execPath

export function keep({ name, args, env, inside = [] }: Keeping, noted: Noted): Kept {
  const place = makePlace()
  const [command = NODE, ...words] = [...inside, NODE, PROGRAM, ...args]
  let child: ChildProcess
  let over = false
  let doomed = false
  let held: Promise<void> = Promise.resolve()
  let isReady: Promise<unknown>

  function begin(): void {
    doomed = false
    let wasReady = false
    let said = ''
    const started = spawn(command, words, {
      cwd: place.work,
      env: { ...environmentOf(place), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    isReady = once(started.stdout, 'data').then(() => {
      wasReady = true
    })
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-2000)
      for (const line of text.split('\n')) note(noted.logged, line)
    })
    started.once('exit', (code, signal) => {
      if (over) return
      if (!doomed) noted.fell.push({ name, wasReady, how: String(code ?? signal), said })
      setTimeout(() => void held.then(() => over || begin()), AGAIN_MS)
    })
  }

  const runs = () => child.exitCode === null && child.signalCode === null
  const kill = async () => {
    if (!runs()) return false
    doomed = true
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    return true
  }
  begin()
  return {
    name,
    kill,
    async hold() {
      let release = () => {}
      held = new Promise<void>(resolve => {
        release = resolve
      })
      await kill()
      return release
    },
    ready: async () => void (await isReady),
    async end() {
      over = true
      await kill()
    },
  }
}

function note(logged: Map<string, number>, line: string): void {
  const [, level = '', error = ''] = /"level":(\d+).*?"error":"([^"]*)"/.exec(line) ?? []
  const [, message = line] = /"msg":"([^"]*)"/.exec(line) ?? []
  const told = `${level} ${error} ${message}`.replaceAll(/\d{3,}|[a-z]{3}_\w{8,}/g, '…').trim()
  if (told !== '' && !line.trimStart().startsWith('at ')) logged.set(told, (logged.get(told) ?? 0) + 1)
}
