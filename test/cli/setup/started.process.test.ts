import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TOOLS } from '../../../src/mcp/tools/index.ts'
import { makePlace, PROGRAM, runProgram } from '../../support/program.ts'
import { toolsOfConfigured } from './configured.ts'

it('what setup writes in a clone starts the server, from any folder and without a path of a shell [CLI-1]', async () => {
  const place = makePlace()
  mkdirSync(join(place.home, '.cursor'))
  const { code, stderr } = await runProgram(['setup', '--yes', '--engine', 'pseudo'], { place })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const file = join(place.home, '.cursor', 'mcp.json')
  expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.translation).toMatchObject({
    args: [PROGRAM],
    env: { TRANSLATION_ENGINE: 'pseudo' },
  })
  const names = await toolsOfConfigured(file, place.home, place.temporary)
  expect(names.length).toBeGreaterThan(10)
  expect(TOOLS.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
})

it('setup ends with status 2 and a command to type where there is no terminal [CLI-2]', async () => {
  const place = makePlace()
  const { code, stdout, stderr } = await runProgram(['setup', 'zed'], { place })
  expect(code).toBe(2)
  expect(stdout).toContain('makes the file, with:')
  expect(stderr).toContain(`\`node ${PROGRAM} setup zed --yes\` writes it.`)
  expect(place.written()).toEqual([])
})
