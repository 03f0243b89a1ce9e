/** The `apertium` command of this machine: one process for a whole document. */
import { type Limited, limited } from '../../../contract/limited.ts'
import { isShortage } from '../../domain/shortage.ts'
import { EngineError } from '../engine.ts'
import type { ApertiumPair } from './pairs.ts'

/** A pair takes about a second to start, and another for a thousand sentences. */
const TIMEOUT_MS = 120_000
/** Planning waits for the list, and the caller's host waits less than a minute for the plan. */
const LIST_TIMEOUT_MS = 10_000

/**
 * The pairs that are installed; none where the command is not installed.
 * @throws {EngineError} passing
 */
export async function pairsOfCommand(command: string): Promise<readonly ApertiumPair[]> {
  const listed = await run(command, ['-l'], '', limited(LIST_TIMEOUT_MS))
  if (listed === undefined) return []
  return listed.split('\n').flatMap(line => {
    const mode = line.trim()
    const [source, target] = mode.split('-')
    return source === undefined || target === undefined ? [] : [{ source, target, mode }]
  })
}

/**
 * Translates a document of HTML paragraphs.
 * @throws {EngineError} passing, refused
 * @throws {Error} of the system, where it has no process or open file to give
 */
export async function askCommand(
  command: string,
  mode: string,
  document: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const translated = await run(command, ['-f', 'html-noent', mode], document, limited(TIMEOUT_MS, signal))
  if (translated === undefined) throw new EngineError('refused', 'The command of Apertium is not installed any more.')
  return translated
}

/** The command opens its input by name, which fails for a socket. Node connects a child through sockets, so `cat` makes a pipe of it. */
const THROUGH_A_PIPE = 'cat | "$0" "$@"'
const NOT_STARTED = 'Apertium could not be started.'
/** The exit status of a shell that does not find the command (POSIX, 2.8.2). */
const NOT_FOUND = 127

/**
 * What the command prints; undefined where there is no such command, or no shell. Of our environment the command gets only PATH and
 * HOME, and so no key.
 */
async function run(
  command: string,
  args: readonly string[],
  input: string,
  time: Limited,
): Promise<string | undefined> {
  const { spawn } = await import('node:child_process')
  const { PATH, HOME } = process.env
  const ended = new Promise<string | undefined>((done, fail) => {
    const child = spawn('sh', ['-c', THROUGH_A_PIPE, command, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH, HOME, LC_ALL: 'C.UTF-8' },
      // A process group of its own, so that what the shell starts can be ended with it.
      detached: true,
    })
    const stop = (): void => {
      endGroup(child.pid)
      fail(new EngineError('passing', time.expired() ? 'Apertium did not answer in time.' : 'Apertium was stopped.'))
    }
    time.signal.addEventListener('abort', stop)
    if (time.signal.aborted) stop()
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') done(undefined)
      fail(isShortage(error) || error.code === 'EACCES' ? error : new EngineError('passing', NOT_STARTED))
    })
    // Without an open file left there is no child, and none of its streams; the error says so.
    if (child.pid === undefined) return
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('close', code => {
      if (code === NOT_FOUND) done(undefined)
      else if (code === 0) done(Buffer.concat(output).toString('utf8'))
      else fail(new EngineError('passing', 'Apertium failed.'))
    })
    // A command may end before it has read all its input; its exit status says why.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
  return await ended.finally(time.end)
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid)
  } catch {
    // It ended by itself a moment ago.
  }
}
