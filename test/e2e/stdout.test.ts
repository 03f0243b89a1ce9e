import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePlace, PROGRAM, startProgram } from '../support/program.ts'

const FULL = '/dev/full'

describe.skipIf(!existsSync(FULL))('a command whose output cannot be written', () => {
  it.each([
    ['--version'],
    ['status'],
    ['translate notes.txt --to de --yes'],
    ['translate notes.txt --to de --yes --json'],
  ])('%s: ends with status 1 and says so once [RES-2]', line => {
    const place = makePlace()
    writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n')
    const full = openSync(FULL, 'w')
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...line.split(' ')], {
      cwd: place.work,
      env: { HOME: place.home, TMPDIR: place.temporary, TRANSLATION_ENGINE: 'pseudo' },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect(status).toBe(1)
    expect(stderr.match(/what was to be printed could not be written \(ENOSPC\)/g)).toHaveLength(1)
  })
})

describe('a reader that goes away', () => {
  it('of the results: every file is saved all the same, and nothing is left behind [RES-2]', async () => {
    const place = makePlace()
    const names = ['a', 'b', 'c']
    for (const name of names) writeFileSync(join(place.work, `${name}.txt`), `Good morning, ${name}.\n`)
    const line = ['translate', ...names.map(name => `${name}.txt`), '--to', 'en-XA', '--yes']
    const { child, ended } = startProgram(line, { place, env: { TRANSLATION_ENGINE: 'pseudo' } })
    child.stdout.once('data', () => child.stdout.destroy())
    expect((await ended).code).toBe(0)
    expect(readdirSync(place.work)).toEqual(names.flatMap(name => [`${name}.en-XA.txt`, `${name}.txt`]))
    expect(readdirSync(place.temporary).filter(name => name.startsWith('translation-mcp-'))).toEqual([])
  })

  it('of the complaints: the server goes on answering [MCP-11]', async () => {
    const { child, ended, heard } = startProgram([], { place: makePlace(), env: { TRANSLATION_ENGIN: 'pseudo' } })
    child.stderr.destroy()
    const asked = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: asked })}\n`)
    await heard('"serverInfo"', 'stdout')
    child.stdin.end()
    expect((await ended).code).toBe(0)
  })

  it('of the protocol: the server ends', async () => {
    const { child, ended } = startProgram([], { place: makePlace() })
    child.stdout.destroy()
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`)
    expect((await ended).code).toBe(0)
  })
})
