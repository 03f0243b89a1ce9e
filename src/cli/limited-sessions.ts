import { boundedClient } from '../auth/bounded.ts'
import type { Client } from '../client/client.ts'
import { createRates } from './rates.ts'
import type { Settings } from './settings.ts'

/**
 * Where nobody signs in, all callers have the key of this program. So each session has a limit of its own here, and all stateless
 * clients together have one: nothing tells them apart.
 */
export function limitedBySession(
  client: Client,
  { requests_per_minute }: Pick<Settings, 'requests_per_minute'>,
): (caller: 'session' | 'stateless') => Client {
  const count = createRates(requests_per_minute, 'this session')
  let sessions = 0
  return caller => {
    if (caller === 'session') sessions += 1
    const who = caller === 'session' ? `session ${sessions}` : caller
    return boundedClient(client, () => count(who))
  }
}
