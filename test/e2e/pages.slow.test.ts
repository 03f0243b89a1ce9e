import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ended, makePlace, PROGRAM } from '../support/program.ts'
import { pages, READER_PAGES, SERVES, SERVING, type ShellLine, shellLines } from '../support/shell-lines.ts'
import { ELSEWHERE, IN_A_CLONE } from '../support/shell-lines-elsewhere.ts'
import { shownInReadme } from '../support/shown-in-readme.ts'
import { ROOT } from '../support/tree.ts'

const runsHere = ({ line }: ShellLine) => !(line in ELSEWHERE) && !IN_A_CLONE.includes(line)

interface Surroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Runs a line in a shell, behind what the page exports before it. What serves is ended once it says that it does. */
function run(line: string, { cwd, env }: Surroundings, exported: readonly string[] = []): Promise<Ended> {
  // A port of its own, since tests run side by side.
  const command = line.replace(/--port \d+/, '--port 0')
  const child = spawn('sh', ['-c', [...exported, command].join('\n')], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    const runs = child.exitCode === null && child.signalCode === null
    if (child.pid !== undefined && runs) process.kill(-child.pid, signal)
  }
  onTestFinished(() => end('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      if (SERVES.test(line) && SERVING.test(said[name])) end('SIGTERM')
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // What is ended by a signal did its work where it served.
    child.once('close', (code, signal) => resolve({ code: signal === 'SIGTERM' ? 0 : code, ...said }))
  })
}

const done = (line: string) => ({ line, code: 0, stdout: expect.anything(), stderr: expect.anything() })

describe('a line that a page tells its reader to type', () => {
  // Those of the readers' pages are run by test/docs/readers.slow.test.ts.
  const others = pages().filter(page => !READER_PAGES.includes(page))
  for (const page of others.filter(name => shellLines(name).some(runsHere))) {
    it(`runs as ${page} says [CLI-3]`, async () => {
      const place = makePlace()
      const commands = join(place.home, 'bin')
      mkdirSync(commands)
      symlinkSync(PROGRAM, join(commands, 'translation-mcp'))
      // Where a clone has them.
      cpSync(join(ROOT, 'test', 'demo', 'samples'), join(place.work, 'test', 'demo', 'samples'), { recursive: true })
      symlinkSync(join(ROOT, 'dist'), join(place.work, 'dist'))
      const env = {
        PATH: `${commands}:${process.env.PATH ?? ''}`,
        HOME: place.home,
        TMPDIR: place.temporary,
        TRANSLATION_DATA_DIR: join(place.home, 'data'),
        TRANSLATION_PORT: '0',
      }
      const exported: string[] = []
      for (const { line } of shellLines(page).filter(runsHere)) {
        if (line.startsWith('export ')) exported.push(line)
        expect({ line, ...(await run(line, { cwd: place.work, env }, exported)) }).toEqual(done(line))
      }
    })
  }

  it('runs from the clone on, as the README says [CLI-3]', async ({ skip }) => {
    if (!existsSync(join(ROOT, '.git'))) return skip('this is no repository')
    const place = makePlace()
    const env = {
      ...process.env,
      TRANSLATION_DATA_DIR: join(place.home, 'data'),
      TRANSLATION_PORT: '0',
      npm_config_prefix: place.home,
      // The packages that are here already are asked for nowhere, and nothing is asked about them.
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
    }
    const [clone = '', ...rest] = IN_A_CLONE
    const cloned = await run(clone.replace('REPOSITORY', `'${ROOT}'`), { cwd: place.work, env })
    expect(cloned.code).toBe(0)
    const cwd = join(place.work, 'translation-mcp')
    const ends = new Map<string, Ended>()
    for (const line of rest) {
      const ended = await run(line, { cwd, env })
      expect({ line, ...ended }).toEqual(done(line))
      ends.set(line, ended)
    }
    const printed = ends.get('npm ci && npm run demo')?.stdout.split('\n') ?? []
    expect(shownInReadme().filter(shown => !printed.includes(shown))).toEqual([])
    const { stdout } = await run('"$npm_config_prefix/bin/translation-mcp" --version', { cwd, env })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/)
  })
})
