import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES, SCOPES } from '../../../src/contract/scopes.ts'
import { DEFAULT_CEILING } from '../../../src/service/domain/ceiling.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { type OAuthWorld, PASSWORD, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
let cli: oauth.Configuration
beforeAll(async () => {
  world = await startOAuthWorld()
  cli = await world.client()
})

const ask = (scope = SCOPE_NAMES.join(' ')) => oauth.initiateDeviceAuthorization(cli, { scope, resource: world.api })

interface Polled {
  readonly error?: string
  readonly access_token?: string
  readonly scope?: string
}

/** Asks once whether the person has answered. */
async function poll(device: oauth.DeviceAuthorizationResponse): Promise<Polled> {
  const at = new URL(`${world.issuer}/oauth/token`)
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const fields = { grant_type, client_id: 'translation-cli', device_code: device.device_code, resource: world.api }
  const answer = await fetch(at, { method: 'POST', body: new URLSearchParams(fields) })
  return JSON.parse(await answer.text())
}

/** From the page that compares the code to the end. */
async function approve(page: BrowserPage, browser: Browser, answer = '/consent'): Promise<BrowserPage> {
  const signIn = await browser.submit(page, '/oauth/device')
  const consent = await browser.submit(signIn, '/sign-in', { name: 'ada', password: PASSWORD })
  return await browser.submit(consent, answer)
}

describe('signing in on another device', () => {
  it('compares the code, asks for consent within the ceiling, and gives tokens [OAU-1] [OAU-2]', async () => {
    const device = await ask()
    expect(device.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    expect(await poll(device)).toMatchObject({ error: 'authorization_pending' })
    const browser = new Browser()
    const typed = await browser.submit(await browser.go(device.verification_uri), '/oauth/device', {
      user_code: device.user_code.toLowerCase(),
    })
    expect(typed.html).toContain(device.user_code)
    expect(typed.html).toContain('Translation command line')
    expect((await approve(typed, browser)).html).toContain('is connected')
    const tokens = await poll(device)
    expect(tokens.scope).toBe(DEFAULT_CEILING.join(' '))
    await world.call(api.account.get, { key: tokens.access_token ?? '' })
    expect(await poll(device)).toMatchObject({ error: 'invalid_grant' })
  })

  it('asks for all that opens something where it names no scope [OAU-1, OAU-2]', async () => {
    const device = await oauth.initiateDeviceAuthorization(cli, { resource: world.api })
    const browser = new Browser()
    const filled = await browser.go(device.verification_uri_complete ?? '')
    await approve(await browser.submit(filled, '/oauth/device'), browser)
    expect((await poll(device)).scope).toBe(DEFAULT_CEILING.filter(scope => !SCOPES[scope].reserved).join(' '))
  })

  it('fills the code in from the address without a script, and still has it compared [OAU-1]', async () => {
    const device = await ask('account:read')
    const browser = new Browser()
    const filled = await browser.go(device.verification_uri_complete ?? '')
    expect(filled.html).toContain(`value="${device.user_code}"`)
    expect(filled.html).not.toContain('<script')
    const compared = await browser.submit(filled, '/oauth/device')
    expect(compared.html).toContain('Is this your device?')
  })

  it('tells the device when the person refuses, on the code or on the consent [OAU-1]', async () => {
    for (const stage of ['code', 'consent'] as const) {
      const device = await ask('account:read')
      const browser = new Browser()
      const filled = await browser.go(device.verification_uri_complete ?? '')
      const compared = await browser.submit(filled, '/oauth/device')
      if (stage === 'consent') await approve(compared, browser, '/cancel')
      else expect((await browser.submit(compared, '/oauth/device', { abort: 'yes' })).html).toContain('cancelled')
      expect(await poll(device)).toMatchObject({ error: 'access_denied' })
    }
  })

  it('takes no code that is wrong or was used, and no form of another browser [OAU-1]', async () => {
    const device = await ask('account:read')
    const browser = new Browser()
    const form = await browser.go(device.verification_uri)
    const wrong = await browser.submit(form, '/oauth/device', { user_code: 'BBBB-BBBB' })
    expect(wrong.html).toContain('No device shows this code')
    const used = await browser.go(device.verification_uri_complete ?? '')
    await approve(await browser.submit(used, '/oauth/device'), browser)
    const again = await browser.go(device.verification_uri_complete ?? '')
    expect((await browser.submit(again, '/oauth/device')).html).toContain('was used already')
    const stolen = await new Browser().submit(form, '/oauth/device', { user_code: device.user_code })
    expect(stolen.html).not.toContain('Is this your device?')
  })
})
