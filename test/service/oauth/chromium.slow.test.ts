import { createServer } from 'node:http'
import * as oauth from 'openid-client'
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { PASSWORD, startOAuthWorld } from '../../support/sign-in.ts'

/** A program on this computer that waits for its callback. */
async function waitForCallback(): Promise<{ redirect: string; callback: Promise<URL> }> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const callback = new Promise<URL>(resolve => {
    server.on('request', (request, response) => {
      response.end('done')
      if (request.url?.startsWith('/callback') ?? false) resolve(new URL(request.url ?? '', `http://127.0.0.1:${port}`))
    })
  })
  return { redirect: `http://127.0.0.1:${port}/callback`, callback }
}

it('lets a real browser sign in and consent, its policies on, and reach the program that asked [OAU-1]', async () => {
  const world = await startOAuthWorld()
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  onTestFinished(() => browser.close())
  const complaints: string[] = []
  const page = await browser.newPage()
  page.on('console', message => complaints.push(message.text()))
  const { redirect, callback } = await waitForCallback()
  const client = await world.client()
  const verifier = oauth.randomPKCECodeVerifier()
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const asked = { redirect_uri: redirect, scope: 'account:read', resource: world.api }
  await page.goto(oauth.buildAuthorizationUrl(client, { ...asked, code_challenge, code_challenge_method: 'S256' }).href)
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  const tokens = await oauth.authorizationCodeGrant(client, await callback, { pkceCodeVerifier: verifier })
  await world.call(api.account.get, { key: tokens.access_token })
  expect(complaints.filter(text => !text.includes('401'))).toEqual([])
})

it('lets a real browser connect a device from the address with the code [OAU-1]', async () => {
  const world = await startOAuthWorld()
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const client = await world.client()
  const device = await oauth.initiateDeviceAuthorization(client, { scope: 'account:read', resource: world.api })
  await page.goto(device.verification_uri_complete ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'It shows this code' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  const tokens = await oauth.pollDeviceAuthorizationGrant(client, { ...device, interval: 1 })
  await world.call(api.account.get, { key: tokens.access_token })
})
