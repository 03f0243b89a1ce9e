import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePlace, type Place, runProgram } from '../support/program.ts'
import { ROOT } from '../support/tree.ts'

/** `script` of util-linux gives a process a terminal of its own. */
const TERMINAL = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false

/** Sets a password at a terminal: each line is typed once its question stands; `undefined` is Ctrl+C. */
function typed(place: Place, lines: readonly (string | undefined)[]): Promise<{ code: number | null; screen: string }> {
  const command = `"${process.execPath}" "${join(ROOT, 'dist', 'main.js')}" members password admin`
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: place.home,
    TMPDIR: place.temporary,
    TERM: 'xterm',
    SHELL: '/bin/sh',
  }
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: place.work, env })
  const questions = ['New password for admin: ', 'The same again: ']
  let screen = ''
  let asked = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    const question = questions[asked]
    if (question === undefined || !screen.includes(question)) return
    const line = lines[asked++]
    child.stdin.write(line === undefined ? '\u0003' : `${line}\r`)
  })
  return new Promise(resolve => child.once('close', code => resolve({ code, screen })))
}

const list = async (place: Place) => (await runProgram(['members', 'list'], { place })).stdout

describe.skipIf(!TERMINAL)('a password at a terminal', () => {
  it('is asked for twice, shown at no time, and set [OAU-1]', async () => {
    const place = makePlace()
    const { code, screen } = await typed(place, ['correct horse battery', 'correct horse battery'])
    expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining('admin can sign in with it now.') })
    expect(screen).not.toContain('horse')
    expect(await list(place)).not.toContain('no password yet')
  })

  it.each([
    [
      'differs the second time',
      ['correct horse battery', 'correct horse batterie'],
      'not the same: nothing was changed',
    ],
    ['is too short', ['short', 'short'], 'A password has 12 to 500 characters.'],
    ['is given up', ['correct horse battery', undefined], 'Given up: nothing was changed.'],
  ])('that %s changes nothing', async (_, lines, message) => {
    const place = makePlace()
    const { code, screen } = await typed(place, lines)
    expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining(message) })
    expect(await list(place)).toContain('no password yet')
  })
})
