import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePlace, type Place, runProgram, startProgram, TYPED } from '../support/program.ts'
import { CTRL_C, ENTER, TERMINAL, typed } from '../support/terminal.ts'

/** Sets a password at a terminal: each line is typed once its question stands. */
const set = (place: Place, keys: readonly string[]) =>
  typed(['members', 'password', 'admin'], {
    ...{ place, keys, questions: ['New password for admin: ', 'The same again: '] },
  })
const line = (text: string) => `${text}${ENTER}`

const list = async (place: Place) => (await runProgram(['members', 'list'], { place })).stdout

describe.skipIf(!TERMINAL)('a password at a terminal', () => {
  it('is asked for twice, shown at no time, and set [OAU-1]', async () => {
    const place = makePlace()
    const { code, screen } = await set(place, [line('correct horse battery'), line('correct horse battery')])
    expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining('admin can sign in with it now.') })
    expect(screen).not.toContain('horse')
    expect(await list(place)).not.toContain('no password yet')
  })

  it.each([
    [
      'differs the second time',
      [line('correct horse battery'), line('correct horse batterie')],
      'not the same: nothing was changed',
    ],
    ['is too short', [line('short'), line('short')], 'A password has 12 to 500 characters.'],
    ['is given up', [line('correct horse battery'), CTRL_C], 'Cancelled: nothing was changed.'],
  ])('that %s changes nothing', async (_, keys, message) => {
    const place = makePlace()
    const { code, screen } = await set(place, keys)
    expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining(message) })
    expect(await list(place)).toContain('no password yet')
  })
})

it('a server over HTTP says how the first member gets a password, as long as none has one [OAU-1]', async () => {
  const place = makePlace()
  const env = { TRANSLATION_DATA_DIR: join(place.home, 'of the team') }
  const greeting = async () => {
    const running = startProgram(['http', '--port', '0'], { place, env })
    await running.heard('Ctrl-C', 'stdout')
    running.child.kill('SIGTERM')
    return (await running.ended).stdout
  }
  const command = `members password admin --data-dir '${env.TRANSLATION_DATA_DIR}'`
  expect(await greeting()).toContain(`Nobody has a password yet. Set the first one with: ${TYPED} ${command}\n`)
  const args = ['members', 'password', 'admin', '--data-dir', env.TRANSLATION_DATA_DIR]
  const set = await runProgram(args, { place, env: { TRANSLATION_MEMBER_PASSWORD: 'correct horse battery' } })
  expect(set.code).toBe(0)
  expect(await greeting()).not.toContain('password')
})
