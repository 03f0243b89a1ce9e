import type { Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { ownCommand } from '../own-command.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'
import { findLocalServers, localPorts } from './find-local.ts'
import { engineOffers, offerLines, offersJson } from './offers.ts'
import { personAt } from './person.ts'
import { setUpOne } from './setting-up.ts'

const NONE = 'No engine here can translate this. Nothing was sent, changed or spent.'
/** A call that tried an engine may have cost something. */
const declined = () =>
  `No engine was set up, so no file was sent, and nothing was changed or spent for one. ${ownCommand()} engine use sets one up later.`
const HOW = 'Each of these gives you one; then run the same command again:'

/**
 * Says which engines there are, what each costs, who sees the text, and what it needs; offers a person at the terminal to set one up.
 *
 * @throws {UsageError} nobody can be asked, or she declines
 */
export async function withoutEngine(invocation: Invocation, asks: boolean): Promise<Settings> {
  const { settings, env, stdout, stderr } = invocation
  const ports = localPorts(env)
  const found = await findLocalServers(ports)
  const offers = engineOffers(found)
  const stopping = new AbortController()
  const { signal } = stopping
  const person = asks && !settings.json && !settings.yes ? personAt(process.stdin, stderr, signal) : undefined
  if (person === undefined) {
    const message = [`${NONE} ${HOW}`, ...offerLines(offers)].join('\n')
    if (settings.json) {
      const error = { code: 'no_engine', message: NONE, engines: offersJson(offers) }
      stdout.write(`${JSON.stringify({ files: [], error })}\n`)
    }
    throw new UsageError(message)
  }
  const tell = (line: string) => void stderr.write(`${line}\n`)
  tell(NONE)
  const unheard = onSignal(() => stopping.abort())
  try {
    const done = await setUpOne(offers, { settings, found, ports, person, tell }, signal)
    if (done === undefined) throw new UsageError(declined())
    return done.settings
  } finally {
    unheard()
  }
}
