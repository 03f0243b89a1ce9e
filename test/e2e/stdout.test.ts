import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePlace, PROGRAM } from '../support/program.ts'

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
