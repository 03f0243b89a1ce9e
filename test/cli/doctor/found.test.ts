import { describe, expect, it } from 'vitest'
import { consentPlace } from '../../../src/cli/doctor/assistant.ts'
import { clockFound, lengthOf } from '../../../src/cli/doctor/clock.ts'
import { ownerTrouble, unwritten } from '../../../src/cli/doctor/data-folder.ts'
import { databaseFound } from '../../../src/cli/doctor/database.ts'
import { trialFound } from '../../../src/cli/doctor/engine.ts'
import { nodeFound, portFound } from '../../../src/cli/doctor/machine.ts'
import { serviceFound } from '../../../src/cli/doctor/service.ts'
import { stdioFound } from '../../../src/cli/doctor/stdio.ts'
import { allowedFound } from '../../../src/cli/doctor/surroundings.ts'
import { SOUND } from './sound.ts'

const failing = (code: string) => Object.assign(new Error(code), { code })

describe('Node', () => {
  it.each([
    ['20.19.0', 'well'],
    ['24.1.0', 'well'],
    ['20.18.9', 'broken'],
    ['18.20.4', 'broken'],
    ['20.9.9', 'broken'],
    ['21.0.0', 'well'],
  ] as const)('%s is %s', (version, state) => {
    expect(nodeFound(version, '>=20.19').state).toBe(state)
  })
})

describe('the data folder', () => {
  it('of another user is broken, but to root, who is warned of what she leaves behind', () => {
    const mine = ownerTrouble('/d', { uid: 7, mode: 0o700 }, 1000)
    expect(mine).toMatchObject({ state: 'broken', remedy: expect.stringContaining('sudo chown -R 1000 /d') })
    expect(ownerTrouble('/d', { uid: 7, mode: 0o700 }, 0)?.state).toBe('warning')
  })

  it('that is open to others is named with its permissions and the command that closes it', () => {
    expect(ownerTrouble('/a b', { uid: 7, mode: 0o40755 }, 7)).toEqual({
      state: 'warning',
      said: '/a b is open to other users (755), and keys lie in it.',
      remedy: "chmod 700 '/a b'",
    })
    expect(ownerTrouble('/d', { uid: 7, mode: 0o40700 }, 7)).toBeUndefined()
  })

  it.each([
    ['ENOSPC', 'is full (ENOSPC)', 'Make room there'],
    ['EROFS', 'mounted read-only', 'Mount it for writing'],
    ['EACCES', 'cannot be written (EACCES)', 'chmod u+rwx /d'],
  ])('that refuses a write with %s has a remedy of its own', (code, said, remedy) => {
    const found = unwritten('/d', failing(code))
    expect(found.state).toBe('broken')
    expect([found.said, found.remedy].join()).toContain(said)
    expect(found.remedy).toContain(remedy)
  })
})

describe('the database', () => {
  it.each([
    [{ version: 21, beyond: true }, 'broken', 'newer version', 'Update this program'],
    [{ version: 21 }, 'well', 'of a newer program, which this one may use too', undefined],
    [{ stands: 'restoring' }, 'broken', 'restored', 'restore the backup again'],
    [{ stands: 'moving' }, 'broken', 'being moved', 'translation-mcp move'],
    [{ stands: 'moved' }, 'broken', 'was moved', 'TRANSLATION_DATABASE_URL'],
    [{ stands: 'filling' }, 'broken', 'moved into the database', 'translation-mcp move'],
    [{ files_away: true }, 'broken', '/d/files is not there', 'mkdir -m 700 /d/files'],
    [{ version: 18 }, 'well', 'The next start brings it to 20', undefined],
    [{ stands: 'none' }, 'skipped', 'none yet', undefined],
  ] as const)('%j is %s', (changes, state, said, remedy) => {
    const found = databaseFound({ ...SOUND, ...changes }, '/d', false)
    expect(found).toMatchObject({ state, said: expect.stringContaining(said) })
    if (remedy === undefined) expect(found.remedy).toBeUndefined()
    else expect(found.remedy).toContain(remedy)
  })

  it('beside a hosted service needs no files', () => {
    expect(databaseFound({ ...SOUND, files_away: true }, '/d', true).state).toBe('well')
  })
})

describe('the clock', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const nothing = { now, service_ahead: undefined, last_seen: undefined }
  const [minute, day] = [60_000, 86_400_000]

  it.each([
    ['a service of the same time', { service_ahead: 900 }, 'well', 'as the service says'],
    ['a service a minute on', { service_ahead: minute }, 'warning', '1 minute behind'],
    ['a service an hour back', { service_ahead: -60 * minute }, 'broken', '1 hour ahead of'],
    ['a folder used tomorrow', { last_seen: now + day }, 'broken', 'was used 1 day after that'],
    [
      'a folder used a month ago',
      { last_seen: now - 30 * day },
      'warning',
      '30 days after the data folder was last used',
    ],
    ['a folder used yesterday', { last_seen: now - day }, 'well', 'as the data folder expects'],
    ['nothing', {}, 'skipped', 'nothing to compare'],
  ] as const)('beside %s', (_, changes, state, said) => {
    expect(clockFound({ ...nothing, ...changes })).toMatchObject({ state, said: expect.stringContaining(said) })
  })

  it('names a length of time in its largest unit', () => {
    expect([400, 61_000, 7_200_000, 2 * day].map(lengthOf)).toEqual(['0 seconds', '1 minute', '2 hours', '2 days'])
  })
})

describe('the address of a hosted service', () => {
  const at = 'https://api.example/base'
  it.each([
    ['ENOTFOUND', 'its name is not known', 'spelling'],
    ['ECONNREFUSED', 'nothing listens there', 'Start the service'],
    ['CERT_HAS_EXPIRED', 'its certificate has expired', 'clock of this machine'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'does not speak TLS', 'http://'],
    [undefined, 'the connection broke', 'network'],
  ])('that is not reached (%s) says why and what to do', (cause, said, remedy) => {
    const found = serviceFound(at, { kind: 'unreachable', cause })
    expect(found).toMatchObject({ state: 'broken', said: expect.stringContaining(said) })
    expect(found.remedy).toContain(remedy)
  })
})

describe('an answer of a hosted service', () => {
  const at = 'https://api.example/base'
  const answered = { kind: 'answered', status: 401, is_api: true, leads_to: undefined, ahead_ms: undefined } as const
  const found = (changes: object) => serviceFound(at, { ...answered, ...changes })

  it.each([
    [{}, 'well', 'answers as the Translation Service API'],
    [{ status: 299 }, 'well', 'answers as'],
    [{ status: 300 }, 'broken', 'answers 300, a redirect: a credential is never sent'],
    [{ status: 399 }, 'broken', 'a redirect'],
    [{ status: 400 }, 'well', 'answers as'],
    [{ status: 500 }, 'broken', 'fails (status 500)'],
    [{ status: 499, is_api: false }, 'broken', 'not as the Translation Service API'],
  ] as const)('%j is %s', (changes, state, said) => {
    expect(found(changes)).toMatchObject({ state, said: expect.stringContaining(said) })
  })

  it('that leads elsewhere gives an address to set only where that is one of the API, and no shell runs it', () => {
    const remedy = (leads_to: string | undefined) => found({ status: 302, leads_to }).remedy
    expect(remedy('https://other.example/v1/account')).toBe('Set TRANSLATION_API_URL=https://other.example')
    for (const none of [undefined, 'https://other.example/login', 'https://other.example/v1/account/'])
      expect(remedy(none)).toMatch(/to the address of the API itself\.$/)
    expect(remedy('https://other.example/;sh$IFS-c/v1/account')).toBe(
      "Set TRANSLATION_API_URL='https://other.example/;sh$IFS-c'",
    )
  })

  it('that does not come names the call that shows it, as a shell takes it', () => {
    const late = (address: string) => serviceFound(address, { kind: 'late', ms: 8000 })
    expect(late(at)).toMatchObject({ state: 'broken', said: 'https://api.example did not answer within 8 seconds.' })
    expect(late(at).remedy).toContain("'%{http_code}' https://api.example/base/v1/account`")
    expect(late('https://api.example/a&b').remedy).toContain("'https://api.example/a&b/v1/account'`")
  })
})

describe('the clock, to the second', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const ahead = (service_ahead: number) => clockFound({ now, service_ahead, last_seen: undefined }).state
  const seen = (last_seen: number) => clockFound({ now, service_ahead: undefined, last_seen }).state

  it('is right within what dates of HTTP leave open, doubtful to two minutes, and wrong beyond', () => {
    expect([20_000, -20_000, 20_001, -20_001].map(ahead)).toEqual(['well', 'well', 'warning', 'warning'])
    expect([120_000, -120_000, 120_001, -120_001].map(ahead)).toEqual(['warning', 'warning', 'broken', 'broken'])
    expect([now, now + 120_000, now + 120_001].map(seen)).toEqual(['well', 'well', 'broken'])
  })

  it('is judged by the service before the data folder, and by that where the service agrees', () => {
    const both = (service_ahead: number, last_seen: number) => clockFound({ now, service_ahead, last_seen })
    expect(both(3_600_000, now + 7_200_000).said).toContain('1 hour behind that of the service')
    expect(both(0, now + 7_200_000).said).toContain('2 hours after that')
    expect(both(0, now)).toEqual({ state: 'well', said: 'It says 2026-11-21 12:00:00 UTC, as the service says.' })
  })
})

describe('the port', () => {
  const taken = { host: '127.0.0.1', port: 8333, code: 'EADDRINUSE', isOwn: false, isSet: false }
  it('in use is a warning where nobody chose it, broken where somebody did, and well where this program has it', () => {
    expect(portFound(taken)).toMatchObject({ state: 'warning', remedy: expect.stringContaining('http --port 0') })
    expect(portFound({ ...taken, isSet: true }).state).toBe('broken')
    expect(portFound({ ...taken, isOwn: true }).state).toBe('well')
    expect(portFound({ ...taken, code: 'EADDRNOTAVAIL' }).remedy).toContain('--host')
    expect(portFound({ ...taken, port: 80, code: 'EACCES', isSet: true })).toMatchObject({
      ...{ state: 'broken', said: 'Port 80 is not open to this user.' },
      remedy: expect.stringContaining('http --port 8333'),
    })
  })
})

describe('allowed folders', () => {
  it('that were named and are away are broken; none at all is a warning', () => {
    expect(allowedFound(['/a'], ['/b'], true)).toMatchObject({ state: 'broken', said: '/b: allowed, and not there.' })
    expect(allowedFound([], ['/h/Documents'], false).state).toBe('warning')
    expect(allowedFound(['/a'], [], true)).toEqual({ state: 'well', said: 'Files may be read and written in /a.' })
  })
})

describe('a start over stdio', () => {
  it.each([
    [{ kind: 'served', tools: 14, version: '1', ms: 400 }, 'well', undefined],
    [{ kind: 'served', tools: 14, version: '1', ms: 9000 }, 'warning', 'npm install -g'],
    [{ kind: 'noise', text: 'hello\u202e' }, 'broken', 'NODE_OPTIONS'],
    [{ kind: 'ended', code: 2, said: 'no such setting' }, 'broken', 'what it says'],
    [{ kind: 'unstarted', why: 'ENOENT' }, 'broken', 'Install'],
  ] as const)('%j', (end, state, remedy) => {
    const found = stdioFound(end)
    expect(found.state).toBe(state)
    if (remedy !== undefined) expect(found.remedy).toContain(remedy)
    expect(found.said).not.toContain('\u202e')
  })
})

describe('the trial of an engine', () => {
  const trial = {
    engine: 'openai',
    model: 'm',
    target: 'de',
    text_goes_to: 'x',
    cost: { unit: 'tokens', amount: 300 },
  } as const
  it('says what came, how long it took and what it was charged', () => {
    const found = trialFound(trial, { kind: 'translated', text: 'Guten Morgen', used: 212, ms: 1234 })
    expect(found).toEqual({
      state: 'well',
      said: 'openai answered in 1.2 s with «Guten Morgen» (de), charged 212 tokens.',
    })
  })

  it.each([
    ['refused', 'engine-keys set openai'],
    ['quota', 'Top up'],
    ['passing', 'in a while'],
    ['unusable', 'another model'],
  ] as const)('that is %s says what mends it', (why, remedy) => {
    const found = trialFound(trial, { kind: 'failed', why, message: 'No.' })
    expect(found).toMatchObject({ state: 'broken', said: 'No.', remedy: expect.stringContaining(remedy) })
  })
})

describe('where a person is asked whether to spend', () => {
  const none = { form: false, url: false }
  it.each([
    ['ask', { ...none, form: true }, false, 'dialog'],
    ['required', { ...none, form: true }, true, 'dialog'],
    ['code', { ...none, form: true }, true, 'dialog'],
    ['ask', { ...none, url: true }, false, 'page'],
    ['ask', none, true, 'page'],
    ['ask', none, false, 'terminal'],
    ['code', none, true, 'code'],
    ['required', none, true, 'nowhere'],
  ] as const)('with --consent %s, %j and a browser: %s, it is the %s', (mode, assistant, browser, place) => {
    expect(consentPlace({ mode, assistant, browser })).toBe(place)
  })
})
