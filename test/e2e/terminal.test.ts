import { spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../support/program.ts'
import { ROOT } from '../support/tree.ts'

/** `script` of util-linux gives a process a terminal of its own. */
const TERMINAL = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false
const ASKS = '[y/N]'

/** Runs translate at a terminal and types the answer once the question stands. */
function atTerminal(place: Place, answer: string): Promise<{ code: number | null; screen: string }> {
  const command = `"${process.execPath}" "${join(ROOT, 'dist', 'main.js')}" translate notes.txt "into German"`
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: place.home,
    TMPDIR: place.temporary,
    TRANSLATION_ENGINE: 'pseudo',
    TERM: 'xterm',
    SHELL: '/bin/sh',
  }
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: place.work, env })
  let screen = ''
  let typed = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    if (typed || !screen.includes(ASKS)) return
    typed = true
    child.stdin.write(answer)
  })
  return new Promise(resolve => child.once('close', code => resolve({ code, screen })))
}

function notes(): Place {
  const place = makePlace()
  writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n')
  return place
}

describe.skipIf(!TERMINAL)('at a terminal', () => {
  it('asks once, and a y goes the whole way [MCP-9]', async () => {
    const place = notes()
    const { code, screen } = await atTerminal(place, 'y\r')
    expect(code).toBe(0)
    expect(screen.split(ASKS)).toHaveLength(2)
    expect(screen).toMatch(/Translate this file for \d+ credits\? The balance is [\d,]+ and would be [\d,]+\./)
    expect(screen).toContain('notes.de.txt')
    expect(existsSync(join(place.work, 'notes.de.txt'))).toBe(true)
  })

  it.each([
    ['n', 'n\r'],
    ['an empty line', '\r'],
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('takes %s for a no: nothing is spent, status 1 [MCP-9]', async (_, answer) => {
    const place = notes()
    const { code, screen } = await atTerminal(place, answer)
    expect(code).toBe(1)
    expect(screen).toContain('Not approved: nothing was spent.')
    expect(existsSync(join(place.work, 'notes.de.txt'))).toBe(false)
  })
})
