import type { Environment } from '../config.ts'
import { SETTINGS } from '../settings.ts'

/** What the usual chain of credentials reads, and who may hold what it gives. */
const OF_THE_BUCKET = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']

const HIDDEN = '[redacted]'
/** Name and password in an address. A password may hold an @ too: the last one before the path ends it. */
const USER = /(?<=:\/\/)[^\s/?#]+@/g
/** Shorter values are no secrets, and would take words apart. */
const SHORTEST = 6

/** Takes every secret of the environment out of a text, and the user of every address: whatever a check says, and whomever it quotes. */
export function secretsOut(env: Environment): (text: string) => string {
  const own = SETTINGS.filter(({ from }) => from === 'environment').map(({ variable }) => variable ?? '')
  const secrets = [...own, ...OF_THE_BUCKET]
    .flatMap(variable => env[variable] ?? [])
    .flatMap(secret => [secret, secret.trim()])
    .filter(secret => secret.length >= SHORTEST)
    .flatMap(writtenForms)
    .toSorted((a, b) => b.length - a.length)
  return text => secrets.reduce((all, secret) => all.replaceAll(secret, HIDDEN), text).replaceAll(USER, `${HIDDEN}@`)
}

/** As a text may repeat it: as it is, in JSON, in an address. */
function writtenForms(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  ]
}
