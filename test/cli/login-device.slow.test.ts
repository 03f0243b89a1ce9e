import { describe, expect, it } from 'vitest'
import { Browser } from '../support/browser.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { PASSWORD, startOAuthWorld } from '../support/sign-in.ts'

const env = { TRANSLATION_LOGIN_STORE: 'file' }

describe('the service of this program, as a hosted one', () => {
  it('takes a sign-in by code, confirmed in a browser elsewhere [OAU-4]', async () => {
    const [world, place] = [await startOAuthWorld(), makePlace()]
    const running = startProgram(['login', '--device', '--api-url', world.baseUrl], { place, env })
    await running.heard('enter the code')
    await running.heard('\n')
    const [, address = '', user_code = ''] = /go to (\S+) and enter the code (\S+)/.exec(running.said('stderr')) ?? []
    const browser = new Browser()
    const typed = await browser.submit(await browser.go(address), '/oauth/device', { user_code })
    const known = await browser.submit(typed, '/oauth/device')
    const consent = await browser.submit(known, '/sign-in', { name: 'ada', password: PASSWORD })
    await browser.submit(consent, '/consent')
    const { code, stdout } = await running.ended
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Signed in at') })
    expect(stdout).not.toContain('batches:create')
  })
})
