import { describe, expect, it } from 'vitest'
import { addressIn, asMoment, endIn, instantOf, onlyOne, wordsOf } from '../../src/contract/finding.ts'

const A = 'https://files.test/a?sig=1'
const B = 'https://files.test/b?sig=2'

describe('the words of a name', () => {
  it.each([
    ['download_url', ['download', 'url']],
    ['downloadUrl', ['download', 'url']],
    ['DownloadURL', ['download', 'url']],
    ['valid-until', ['valid', 'until']],
    ['_links', ['links']],
    ['URLOfFile', ['url', 'of', 'file']],
    ['invalid', ['invalid']],
    ['', []],
  ])('%s are %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })
})

it('of several values there is one where all are the same, else none', () => {
  expect(onlyOne([])).toBeUndefined()
  expect(onlyOne(['a'])).toBe('a')
  expect(onlyOne(['a', 'a'])).toBe('a')
  expect(onlyOne(['a', 'b'])).toBeUndefined()
})

describe('the link to a file', () => {
  it.each<[string, unknown]>([
    ['under its own name', { url: A, self: B }],
    ['under its own name, beside others that could be meant', { url: A, download_url: B, link: B }],
    ['as the whole answer', A],
    ['as download_url', { download_url: A }],
    ['as downloadUrl', { downloadUrl: A }],
    ['as file', { file: A }],
    ['as href', { href: A }],
    ['as link', { link: A }],
    ['as result', { result: A }],
    ['as signed-url', { 'signed-url': A }],
    ['as result_file_url', { result_file_url: A }],
    ['in a link of its own', { link: { href: A } }],
    ['in the file that it describes', { file: { name: 'a.de.txt', url: A, size: 3 } }],
    ['as the only one of a list', { files: [{ language: 'de', url: A }] }],
    ['twice', { download_url: A, links: { download: A } }],
    ['among links with their kinds', { links: [link('self', B), link('download', A), link('help', B)] }],
    ['beside addresses of other things', { download_url: A, self: B, docs_url: B, status_url: B, batch: B, next: B }],
    ['beside pictures and papers', { link: A, preview_url: B, thumbnail: B, logo: B, invoice_url: B, terms_url: B }],
    ['beside the file that was sent', { file_url: A, source_file_url: B, original_url: B, upload_url: B }],
    ['beside text that is no address', { url: '/files/1', download_url: A }],
  ])('%s is found', (_, data) => {
    expect(addressIn(data, 'file')).toBe(A)
  })

  it.each<[string, unknown]>([
    ['none', {}],
    ['no object', null],
    ['a number', 7],
    ['only addresses of other things', { self: A, docs: A, help_url: A, dashboard_url: A, batch_url: A }],
    ['only something to look at', { preview_url: A }],
    ['only a small picture', { thumbnail_link: A }],
    ['only a bill', { invoice_url: A, billing_link: A }],
    ['only terms of use', { terms_url: A, support_link: A, logo_url: A }],
    ['an address in something else', { batch: { url: A } }],
    ['an address of somebody', { file: { owner: { url: A } } }],
    ['a name that only begins alike', { filed_at: A, linkedin: A, resulting: A, urls_help: A }],
    ['a name that says too little', { content: A, target: A, value: A }],
    ['two that could be meant', { download_url: A, link: B }],
    ['one for each language', { files: [link('download', A), link('download', B)] }],
    ['an address without a host', { download_url: 'https:///a' }],
    ['another kind of address', { download_url: 'ftp://files.test/a' }],
  ])('is not taken from %s', (_, data) => {
    expect(addressIn(data, 'file')).toBeUndefined()
  })

  it('that is declared is given as it is where there is no other, so that a refusal can name it', () => {
    expect(addressIn({ url: '/files/1' }, 'file')).toBe('/files/1')
  })
})

function link(rel: string, href: string) {
  return { rel, href }
}

describe('the address for an upload', () => {
  it.each<[unknown, string | undefined]>([
    [{ url: A }, A],
    [{ upload_url: A }, A],
    [{ upload: { url: A, method: 'PUT' } }, A],
    [{ upload_url: A, complete_url: B, download_url: B }, A],
    [{ put_url: A, upload_url: B }, undefined],
    [{ download_url: A }, undefined],
    [{ file_url: A }, undefined],
  ])('in %j is %s', (data, address) => {
    expect(addressIn(data, 'upload')).toBe(address)
  })
})

const UNTIL = '2026-12-01T10:00:00Z'
const SECONDS = Date.parse(UNTIL) / 1000

describe('until when something holds', () => {
  it.each<[string, unknown]>([
    ['expires_at', { expires_at: UNTIL, valid_until: '2027-01-01T00:00:00Z' }],
    ['expires', { expires: UNTIL }],
    ['expiresAt', { expiresAt: UNTIL }],
    ['expiry', { expiry: UNTIL }],
    ['expiration_date', { expiration_date: UNTIL }],
    ['valid_until', { valid_until: UNTIL }],
    ['until', { until: UNTIL }],
    ['ends_at', { ends_at: UNTIL }],
    ['an end beside the link', { link: { href: A, expires: UNTIL } }],
    ['two names for one moment', { valid_until: UNTIL, expires: '2026-12-01T12:00:00+02:00' }],
    ['an end beside a length of time', { expires: UNTIL, expires_in: 900 }],
    ['an end beside other moments', { valid_until: UNTIL, created_at: '2026-01-01T00:00:00Z' }],
  ])('is read from %s', (_, data) => {
    expect(endIn(data)).toBe(UNTIL)
  })

  it('is read from seconds and milliseconds since 1970', () => {
    const whole = '2026-12-01T10:00:00.000Z'
    expect(endIn({ valid_until: SECONDS })).toBe(whole)
    expect(endIn({ expires: SECONDS * 1000 })).toBe(whole)
    expect(endIn({ expires_at: SECONDS })).toBe(whole)
  })

  it.each<[string, unknown]>([
    ['none', {}],
    ['no object', 'x'],
    ['names that only sound alike', { invalid_at: UNTIL, friends: UNTIL, trends: UNTIL, depends_on: UNTIL }],
    ['the end of something else', { subscription_ends_at: UNTIL, trial_expires: UNTIL, plan: { expires_at: UNTIL } }],
    ['how long the file is kept', { file_expires_at: UNTIL, retention_until: UNTIL }],
    ['when it begins', { valid_from: UNTIL }],
    ['a length of time', { expires_in: 900, expires: 900, expiry: '900' }],
    ['words', { expires_at: 'in 15 minutes', valid_until: 'tomorrow' }],
    ['a year', { valid_until: '2027' }],
    ['two ends', { valid_until: UNTIL, expires: '2026-12-02T10:00:00Z' }],
    ['a moment that was never set', { expires: '0001-01-01T00:00:00Z' }],
    ['truth', { valid: true, expires: false }],
  ])('is not read from %s', (_, data) => {
    expect(endIn(data)).toBeUndefined()
  })
})

describe('a moment', () => {
  it.each([
    ['2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00:00.000000Z'],
    ['2026-12-01T12:00:00+02:00'],
    ['2026-12-01T12:00:00.123456+0200'],
    ['2026-12-01 10:00:00Z'],
    ['2026-12-01 10:00:00 UTC'],
    ['2026-12-01t10:00z'],
    ['Tue, 01 Dec 2026 10:00:00 GMT'],
    [String(SECONDS)],
    [`${SECONDS}.25`],
    [String(SECONDS * 1000)],
    [String(SECONDS * 1e6)],
    [`${SECONDS * 1e6}000`],
  ])('%s is one', text => {
    expect(Math.floor((instantOf(text) ?? 0) / 1000)).toBe(SECONDS)
    expect(asMoment(text)).toBe(text)
  })

  it('2026-12-01 is the beginning of that day in UTC', () => {
    expect(instantOf('2026-12-01')).toBe(Date.parse('2026-12-01T00:00:00Z'))
  })

  it('without its zone is no instant, and is shown as it stands', () => {
    expect(instantOf('2026-12-01T10:00:00')).toBeUndefined()
    expect(asMoment('2026-12-01T10:00:00')).toBe('2026-12-01T10:00:00')
  })

  it.each([
    ...['', '2', '12', '2026', '2026-12', '12/01/2026', 'tomorrow', 'Dec 1', 'page 3', 'v1.2'],
    ...['2026-02-30', '2026-13-01T00:00:00Z', '2026-12-01T25:00:00Z', '0000-00-00', '0001-01-01T00:00:00Z'],
    ...['20261201', '20261201100000', '900', '1500', '99999999999999999999'],
  ])('%s is none', text => {
    expect(instantOf(text)).toBeUndefined()
    expect(asMoment(text)).toBeUndefined()
  })

  it.each<[unknown, string | undefined]>([
    [SECONDS, '2026-12-01T10:00:00.000Z'],
    [SECONDS + 0.5, '2026-12-01T10:00:00.500Z'],
    [SECONDS * 1000, '2026-12-01T10:00:00.000Z'],
    [SECONDS * 1e6, '2026-12-01T10:00:00.000Z'],
    [0, undefined],
    [-1, undefined],
    [900, undefined],
    [20_261_201, undefined],
    [20_261_201_100_000, undefined],
    [1e300, undefined],
    [Number.NaN, undefined],
    [null, undefined],
    [{}, undefined],
    [true, undefined],
  ])('as %s reads as %s', (value, text) => {
    expect(asMoment(value)).toBe(text)
  })
})
