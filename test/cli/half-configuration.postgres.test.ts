import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../support/http.ts'
import { dataDirIn, makePlace, runProgram, startProgram } from '../support/program.ts'
import { newDatabase, SHARED } from '../support/replicas.ts'
import { temporaryFolder } from '../support/world.ts'

const OPEN = ['http', '--auth', 'none', '--port', '0', '--json']
const ANOTHER = 'another-secret-than-the-others-have-0123456789abc'

/** What each process has to have alike. */
let whole: Record<'TRANSLATION_DATABASE_URL' | 'TRANSLATION_STATE_SECRET' | 'TRANSLATION_FILES_URL', string>

const common = { TRANSLATION_ENGINE: 'pseudo' }
const without = (name: keyof typeof whole) =>
  Object.fromEntries(Object.entries(whole).filter(([each]) => each !== name))

/** Starts it, stores a file through it, and ends it. */
beforeAll(async () => {
  const files = join(temporaryFolder(), 'shared')
  mkdirSync(files)
  whole = {
    TRANSLATION_DATABASE_URL: await newDatabase(),
    TRANSLATION_STATE_SECRET: SHARED,
    TRANSLATION_FILES_URL: pathToFileURL(files).href,
  }
  const running = startProgram(OPEN, { place: makePlace(), env: { ...common, ...whole } })
  await running.heard('\n', 'stdout')
  const { mcp_url } = JSON.parse(running.said('stdout'))
  const input = { content: 'Good morning.\n', filename: 'a.txt', target_languages: ['de'] }
  expect((await callTool(mcp_url, '', 'create_batch', input)).text).toContain('a.txt')
  running.child.kill('SIGTERM')
  expect((await running.ended).code).toBe(0)
})

describe('half a configuration, told by the start and not by the first call', () => {
  const starts: Readonly<Record<string, readonly string[]>> = {
    'http --auth none': OPEN,
    'http with sign-in': ['http', '--port', '0', '--json'],
    service: ['service', '--auth', 'none', '--port', '0', '--json'],
    worker: ['worker', '--json'],
  }
  const half: readonly (readonly [string, () => Record<string, string>, RegExp])[] = [
    ['another secret', () => ({ ...whole, TRANSLATION_STATE_SECRET: ANOTHER }), /TRANSLATION_STATE_SECRET is another/],
    ['no secret', () => without('TRANSLATION_STATE_SECRET'), /Set TRANSLATION_STATE_SECRET to the same value/],
    ['no place of files', () => without('TRANSLATION_FILES_URL'), /TRANSLATION_FILES_URL, .* is it mounted\?/],
    [
      'a place that is not mounted',
      () => ({ ...whole, TRANSLATION_FILES_URL: pathToFileURL(temporaryFolder()).href }),
      /no file \.files-of of this database\. .* is it mounted\?/,
    ],
    [
      'a database that does not answer',
      () => ({ ...whole, TRANSLATION_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }),
      /ECONNREFUSED|does not answer|could not start/,
    ],
  ]
  const rows = Object.entries(starts).flatMap(([name, args]) =>
    half.map(([what, ...rest]) => [name, what, args, ...rest] as const),
  )

  it.each(rows)('%s with %s: refused and said [SCL-1, KEY-3]', async (_, _what, args, env, words) => {
    const place = makePlace()
    const ended = await runProgram(args, { place, env: { ...common, ...env() } })
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(words)
    for (const secret of [SHARED, ANOTHER]) expect(ended.stderr).not.toContain(secret)
    expect(existsSync(join(dataDirIn(place), 'files'))).toBe(false)
  })

  it('starts nothing of a state in a file before its first call', async () => {
    const place = makePlace()
    const running = startProgram(OPEN, { place, env: common })
    await running.heard('\n', 'stdout')
    expect(existsSync(join(dataDirIn(place), 'translation.db'))).toBe(false)
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
    rmSync(dataDirIn(place), { recursive: true, force: true })
  })
})
