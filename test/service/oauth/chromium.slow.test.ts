import * as oauth from 'openid-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { inviteMember } from '../../../src/service/admin/members.ts'
import { write } from '../../../src/service/store/database.ts'
import { createWorkspace } from '../../../src/service/store/workspaces.ts'
import { closeChromium, expectUsable, HAS_CHROMIUM, openPage, tabTo, waitForCallback } from '../../support/chromium.ts'
import { type OAuthWorld, PASSWORD, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld } from '../../support/world.ts'

const SCHEMES = ['light', 'dark'] as const

describe.skipIf(!HAS_CHROMIUM)('a real browser', () => {
  let world: OAuthWorld
  let cli: oauth.Configuration
  beforeAll(async () => {
    world = await startOAuthWorld()
    cli = await world.client()
  })
  afterAll(closeChromium)

  /** Where a program sends the browser, and what it makes of the answer. */
  async function program(scope: string, redirect: string) {
    const verifier = oauth.randomPKCECodeVerifier()
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
    const asked = { redirect_uri: redirect, scope, resource: world.api, code_challenge, code_challenge_method: 'S256' }
    return {
      address: oauth.buildAuthorizationUrl(cli, asked).href,
      redeem: async (callback: Promise<URL>) =>
        oauth.authorizationCodeGrant(cli, await callback, { pkceCodeVerifier: verifier }),
    }
  }

  async function type(page: Page, label: string, text: string): Promise<void> {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }

  async function press(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
    await tabTo(page, name)
    await Promise.all([key === 'Enter' ? page.waitForEvent('domcontentloaded') : undefined, page.keyboard.press(key)])
  }

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

  describe.each(SCHEMES)('in %s', colorScheme => {
    it('without scripts goes by keyboard alone from sign-in to consent, to the connections, and ends one [OAU-1, OAU-2]', async () => {
      const { page, complaints } = await openPage({ javaScriptEnabled: false, colorScheme })
      const { redirect, callback } = await waitForCallback()
      const { address, redeem } = await program(SCOPE_NAMES.join(' '), redirect)
      await page.goto(address)
      await expectUsable(page)
      // The cursor stands in the name already.
      await page.keyboard.type('olga')
      await type(page, 'Password', 'wrong')
      await press(page, 'Sign in')
      expect(await page.getByRole('alert').textContent()).toContain('do not belong together')
      expect(await page.title()).toMatch(/^Error: /)
      await expectUsable(page)
      await page.keyboard.type(PASSWORD)
      await press(page, 'Sign in')
      expect(await heading(page)).toBe('Connect Translation command line?')
      expect(await page.getByRole('note').textContent()).toContain('a program on this computer')
      await expectUsable(page)
      // What spends is not ticked by the page.
      await press(page, /^Have files translated/, ' ')
      await press(page, /^Rename and archive/, ' ')
      await press(page, 'Allow')
      const tokens = await redeem(callback)
      expect(tokens.scope).toBe(SCOPE_NAMES.filter(scope => scope !== 'batches:write').join(' '))
      await world.call(api.account.get, { key: tokens.access_token })
      await page.goto(`${world.issuer}/connections`)
      expect(await page.getByRole('listitem').first().textContent()).toContain('can spend')
      await expectUsable(page)
      await press(page, /^Disconnect Translation command line, approved by olga/)
      expect(await page.getByRole('status').textContent()).toContain('is disconnected')
      await expectUsable(page)
      expect(await world.refuse(api.account.get, { key: tokens.access_token })).toMatchObject({ status: 401 })
      await press(page, 'Sign out')
      expect(await heading(page)).toBe('Sign in')
      await expectUsable(page)
      expect(complaints).toEqual([])
    })

    it('without scripts connects a device by keyboard alone, and sees what goes wrong with a code [OAU-1]', async () => {
      const { page, complaints } = await openPage({ javaScriptEnabled: false, colorScheme })
      const device = await oauth.initiateDeviceAuthorization(cli, { scope: 'account:read', resource: world.api })
      await page.goto(device.verification_uri)
      await expectUsable(page)
      await page.keyboard.type('bbbb-bbbb')
      await press(page, 'Continue')
      expect(await page.getByRole('alert').textContent()).toContain('No device shows this code')
      await expectUsable(page)
      await page.goto(device.verification_uri_complete ?? '')
      await press(page, 'Continue')
      expect(await page.getByText(device.user_code).count()).toBe(1)
      await expectUsable(page)
      await press(page, 'It shows this code')
      await type(page, 'Name', 'ada')
      await type(page, 'Password', PASSWORD)
      await press(page, 'Sign in')
      await press(page, 'Allow')
      expect(await heading(page)).toBe('Connected')
      await expectUsable(page)
      const tokens = await oauth.pollDeviceAuthorizationGrant(cli, { ...device, interval: 1 })
      await world.call(api.account.get, { key: tokens.access_token })
      expect(complaints).toEqual([])
    })

    it('reads every other page there is [OAU-1, OAU-2]', async () => {
      const { page, complaints } = await openPage({ javaScriptEnabled: false, colorScheme })
      const { address } = await program('batches:create', 'http://127.0.0.1:14523/callback')
      await page.goto(address)
      await page.getByLabel('Name').fill('ada')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      // Nothing that she may allow: whom to ask, and nothing to tick.
      expect(await page.getByRole('main').textContent()).toMatch(
        /ask admin to run .*members set ada --scopes \+batches:create/s,
      )
      expect(await page.getByRole('checkbox').count()).toBe(0)
      await expectUsable(page)
      for (const [path, words] of [
        ['/connections/revoke', 'This page has expired'],
        ['/oauth/authorize?client_id=none', 'This did not work'],
        ['/errors', 'Errors of the Translation Service API'],
      ] as const) {
        await page.goto(`${world.issuer}${path}`)
        expect(await heading(page)).toBe(words)
        await expectUsable(page)
      }
      expect(complaints).toEqual([])
    })

    it('without scripts sets the password of a member by her link, and changes it on her account [OAU-1]', async () => {
      const { page, complaints } = await openPage({ javaScriptEnabled: false, colorScheme })
      const { invitation } = await inviteMember({ dataDir: world.dataDir }, { name: `new in ${colorScheme}` })
      await page.goto(invitation.url)
      expect(await heading(page)).toBe('Set your password')
      await expectUsable(page)
      // The cursor stands in the new password already.
      await page.keyboard.type(PASSWORD)
      await type(page, 'New password again', PASSWORD)
      await press(page, 'Set password')
      expect(await page.getByRole('status').textContent()).toContain('Your password is set.')
      expect(await heading(page)).toBe('Your account')
      await expectUsable(page)
      await type(page, 'Old password', 'wrong')
      await type(page, 'New password', `${PASSWORD} again`)
      await type(page, 'New password again', `${PASSWORD} again`)
      await press(page, 'Change password')
      expect(await page.getByRole('alert').textContent()).toContain('The old password is not right.')
      await expectUsable(page)
      await page.goto(invitation.url)
      expect(await heading(page)).toBe('This link does not work')
      await expectUsable(page)
      expect(complaints).toEqual([])
    })

    it('is told how to set a first password, and how a name of several workspaces is written [OAU-1]', async () => {
      const bare = await startWorld({ oauth: {} })
      const { page, complaints } = await openPage({ colorScheme })
      await page.goto(`${bare.baseUrl}/connections`)
      expect(await page.getByRole('alert').textContent()).toContain('translation-mcp members password NAME')
      await expectUsable(page)
      const facts = { name: 'Second', slug: 'second', seed_credits: 0, monthly_credits: null, newId: bare.newId }
      await write(bare.db, tx => createWorkspace(tx, { ...facts, now: Date.now() }))
      await page.reload()
      expect(await page.getByText('name@workspace').count()).toBe(1)
      await expectUsable(page)
      expect(complaints).toEqual([])
    })
  })

  it('signs in as somebody else from the consent, with scripts on and its policies kept [OAU-1, OAU-2]', async () => {
    const { page, complaints } = await openPage()
    const { redirect, callback } = await waitForCallback()
    const { address, redeem } = await program('account:read usage:read', redirect)
    await page.goto(address)
    for (const name of ['ada', 'rita']) {
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      expect(await page.getByText(`${name} in Local workspace`).count()).toBe(1)
      if (name === 'ada') await page.getByRole('link', { name: 'Sign in as somebody else' }).click()
    }
    expect(await page.getByRole('checkbox').count()).toBe(1)
    await page.getByRole('button', { name: 'Allow' }).click()
    const tokens = await redeem(callback)
    expect(tokens.scope).toBe('account:read')
    expect(complaints).toEqual([])
  })

  it('lets the answer through to a program with an address scheme of its own [OAU-1]', async () => {
    const metadata = { client_name: 'Phone', redirect_uris: ['vscode://phone.example/callback'] }
    const registered = await fetch(`${world.issuer}/oauth/register`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(metadata) },
    })
    const { client_id } = z.looseObject({ client_id: z.string() }).parse(await registered.json())
    const { page, complaints } = await openPage({ javaScriptEnabled: false })
    const { address } = await program('account:read', 'vscode://phone.example/callback')
    await page.goto(address.replace('client_id=translation-cli', `client_id=${client_id}`))
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByText('vscode:').count()).toBe(1)
    expect(await page.getByRole('note').textContent()).toContain('Visual Studio Code')
    const left = new Promise<string>(resolve => {
      page.on('response', response => {
        const { location = '' } = response.headers()
        if (location.startsWith('vscode:')) resolve(location)
      })
    })
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(new URL(await left).searchParams.get('code')).toBeTruthy()
    expect(complaints.filter(text => text.includes('Content Security Policy'))).toEqual([])
  })

  it('opened by another name of this computer signs in all the same [OAU-1]', async () => {
    const { page } = await openPage()
    await page.goto(`${world.issuer.replace('127.0.0.1', 'localhost')}/connections`)
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await heading(page)).toBe('Connections')
    expect(page.url()).toBe(`${world.issuer}/connections`)
  })

  it('shows none of the pages in a frame of another site [OAU-1]', async () => {
    const { page } = await openPage()
    await page.setContent(`<iframe src="${world.issuer}/connections"></iframe>`)
    const [, frame] = page.frames()
    await frame?.waitForLoadState()
    expect(await frame?.getByRole('heading', { name: 'Sign in' }).count()).toBe(0)
  })
})
