import type { Environment } from '../config.ts'
import { SETTINGS } from '../settings.ts'

const HIDDEN = '[redacted]'
/** Name and password in an address. A password may hold an @ too: the last one before the path ends it. */
const USER = /(?<=:\/\/)[^\s/?#]+@/g
/** Shorter values are no secrets, and would take words apart. */
const SHORTEST = 6

/** Takes every secret of the environment out of a text, and the user of every address: whatever a check says, and whomever it quotes. */
export function secretsOut(env: Environment): (text: string) => string {
  const secrets = SETTINGS.filter(({ from }) => from === 'environment')
    .flatMap(({ variable }) => env[variable ?? ''] ?? [])
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
