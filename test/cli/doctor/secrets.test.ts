import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { secretsOut } from '../../../src/cli/doctor/secrets.ts'
import { ASSISTANT_FILE } from '../../../src/cli/last-assistant.ts'
import { SETTINGS } from '../../../src/cli/settings.ts'
import { ran } from '../../support/ran.ts'
import { temporaryFolder } from '../../support/world.ts'

const cleaned = (secret: string, text: string) => secretsOut({ TRANSLATION_API_KEY: secret })(text)

describe('a secret', () => {
  it('of any variable that only the environment may set goes, each time that it is there [KEY-3]', () => {
    const names = SETTINGS.filter(({ from }) => from === 'environment').flatMap(({ variable }) => variable ?? [])
    expect(names).toContain('TRANSLATION_STATE_SECRET')
    for (const name of names) {
      const out = secretsOut({ [name]: 'planted-value' })
      expect(out('planted-value, planted-value'), name).toBe('[redacted], [redacted]')
    }
  })

  it.each([
    ['signs of a pattern', 'a.b*c(d[e$&$1^', 'x a.b*c(d[e$&$1^ y', 'x [redacted] y'],
    [
      'a quote and a backslash, as JSON writes them',
      'one"two\\three',
      'got {"k":"one\\"two\\\\three"}',
      'got {"k":"[redacted]"}',
    ],
    ['signs that an address escapes', 'a/b+c=d&e', 'https://h/?k=a%2Fb%2Bc%3Dd%26e#', 'https://h/?k=[redacted]#'],
    [
      'white space around it, which who quotes it left out',
      ' planted\n',
      'bad key "planted".',
      'bad key "[redacted]".',
    ],
    ['half a letter', 'planted\ud83d', 'planted\ud83d.', '[redacted].'],
  ])('goes where it has %s [KEY-3]', (_, secret, text, without) => {
    expect(cleaned(secret, text)).toBe(without)
  })

  it('of six letters goes, a shorter one is a word like others; an empty one takes nothing apart', () => {
    expect(cleaned('abcdef', 'abcdef')).toBe('[redacted]')
    expect(cleaned('abcde', 'abcdefg')).toBe('abcdefg')
    expect(cleaned('  abcde ', 'abcdefg')).toBe('abcdefg')
    expect(cleaned('', 'any text')).toBe('any text')
  })

  it('that begins another goes with the whole of that', () => {
    const env = { TRANSLATION_API_KEY: 'planted', TRANSLATION_DEEPL_API_KEY: 'planted:fx-and-more' }
    expect(secretsOut(env)('a planted:fx-and-more b planted')).toBe('a [redacted] b [redacted]')
  })

  it('is no value of a variable that a flag may set too, nor of another program', () => {
    const env = { TRANSLATION_ENGINE: 'apertium', HOME: '/home/ada', OPENAI_API_KEY: 'planted' }
    expect(secretsOut(env)('apertium in /home/ada with planted')).toBe('apertium in /home/ada with planted')
  })
})

describe('the user of an address', () => {
  it.each([
    ['postgres://me:p@ss@host/db', 'postgres://[redacted]@host/db'],
    ['https://token@host and http://a:b@c', 'https://[redacted]@host and http://[redacted]@c'],
    ['https://host/user@example', 'https://host/user@example'],
    ['https://host?to=a@b', 'https://host?to=a@b'],
    ['https://host#a@b', 'https://host#a@b'],
    ['write to me@host', 'write to me@host'],
    ['https://host and me@host', 'https://host and me@host'],
  ])('goes, and what only has an @ stays: %s [KEY-3]', (text, without) => {
    expect(secretsOut({})(text)).toBe(without)
  })
})

it('doctor --json stays JSON where one text ends with an address and the next has an @', async () => {
  const data = temporaryFolder()
  const seen = { form: true, url: false, sampling: false, roots: false, progress: false }
  const assistant = { ...seen, name: 'https://a', version: 'me@b"\\planted', seen_at: '2026-11-21T12:00:00Z' }
  writeFileSync(join(data, ASSISTANT_FILE), JSON.stringify(assistant))
  const env = { TRANSLATION_DATA_DIR: data, TRANSLATION_STATE_SECRET: 'me@b"\\planted' }
  const { stdout } = await ran(['doctor', 'node', '--json'], env)
  expect(stdout).not.toContain('planted')
  expect(JSON.parse(stdout)).toMatchObject({ assistant: { name: 'https://a', version: '[redacted]', form: true } })
})
