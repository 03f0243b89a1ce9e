import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

it.each([
  [
    'whose server is not there',
    'postgres://keeper:hush-hush@127.0.0.1:1/translation',
    'nothing listens at its address',
  ],
  [
    'that names no database',
    'postgres://keeper:hush-hush@127.0.0.1:1',
    'must be an address with the name of a database',
  ],
  ['that is none', 'postgres://keeper:hush-hush@[::1/translation', 'must be an address with the name of a database'],
])('the password of a database %s is in nothing that any command says [KEY-3]', async (_, url, why) => {
  const env = { TRANSLATION_DATABASE_URL: url, TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') }
  for (const line of ['keys list', 'members list', 'audit', 'approve', 'status', 'status --json', 'backup x.tar.gz']) {
    const said = await ran(line.split(' '), { ...env, TRANSLATION_LOG_LEVEL: 'debug' })
    expect(said.code, line).not.toBe(0)
    expect(JSON.stringify(said)).not.toContain('hush-hush')
    if (line === 'keys list') expect(said.stderr).toContain(why)
  }
})
