import { delimiter, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readArguments } from '../../../src/cli/arguments.ts'
import { type Environment, readSettings } from '../../../src/cli/config.ts'
import { SETTINGS } from '../../../src/cli/settings.ts'
import { passedOn } from '../../../src/cli/setup/passed-on.ts'

const WORKING = resolve('/home/ada/work')
const passed = (line: readonly string[], env: Environment = {}) =>
  passedOn(readSettings(readArguments(['setup', ...line]), env), WORKING)

it('an entry takes nothing along where nothing is set, nor what is the default anyway', () => {
  expect(passed([])).toEqual({})
  expect(passed(['--consent', 'ask'])).toEqual({})
})

it('folders are passed on whole, as the assistant starts elsewhere, and several as a path has them [CLI-1]', () => {
  const other = resolve('/srv/other')
  expect(passed(['--data-dir', 'own/../data', '--allow', '.', '--allow', other])).toEqual({
    TRANSLATION_DATA_DIR: resolve(WORKING, 'data'),
    TRANSLATION_ALLOW: `${WORKING}${delimiter}${other}`,
  })
})

it('what the environment sets is passed on like a flag, and a flag comes before it', () => {
  const env = { TRANSLATION_ENGINE: 'deepl', TRANSLATION_CONSENT: 'required', TRANSLATION_API_URL: 'https://a.example' }
  expect(passed([], env)).toEqual(env)
  expect(passed(['--consent', 'code'], env)).toMatchObject({ TRANSLATION_CONSENT: 'code' })
})

it('no secret of the environment is ever passed on [KEY-3, CLI-1]', () => {
  const names = SETTINGS.filter(({ from }) => from === 'environment').flatMap(({ variable }) => variable ?? [])
  const planted = (name: string) =>
    name === 'TRANSLATION_DATABASE_URL' ? 'postgres://me:planted@h/d' : `planted-${'x'.repeat(40)}`
  const secrets = Object.fromEntries(names.map(name => [name, planted(name)]))
  expect(names.length).toBeGreaterThan(4)
  expect(JSON.stringify(passed([], { ...secrets, TRANSLATION_PRICES: '' }))).not.toContain('planted')
})
