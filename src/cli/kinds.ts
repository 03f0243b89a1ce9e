import * as z from 'zod'
import { SWITCHABLE_CHECKS } from '../contract/check-names.ts'
import { isMoment } from '../contract/fields.ts'
import { urlOf } from '../contract/url.ts'

/** Kinds of values as they are written on a command line or in the environment. The message of each says what is accepted. */

/** Any text that is not empty. */
export function someText() {
  return z.string().min(1, 'some text')
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number) {
  const accepted = `a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, accepted)
    .transform(Number)
    .refine(number => number >= least && number <= most, accepted)
}

/** A whole number from `least` to `most`, or `none`, which is null. */
export function wholeOrNone(least: number, most: number) {
  const accepted = `a whole number from ${least} to ${most}, or none`
  return z
    .string()
    .regex(/^(?:\d{1,15}|none)$/, accepted)
    .transform(given => (given === 'none' ? null : Number(given)))
    .refine(number => number === null || (number >= least && number <= most), accepted)
}

/** One of these words. */
export function choice<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: `one of ${words.join(', ')}` })
}

/** on or off. */
export function onOff() {
  return choice(['on', 'off']).transform(word => word === 'on')
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The name of a schema of PostgreSQL, as it is written without quotes. */
export function nameOfSchema() {
  return z.string().regex(/^[a-z_][a-z0-9_]{0,49}$/, 'small letters, digits and _, at most 50')
}

/** The address of an API: https, or http on this machine, since a key must not travel in clear. */
export function address() {
  return z.string().refine(
    given => {
      const url = urlOf(given)
      if (url === undefined) return false
      const { protocol, hostname, username, password } = url
      const clean = username === '' && password === ''
      return clean && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)))
    },
    {
      error:
        'an https:// address without a user name (http:// only for this machine, since the key would travel in clear)',
    },
  )
}

/** The address of a PostgreSQL database. The host may stand behind the question mark, where it is the folder of a socket. */
export function databaseAddress() {
  return z.string().refine(namesDatabase, { error: databaseLike('user:password') })
}

/** The same without a password, for a command line: others can see the arguments of a program. */
export function openDatabaseAddress() {
  return z
    .string()
    .refine(namesDatabase, { abort: true, error: databaseLike('user') })
    .refine(given => {
      const url = urlOf(given)
      return url?.password === '' && !url.searchParams.has('password')
    }, 'an address without a password, since others can see the arguments of a program: use PGPASSWORD or TRANSLATION_DATABASE_URL for it')
}

const databaseLike = (who: string) => `an address with the name of a database, as postgres://${who}@host/translation`

function namesDatabase(given: string): boolean {
  const url = urlOf(given)
  return url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1
}

/** The address of a place of files. */
export function filesAddress() {
  return z.string().regex(/^(?:s3|file):\/\/./, 'an address as s3://bucket/prefix or file:///shared/folder')
}

/**
 * The address of a server: an origin without a path. It is https, or http on this machine, since tokens must not travel in clear.
 * The value has no trailing slash.
 */
export function origin() {
  return address()
    .refine(given => isOrigin(urlOf(given)), {
      error: 'an address without a path, as https://translate.example.com',
    })
    .transform(given => urlOf(given)?.origin ?? given)
}

/** True for an address without path, query and fragment. Also true for a text that is no address: `address` refuses that already. */
function isOrigin(url: URL | undefined): boolean {
  if (url === undefined) return true
  const { pathname, search, hash } = url
  return pathname === '/' && search === '' && hash === ''
}

/** Hosts that exist only in a private network: private IPv4 ranges, `.local`, `.internal`, `.lan`, names without a dot. */
const NEARBY =
  /^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|[^.:]+|.+\.(?:local|internal|lan))$/

/** The address of a server that may be in a private network: https, or http on this machine and in such a network. */
export function nearbyAddress() {
  return z.string().refine(
    given => {
      const url = urlOf(given)
      if (url === undefined) return false
      const { protocol, hostname, username, password, search } = url
      const clean = username === '' && password === '' && search === ''
      const near = LOOPBACK.test(hostname) || NEARBY.test(hostname)
      return clean && (protocol === 'https:' || (protocol === 'http:' && near))
    },
    {
      error:
        'an https:// address without a user name or a query (http:// only for this machine or your own network, since texts and key would travel in clear)',
    },
  )
}

/** Names of hosts, separated by commas; `cursor:` stands for programs that are reached by that address scheme. */
export function hostNames() {
  const accepted = 'host names separated by commas, as agent.example,localhost,cursor:'
  return z
    .string()
    .transform(given => given.split(',').map(name => name.trim().toLowerCase()))
    .refine(
      names => names.every(name => /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[a-z][a-z0-9+.-]*:)$/.test(name)),
      accepted,
    )
}

/** A BCP 47 tag. */
export function languageTag() {
  return z.string().refine(
    given => {
      try {
        return new Intl.Locale(given).language.length > 1
      } catch {
        return false
      }
    },
    { error: 'a BCP 47 language tag such as de or pt-BR' },
  )
}

/** A date, which means its first moment in UTC, or an RFC 3339 timestamp. The value is in milliseconds since 1970. */
export function dateOrTime() {
  return z
    .string()
    .refine(isMoment, 'a date such as 2027-01-31')
    .transform(given => Date.parse(given))
}

/** An amount of money, as `5 EUR` or `2.50 USD`. */
export function money() {
  const accepted = 'an amount and a currency, as 5 EUR or 2.50 USD'
  return z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,2})? ?[A-Z]{3}$/, accepted)
    .transform(given => ({ amount: Number.parseFloat(given), currency: given.slice(-3) }))
}

const ENTRY = /^(?:[a-z0-9-]{5,60}:)?([a-z_]+)$/

/** Names of checks by comma, each for all languages or, `en-de:brackets`, for a pair. */
export function checkNames() {
  return z
    .string()
    .transform(given =>
      given
        .split(',')
        .map(entry => entry.trim().toLowerCase())
        .filter(entry => entry !== ''),
    )
    .refine(
      entries => entries.every(entry => SWITCHABLE_CHECKS.includes(ENTRY.exec(entry)?.[1] ?? '')),
      'names of checks by comma, each perhaps for a pair of languages: brackets,en-de:end_punctuation (docs/checks.md)',
    )
}
