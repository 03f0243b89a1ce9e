import { beforeAll, describe, expect, it } from 'vitest'
import type { OAuthOptions } from '../../../src/service/oauth/options.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { type OAuthWorld, PASSWORD, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld } from '../../support/world.ts'

const WRONG = 'a wrong password'
const HOME = '198.51.100.7'

let world: OAuthWorld
beforeAll(async () => {
  world = await locking()
})

/** Tries that a name has at an address here; where nothing else is set it is ten (store/sign-in-tries.test.ts). */
const MOST = 4

/** A world whose limits are soon reached. */
function locking(limits: OAuthOptions['limits'] = {}): Promise<OAuthWorld> {
  return startOAuthWorld({ oauth: { trusted_hops: 1, limits: { sign_in: MOST, ...limits } } })
}

/** Somebody who types passwords into the page of sign-in, from an address. */
async function guesser(at: Pick<OAuthWorld, 'issuer'> = world) {
  const browser = new Browser()
  const form = await browser.go(`${at.issuer}/sign-in`)
  const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? ''
  return (name: string, password: string, from = HOME): Promise<BrowserPage> => {
    const headers = { origin: at.issuer, 'x-forwarded-for': from }
    const body = new URLSearchParams({ csrf, name, password })
    return browser.go(`${at.issuer}/sign-in`, { method: 'POST', headers, body })
  }
}

/** The statuses of so many wrong passwords. */
async function wrong(
  times: number,
  name: string,
  from = HOME,
  at: Pick<OAuthWorld, 'issuer'> = world,
): Promise<number[]> {
  const guess = await guesser(at)
  const statuses: number[] = []
  for (let turn = 0; turn < times; turn++) statuses.push((await guess(name, WRONG, from)).status)
  return statuses
}

const enters = async (name: string, from = HOME, at: Pick<OAuthWorld, 'issuer'> = world) =>
  (await (await guesser(at))(name, PASSWORD, from)).status

describe('wrong passwords', () => {
  it('for one name lock out no other member, not even at the same address [OAU-1]', async () => {
    expect(await wrong(7, 'olga')).toEqual([401, 401, 401, 401, 429, 429, 429])
    expect(await enters('ada')).toBe(200)
  })

  it('lock the name at the address they come from, and the member from nowhere else [OAU-1]', async () => {
    const attacker = '203.0.113.5'
    await wrong(5, 'olga', attacker)
    expect(await enters('olga', attacker)).toBe(429)
    expect(await enters('olga', '198.51.100.6')).toBe(200)
  })

  it('are one count for a name with and without its workspace, and however its case is written [OAU-1]', async () => {
    const from = '203.0.113.6'
    expect(await wrong(2, 'rita', from)).toEqual([401, 401])
    expect(await wrong(2, 'rita@local', from)).toEqual([401, 401])
    for (const name of ['rita', 'rita@local', ' RITA@local']) expect(await wrong(1, name, from)).toEqual([429])
    expect(await wrong(1, 'rita@elsewhere', from)).toEqual([401])
  })

  it('are counted by the network that a subscriber has: an IPv6 /64, as the trusted proxy saw it [OAU-1]', async () => {
    const at = (host: number) => `2001:db8:7:7::${host.toString(16)}`
    for (let host = 1; host <= MOST; host++) expect(await wrong(1, 'olga', `192.0.2.1, ${at(host)}`)).toEqual([401])
    expect(await wrong(1, 'olga', at(11))).toEqual([429])
    expect(await enters('olga', '2001:db8:7:8::1')).toBe(200)
  })

  it('tell nobody whether a name exists: each answer is that of a name that does not [OAU-1]', async () => {
    const answers = async (name: string) => {
      const guess = await guesser()
      const pages: string[] = []
      for (let turn = 0; turn < MOST + 2; turn++) {
        const { status, html } = await guess(turn % 2 === 0 ? name : `${name}@local`, WRONG, '203.0.113.8')
        const seen = html.replaceAll(name, 'NAME').replaceAll(/value="[\w-]{43}"/g, '')
        pages.push(`${status} ${seen.replaceAll(/\d+ (?:seconds|minutes)/g, 'SOON')}`)
      }
      return pages
    }
    expect(await answers('rita')).toEqual(await answers('nobody'))
  })

  it('from many addresses leave the member some tries where she is new, and all where she is known [OAU-1]', async () => {
    const many = await locking({ sign_in_name: 6 })
    expect(await enters('olga', HOME, many)).toBe(200)
    for (let host = 1; host <= 8; host++) await wrong(1, 'olga', `203.0.113.${host}`, many)
    expect(await wrong(4, 'olga', '203.0.113.99', many)).toEqual([401, 401, 401, 429])
    expect(await enters('olga', '198.51.100.8', many)).toBe(200)
    expect(await wrong(MOST - 1, 'olga', HOME, many)).not.toContain(429)
    expect(await enters('olga', HOME, many)).toBe(200)
  })

  it('for many names end at an address, but not for a member who is known there [OAU-1]', async () => {
    const few = await locking({ sign_in_address: 4 })
    expect(await enters('olga', HOME, few)).toBe(200)
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++) statuses.push(...(await wrong(1, `nobody-${turn}`, HOME, few)))
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
    expect([await enters('olga', HOME, few), await enters('ada', HOME, few)]).toEqual([200, 429])
    expect(await enters('ada', '198.51.100.9', few)).toBe(200)
  })

  it('at the same moment do not pass the limit [OAU-1]', async () => {
    const from = '203.0.113.60'
    const guess = await guesser()
    const pages = await Promise.all(Array.from({ length: 3 * MOST }, () => guess('ada', WRONG, from)))
    expect(pages.filter(({ status }) => status === 401)).toHaveLength(MOST)
  })

  it('are counted over a restart, and by all processes of a data folder [OAU-1]', async () => {
    const from = '203.0.113.70'
    await wrong(MOST, 'ada', from)
    await world.close()
    const again = await startWorld({ dataDir: world.dataDir, oauth: { trusted_hops: 1, limits: { sign_in: MOST } } })
    const at = { issuer: again.service.oauth?.issuer ?? '' }
    expect(await enters('ada', from, at)).toBe(429)
    expect(await enters('ada', HOME, at)).toBe(200)
  })
})
