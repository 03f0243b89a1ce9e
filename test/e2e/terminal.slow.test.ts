import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePlace, type Place, TYPED } from '../support/program.ts'
import { CTRL_C, CTRL_D, ENTER, TERMINAL, typed } from '../support/terminal.ts'

const ASKS = '[y/N]'

/** Runs translate at a terminal and types the answer once the question stands. */
const atTerminal = (place: Place, answer: string) =>
  typed(['translate', 'notes.txt', '"into German"'], {
    ...{ place, env: { TRANSLATION_ENGINE: 'pseudo' }, questions: [ASKS], keys: [answer] },
  })

function notes(): Place {
  const place = makePlace()
  writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n')
  return place
}

describe.skipIf(!TERMINAL)('at a terminal', () => {
  it('says, where no command is named, that it waits for an assistant, and ends with its input [CLI-3]', async () => {
    const waits = 'waits for an assistant'
    const { code, screen } = await typed([], { place: makePlace(), questions: [waits], keys: [CTRL_D] })
    expect(code).toBe(0)
    expect(screen).toContain(`${TYPED} --help shows the commands for people; Ctrl-C ends this.`)
  })

  it('asks once, and a y goes the whole way [MCP-9]', async () => {
    const place = notes()
    const { code, screen } = await atTerminal(place, `y${ENTER}`)
    expect(code).toBe(0)
    expect(screen.split(ASKS)).toHaveLength(2)
    expect(screen).toMatch(/Translate this file for \d+ credits\? The balance is [\d,]+ and would be [\d,]+\./)
    expect(screen).toContain('notes.de.txt')
    expect(existsSync(join(place.work, 'notes.de.txt'))).toBe(true)
  })

  it.each([
    ['n', `n${ENTER}`],
    ['an empty line', ENTER],
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('takes %s for a no: nothing is spent, status 1 [MCP-9]', async (_, answer) => {
    const place = notes()
    const { code, screen } = await atTerminal(place, answer)
    expect(code).toBe(1)
    expect(screen).toContain('Not approved: nothing was spent.')
    expect(existsSync(join(place.work, 'notes.de.txt'))).toBe(false)
  })
})
