import { boundedClient } from '../auth/bounded.ts'
import type { Client } from '../client/client.ts'
import { createRates } from './rates.ts'
import type { Settings } from './settings.ts'

/** Who calls, where nobody signs in. Nothing tells stateless clients apart, nor those who send files to upload addresses. */
type Unnamed = 'session' | 'stateless' | 'uploads'

/** All together may make as many calls as so many sessions at their own limit: about what one machine can answer. */
const TOGETHER = 50

/**
 * Where nobody signs in, all callers have the key of this program. So each session has a limit of its own here, all stateless clients
 * together have one, and so have all uploads; and since anybody may open one session after another, all of them together have one too.
 */
export function limitedBySession(
  client: Client,
  { requests_per_minute }: Pick<Settings, 'requests_per_minute'>,
): (caller: Unnamed) => Client {
  const count = {
    session: createRates(requests_per_minute, 'this session'),
    stateless: createRates(requests_per_minute, 'all clients without a session'),
    uploads: createRates(requests_per_minute, 'all uploads'),
  }
  const countAll = createRates(requests_per_minute * TOGETHER, 'all sessions together')
  let sessions = 0
  return caller => {
    if (caller === 'session') sessions += 1
    const who = caller === 'session' ? `session ${sessions}` : caller
    return boundedClient(client, async () => {
      await count[caller](who)
      await countAll('all')
    })
  }
}
