import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { isServer } from './database.ts'
import { addressFor } from './dialects/postgres.ts'
import { CHANNEL, type Kind, readTold } from './telling.ts'

/** What is heard: what a process told of a batch; or undefined, where something may have been missed. */
export type Hear = (told: { readonly kind: Kind; readonly batchId: string } | undefined) => void

/** What the other processes on this database tell. */
export interface Wakes {
  /** True while all that is told is heard. */
  readonly isHearing: boolean
  close(): Promise<void>
}

/** How long a lost connection is not made anew at first, and at most: twice as long each time. In milliseconds. */
const FIRST_MS = 50
const LONGEST_MS = 10_000
/** How often the connection is tried, and how long an answer may take: one that has just gone silent would be waited at for ever. In milliseconds. */
const TRY_MS = 10_000
const ANSWER_MS = 5000

/**
 * Listens on one connection of its own to what is told on a database server (`store/telling.ts`). Where the connection is lost it is
 * made anew, and whoever hears is told that something may have been missed. It never throws. A database file has nobody to listen to:
 * undefined.
 */
export function openWakes(place: string, hear: Hear): Wakes | undefined {
  return isServer(place) ? listening(addressFor(place), hear) : undefined
}

function listening(address: string, hear: Hear): Wakes {
  const ending = new AbortController()
  const { signal } = ending
  let isHearing = false

  async function listen(): Promise<void> {
    for (let wait = FIRST_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_MS)) {
      const heard = await listenOnce(address, signal, hear, now => {
        isHearing = now
      })
      if (heard) wait = FIRST_MS
      await sleep(wait * (0.5 + Math.random() / 2), undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  const ended = listen()
  return {
    get isHearing() {
      return isHearing
    },
    async close() {
      ending.abort()
      await ended
    },
  }
}

/** Listens until the connection ends or `signal` does. True where it listened at all. */
async function listenOnce(
  address: string,
  signal: AbortSignal,
  hear: Hear,
  tell: (now: boolean) => void,
): Promise<boolean> {
  const { Client } = (await import('pg')).default
  const client = new Client({
    ...{ connectionString: address, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS, keepAlive: true },
    application_name: 'translation-mcp listening',
  })
  let end: () => void = () => undefined
  const gone = new Promise<void>(resolve => {
    end = resolve
  })
  client.once('end', end)
  client.on('error', end)
  signal.addEventListener('abort', end)
  client.on('notification', ({ payload = '' }) => {
    const told = readTold(payload)
    if (told !== undefined) hear(told)
  })
  let heard = false
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    heard = true
    tell(true)
    hear(undefined)
    await untilLost(client, gone)
  } catch {
    // It is tried again: whoever needs the database says what is the matter with it.
  }
  tell(false)
  signal.removeEventListener('abort', end)
  await client.end().catch(() => undefined)
  return heard
}

/** Resolves when the connection has ended; rejects when it does not answer. */
async function untilLost(client: Client, gone: Promise<void>): Promise<void> {
  let lost = false
  const ended = gone.then(() => {
    lost = true
  })
  while (!lost) {
    const patience = new AbortController()
    await Promise.race([
      ended,
      sleep(TRY_MS, undefined, { ref: false, signal: patience.signal }).catch(() => undefined),
    ])
    patience.abort()
    if (lost) return
    const answer = client.query('select 1')
    answer.catch(() => undefined)
    await Promise.race([ended, answer])
  }
}
