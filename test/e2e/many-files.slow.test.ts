import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePlace, runProgram } from '../support/program.ts'
import { PSEUDO, Report, read } from './shop.ts'

it('one command translates 12 small files on a fresh folder: no window limits the program that calls its own service [LIM-1]', async () => {
  const place = makePlace()
  mkdirSync(join(place.work, 'texts'))
  const names = Array.from({ length: 12 }, (_, at) => `texts/note-${at}.json`)
  for (const name of names) writeFileSync(join(place.work, name), JSON.stringify({ hello: `Good morning, ${name}` }))
  // Each file takes several requests.
  const env = { ...PSEUDO, TRANSLATION_REQUESTS_PER_MINUTE: '30' }
  const args = ['translate', ...names, '--to', 'de', '--yes', '--max-credits', '100000', '--json']
  const { code, stdout, stderr } = await runProgram(args, { place, env })
  const { files } = Report.parse(JSON.parse(stdout))
  expect(files.filter(({ error }) => error !== null)).toEqual([])
  expect(code, stderr.slice(-2000)).toBe(0)
  expect(files).toHaveLength(12)
  expect(readdirSync(join(place.work, 'texts'))).toHaveLength(24)
  expect(read(place, 'texts/note-7.de.json')).toContain('⟦de')
})
