import { spawn, spawnSync } from 'node:child_process'
import { PROGRAM, type Start } from './program.ts'

/** `script` of util-linux gives a process a terminal of its own. */
export const TERMINAL = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false

export interface Typing extends Start {
  /** Each is waited for before the line that answers it is typed. */
  readonly questions: readonly string[]
  /** What is typed at each, as the keyboard sends it. */
  readonly keys: readonly string[]
}

export const [ENTER, CTRL_C, CTRL_D] = ['\r', '\x03', '\x04'] as const

/** Runs the program at a terminal; its arguments are plain words, or quoted as a shell wants them. */
export function typed(
  args: readonly string[],
  { place, env: more, questions, keys }: Typing,
): Promise<{ code: number | null; screen: string }> {
  const command = `"${process.execPath}" "${PROGRAM}" ${args.join(' ')}`
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: place.home,
    TMPDIR: place.temporary,
    TERM: 'xterm',
    SHELL: '/bin/sh',
    ...more,
  }
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: place.work, env })
  let screen = ''
  let asked = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    const question = questions[asked]
    if (question === undefined || !screen.includes(question)) return
    child.stdin.write(keys[asked++] ?? '')
  })
  return new Promise(resolve => child.once('close', code => resolve({ code, screen })))
}
