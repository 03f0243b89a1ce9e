import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PALETTE } from '../../../src/contract/page-style.ts'
import { SCOPE_NAMES, SCOPES } from '../../../src/contract/scopes.ts'
import { type AccountView, accountPage } from '../../../src/service/web/account-page.ts'
import {
  type ConnectionsView,
  type ConnectionView,
  connectionsPage,
} from '../../../src/service/web/connections-page.ts'
import { type ConsentView, consentPage } from '../../../src/service/web/consent-page.ts'
import { deviceConfirmPage, deviceDonePage, deviceInputPage } from '../../../src/service/web/device-pages.ts'
import { invitationPage } from '../../../src/service/web/invitation-page.ts'
import { errorPage, expiredPage, goneConnectionPage, tooManyPage } from '../../../src/service/web/notice-page.ts'
import { pagePolicy } from '../../../src/service/web/page.ts'
import { SCOPE_WORDS } from '../../../src/service/web/scope-words.ts'
import { signInPage } from '../../../src/service/web/sign-in-page.ts'

const HOSTILE = `"'><img src=x onerror=alert(1)>&\u202e`

const CONSENT: ConsentView = {
  ...{ action: '/consent', cancelAction: '/cancel', switchHref: '/sign-in', csrf: 'token' },
  client: { id: 'abc', name: 'Agent', known: 'own-word' },
  member: { name: 'ada', workspace: 'Acme' },
  ...{ admins: ['grace', 'olga'], widening: 'translation-mcp members set ada --scopes +batches:create' },
  ...{ offered: ['account:read', 'batches:read'], overCeiling: ['batches:create'], wanted: [], before: [] },
  ...{ returnsTo: 'agent.example', loopback: false, days: 90 },
}

const CONNECTION: ConnectionView = {
  ...{ id: 'con_1', client: { id: 'abc', name: 'Agent' }, approvedBy: 'ada' },
  ...{ createdAt: Date.UTC(2026, 0, 2, 3, 4), lastUsedAt: null, endsAt: Date.UTC(2026, 3, 2, 3, 4) },
  ...{ returnsTo: null, scopes: ['batches:create'], withheld: ['usage:read'] },
}

const CONNECTIONS: ConnectionsView = {
  member: { name: 'ada', workspace: 'Acme' },
  ...{ whole: false, csrf: 'token', live: [CONNECTION], ended: [CONNECTION], older: 'con_1', justEnded: 'Agent' },
}

const ACCOUNT: AccountView = {
  member: { name: 'ada', role: 'member', workspace: 'Acme' },
  ...{ scopes: ['account:read'], csrf: 'token', waiting: 2, live: [CONNECTION], justEnded: undefined },
  spending: {
    approved: [{ at: 0, credits: 1234, charged: undefined, file: HOSTILE, program: HOSTILE }],
    older: undefined,
  },
  ...{ done: undefined, problem: undefined, mcp: undefined },
}

/** The words of a page, as they are read. */
const words = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('what others call themselves', () => {
  const client = { id: HOSTILE, name: HOSTILE }
  const member = { name: HOSTILE, workspace: HOSTILE }
  const connection = { ...CONNECTION, client, approvedBy: HOSTILE, returnsTo: HOSTILE }
  const signIn = {
    action: '/a',
    csrf: 'c',
    clientName: HOSTILE,
    name: HOSTILE,
    noPasswords: true,
    severalWorkspaces: true,
  }
  it.each<[string, () => Promise<string>]>([
    ['sign-in', () => signInPage({ ...signIn, failed: true })],
    [
      'consent',
      () =>
        consentPage({
          ...CONSENT,
          client: { ...client, known: 'document' },
          member,
          admins: [HOSTILE],
          returnsTo: HOSTILE,
        }),
    ],
    [
      'connections',
      () => connectionsPage({ ...CONNECTIONS, member, live: [connection], ended: [connection], justEnded: HOSTILE }),
    ],
    [
      'account',
      () => accountPage({ ...ACCOUNT, member: { ...member, role: 'admin' }, live: [connection], justEnded: HOSTILE }),
    ],
    ['invitation', () => invitationPage({ ...member, token: 't', csrf: 'c', problem: 'short' })],
    ['device input', () => deviceInputPage({ action: '/a', xsrf: 'x', userCode: HOSTILE, failure: 'other' })],
    [
      'device confirmation',
      () => deviceConfirmPage({ action: '/a', xsrf: 'x', userCode: HOSTILE, clientName: HOSTILE }),
    ],
    ['device done', () => deviceDonePage({ clientName: HOSTILE })],
    ['error', () => errorPage({ error: HOSTILE, description: HOSTILE })],
  ])('is text alone on the page of %s, and turns nothing around it', async (_, make) => {
    const html = await make()
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html.replaceAll(/value="[^"]*"/g, '')).not.toContain('\u202e')
    expect(html).not.toMatch(/<script|\son\w+="/)
  })
})

describe('every page', () => {
  it('has the one style its policy lets through, and leads its forms nowhere but where it says', async () => {
    for (const html of [await expiredPage(), await goneConnectionPage(), await tooManyPage({ seconds: 871 })]) {
      const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
      expect(pagePolicy()).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    }
    expect(pagePolicy()).not.toContain('unsafe')
    expect(pagePolicy(['https://agent.example'])).toContain("form-action 'self' https://agent.example;")
  })

  it.each(Object.entries(PALETTE))('can be read in %s: every text on every ground it stands on', (_, colours) => {
    const { desk, ground, fill, ink, soft, act, warn, bad, good } = colours
    const pairs: [string, string, number][] = [
      ...[desk, ground, fill, colours['warn-fill'], colours['bad-fill'], colours['good-fill']].map(
        under => [ink, under, 7] satisfies [string, string, number],
      ),
      ...[desk, ground, fill].map(under => [soft, under, 4.5] satisfies [string, string, number]),
      [act, ground, 4.5],
      [colours['on-act'], act, 4.5],
      [warn, colours['warn-fill'], 4.5],
      [bad, ground, 4.5],
      [good, colours['good-fill'], 4.5],
      [colours.field, ground, 3],
    ]
    for (const [above, under, least] of pairs) {
      expect([above, under, contrast(above, under) >= least]).toEqual([above, under, true])
    }
  })
})

describe('the page of sign-in', () => {
  const signIn = {
    action: '/sign-in',
    csrf: 'c',
    name: '',
    failed: false,
    noPasswords: false,
    severalWorkspaces: false,
  }

  it('says what a member signs in for', async () => {
    const lead = async (wanted: '/account' | '/approvals' | '/connections') =>
      /Sign in to [^.]*\./.exec(words(await signInPage({ ...signIn, wanted })))?.[0]
    expect(await lead('/approvals')).toBe('Sign in to answer what your programs want to spend.')
    expect(await lead('/account')).toBe('Sign in to see what is yours, and to change your password.')
    expect(await lead('/connections')).toBe('Sign in to see which programs are connected, and to end a connection.')
  })
})

describe('a refusal that is shown to a person', () => {
  it('says of a client that is not known what she can do', async () => {
    const html = words(await errorPage({ error: 'invalid_client', description: 'client is invalid' }))
    expect(html).toContain('This server does not know the program that sent you here, or does not take it.')
    expect(html).toContain('Nothing was changed. Remove this server in that program, add it again')
    expect(html).not.toContain('client is invalid')
  })
})

describe('the pages on which a password is set', () => {
  it('are understood by programs that keep passwords: whose it is, which is old and which is new', async () => {
    const account = await accountPage(ACCOUNT)
    expect([...account.matchAll(/autocomplete="([\w-]+)"/g)].map(([, kind]) => kind)).toEqual([
      ...['username', 'current-password', 'new-password', 'new-password'],
    ])
    const invitation = await invitationPage({
      name: 'ada',
      workspace: 'Acme',
      token: 't',
      csrf: 'c',
      problem: undefined,
    })
    expect(invitation).toContain('value="ada" autocomplete="username"')
  })

  it('say at the top of the window that something was wrong, and at the field what it was', async () => {
    const page = await accountPage({ ...ACCOUNT, problem: 'wrong' })
    expect(page).toContain('<title>Error: Your account')
    expect(page).toMatch(
      /autocomplete="current-password" required autofocus aria-invalid="true" aria-describedby="wrong"/,
    )
  })
})

describe('the consent', () => {
  it('says first what it means for credits and files', async () => {
    expect(words(await consentPage(CONSENT))).toMatch(
      /Spending It cannot spend anything\. .*sees the translations of the whole/,
    )
    const spends = words(
      await consentPage({ ...CONSENT, offered: ['account:read', 'batches:create'], overCeiling: [] }),
    )
    expect(spends).toMatch(
      /It asks to spend credits of the workspace, or what an engine charges whoever runs this server\. It can do so only where it is ticked below\. Files It sees those that it/,
    )
    expect(spends.indexOf('Have files translated')).toBeLessThan(spends.indexOf('See the workspace'))
    expect(words(await consentPage({ ...CONSENT, offered: ['account:read'] }))).toContain('It sees no translations.')
  })

  it('ticks what reads and keeps, and leaves what spends to the member [OAU-2]', async () => {
    const page = await consentPage({ ...CONSENT, offered: SCOPE_NAMES, overCeiling: [] })
    const ticked = SCOPE_NAMES.filter(scope => page.includes(`value="${scope}" checked>`))
    expect(ticked).toEqual(SCOPE_NAMES.filter(scope => scope !== 'batches:create'))
  })

  it('names what a call just lacked, and keeps what the member had chosen before [OAU-2]', async () => {
    const before = ['account:read', 'batches:read'] as const
    const view = { ...CONSENT, offered: SCOPE_NAMES, overCeiling: [], before }
    const asked = await consentPage({ ...view, wanted: ['batches:create', 'glossaries:write'] })
    expect(words(asked)).toMatch(/just asked for something .* tick: Have files translated .* glossaries:write/)
    const ticked = SCOPE_NAMES.filter(scope => asked.includes(`value="${scope}" checked>`))
    expect(ticked).toEqual(['account:read', 'batches:read', 'glossaries:write'])
    const spending = await consentPage({ ...view, before: ['batches:create'], wanted: ['batches:create'] })
    expect(spending).toContain('value="batches:create" checked>')
    expect(words(spending)).not.toContain('just asked')
  })

  it('puts each scope in plain words, and says which opens nothing yet and that all members see [OAU-2]', async () => {
    const said = words(await consentPage({ ...CONSENT, offered: SCOPE_NAMES, overCeiling: [] }))
    for (const scope of SCOPE_NAMES) {
      expect(said).toContain(SCOPE_WORDS[scope].may)
      expect(SCOPE_WORDS[scope].idle).toBe(SCOPES[scope].reserved)
    }
    expect(said).toContain('is seen by all members of the workspace')
    expect(said).toContain('90 days at most')
  })

  it('names whom to ask for what is over the ceiling, and the command, or oneself [OAU-3]', async () => {
    const said = words(await consentPage(CONSENT))
    expect(said).toMatch(
      /Not yours to allow .*ask grace or olga to run this .*members set ada --scopes \+batches:create/,
    )
    const own = words(await consentPage({ ...CONSENT, member: { name: 'olga', workspace: 'Acme' } }))
    expect(own).toContain('You are an admin: to change that, run this')
    const none = await consentPage({ ...CONSENT, offered: [] })
    expect(none).not.toMatch(/type="checkbox"|<button>Allow/)
    expect(words(none)).toContain('All that it asks for is over your ceiling')
  })

  it('warns of a program on this computer and of a device, and of nothing else [OAU-1]', async () => {
    expect(await consentPage(CONSENT)).not.toContain('role="note"')
    const local = words(await consentPage({ ...CONSENT, returnsTo: '127.0.0.1:51234', loopback: true }))
    expect(local).toMatch(/127\.0\.0\.1:51234 , on this computer .*access to a program on this computer/)
    expect(words(await consentPage({ ...CONSENT, returnsTo: null }))).toContain('the device whose code you typed')
  })
})
/** The contrast of two colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
