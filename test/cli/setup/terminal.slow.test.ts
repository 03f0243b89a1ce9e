import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePlace } from '../../support/program.ts'
import { CTRL_C, ENTER, TERMINAL, typed } from '../../support/terminal.ts'

const ASKS = '[y/N]'

describe.skipIf(!TERMINAL)('setup at a terminal', () => {
  it.each([
    ['a y', `y${ENTER}`, 0, true],
    ['n', `n${ENTER}`, 1, false],
    ['an empty line', ENTER, 1, false],
    ['Ctrl-C', CTRL_C, 1, false],
  ])(
    'asks once, below what it would write, and writes on a yes alone: %s [CLI-1]',
    async (_, answer, status, writes) => {
      const place = makePlace()
      mkdirSync(join(place.home, '.cursor'))
      const { code, screen } = await typed(['setup'], { place, questions: [ASKS], keys: [answer] })
      expect(code).toBe(status)
      expect(screen.split(ASKS)).toHaveLength(2)
      expect(screen.indexOf('makes the file, with:')).toBeLessThan(screen.indexOf(ASKS))
      expect(screen).toContain(writes ? 'Written: ' : 'Nothing was written.')
      expect(existsSync(join(place.home, '.cursor', 'mcp.json'))).toBe(writes)
    },
  )
})
