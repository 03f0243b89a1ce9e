import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { Browser, type BrowserPage } from '../support/browser.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

/** A form as a page shows it: where it goes, and what it holds. */
interface Form {
  readonly target: URL
  readonly fields: URLSearchParams
}

function formsOn(page: BrowserPage): Form[] {
  return [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = '', inner = '']) => {
    if (!/method="post"/i.test(head)) return []
    const target = new URL(/action="([^"]*)"/.exec(head)?.[1] ?? '', page.url)
    const fields = new URLSearchParams()
    for (const [input] of inner.matchAll(/<(?:input|button)\b[^>]*>/g)) {
      const name = /\bname="([^"]*)"/.exec(input)?.[1]
      if (name !== undefined) fields.append(name, /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '')
    }
    return [{ target, fields }]
  })
}

/** Every page that a signed-in member reaches by links, from the pages that she starts at. */
async function pagesOf(browser: Browser): Promise<BrowserPage[]> {
  const seen = new Map<string, BrowserPage>()
  const open = ['/connections', '/oauth/device']
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (seen.has(next)) continue
    const page = await browser.go(`${world.issuer}${next}`)
    seen.set(next, page)
    const links = [...page.html.matchAll(/<a\b[^>]*href="([^"]+)"/g)].map(([, href = '']) => new URL(href, page.url))
    for (const { origin, pathname } of links) if (origin === world.issuer && !seen.has(pathname)) open.push(pathname)
  }
  return [...seen.values()]
}

async function signedIn(): Promise<Browser> {
  const browser = new Browser()
  const form = await browser.go(`${world.issuer}/sign-in`)
  const page = await browser.submit(form, '/sign-in', { name: 'ada', password: PASSWORD })
  expect(page.url.pathname).toBe('/connections')
  return browser
}

const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
function authorizeAddress(): string {
  const asked = { client_id: 'translation-cli', response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback' }
  const query = { ...asked, ...CHALLENGE, scope: 'account:read', state: 's', resource: `${world.issuer}/v1` }
  return `${world.issuer}/oauth/authorize?${new URLSearchParams(query)}`
}

/** All forms of a member who is signed in and asked to consent, with the browser that was shown them. */
async function everyForm() {
  const { access_token } = await signIn(world, { member: 'ada' })
  const browser = await signedIn()
  const pages = await pagesOf(browser)
  pages.push(await browser.go(authorizeAddress()))
  return { browser, key: access_token, forms: pages.flatMap(formsOn) }
}

/** What a page of another site makes a signed-in browser send. */
const FORGERIES: Readonly<Record<string, (fields: URLSearchParams) => { origin: string; body: URLSearchParams }>> = {
  'from another site, with the right token': body => ({ origin: 'https://evil.example', body }),
  'from a page without an origin, with the right token': body => ({ origin: 'null', body }),
  'from a site whose name begins alike': body => ({ origin: `${world.issuer}.evil.example`, body }),
  'from this site by plain http on another port': body => ({ origin: 'http://127.0.0.1:1', body }),
  'without its token': fields => ({ origin: world.issuer, body: changed(fields, undefined) }),
  'with an empty token': fields => ({ origin: world.issuer, body: changed(fields, '') }),
  'with a token of its own making': fields => ({ origin: world.issuer, body: changed(fields, 'a'.repeat(43)) }),
}

function changed(fields: URLSearchParams, csrf: string | undefined): URLSearchParams {
  const body = new URLSearchParams(fields)
  body.delete('csrf')
  body.delete('xsrf')
  if (csrf !== undefined) body.set(fields.has('xsrf') ? 'xsrf' : 'csrf', csrf)
  return body
}

describe('every form of a signed-in member that is sent', () => {
  it('is known here: sign-out, connections, device and consent are among them', async () => {
    const { forms } = await everyForm()
    const targets = forms.map(({ target }) => target.pathname)
    expect(targets.length).toBeGreaterThan(3)
    for (const wanted of ['/sign-out', '/connections/revoke', '/oauth/device', '/consent']) {
      expect(targets.filter(target => target.endsWith(wanted)).length, `${wanted} of ${targets}`).toBeGreaterThan(0)
    }
  })

  it.each(Object.keys(FORGERIES))('%s is refused, and nothing changes', async forgery => {
    const { browser, key, forms } = await everyForm()
    const before = await signedInAt(browser)
    for (const { target, fields } of forms) {
      const { origin, body } = FORGERIES[forgery]?.(fields) ?? Object()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
      const sent = await browser.go(target, { method: 'POST', headers, body }, url => url.port === '14523')
      expect([400, 403], `${target.pathname}: ${sent.status} ${sent.html.slice(0, 300)}`).toContain(sent.status)
    }
    await world.call(api.account.get, { key })
    expect(await signedInAt(browser)).toBe(before)
  })

  it('in another browser is refused', async () => {
    const { forms } = await everyForm()
    const stranger = new Browser()
    for (const { target, fields } of forms) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: world.issuer }
      const sent = await stranger.go(target, { method: 'POST', headers, body: fields }, url => url.port === '14523')
      expect([400, 403], target.pathname).toContain(sent.status)
    }
  })

  it('as JSON, plain text or a file is refused', async () => {
    const { browser, forms } = await everyForm()
    for (const { target, fields } of forms) {
      for (const kind of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
        const headers = { 'content-type': kind, origin: 'https://evil.example' }
        const sent = await browser.go(target, { method: 'POST', headers, body: fields.toString() })
        expect(sent.status, `${target.pathname} ${kind}`).toBeGreaterThanOrEqual(400)
        expect(sent.status).toBeLessThan(500)
      }
    }
  })
})

async function signedInAt(browser: Browser): Promise<string> {
  return (await browser.go(`${world.issuer}/connections`)).url.pathname
}
