import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hides } from '../../src/contract/hidden.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

it('shows what is hidden in the names of keys, and takes no such name for a workspace [MCP-13]', async () => {
  const env = { TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') }
  const name = 'ab\u202ecd\u009b31m\u3164'
  for (const line of [
    ['keys', 'create', '--name', name],
    ['keys', 'list'],
    ['workspaces', 'create', name, '--slug', 'ab'],
  ]) {
    const { stdout, stderr } = await ran(line, env)
    expect(stdout.split('\n').filter(hides), line.join(' ')).toEqual([])
    expect(stdout + stderr).toMatch(/‹U\+202E›|invisible/)
  }
})
