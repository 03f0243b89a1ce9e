import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { endianness } from 'node:os'

/** The two ends of a connection over IPv4 inside this machine. `local` is the end that was called. */
export type Ends = {
  readonly [End in 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort']?: Socket[End] | undefined
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const
const ESTABLISHED = '01'
/** How often the tables are read: the system may leave out a row while others come and go. */
const LOOKS = 3

/**
 * Whether a user holds the calling end of a connection, by the system's tables of connections (proc_pid_net(5)). Undefined where no
 * row shows that end. An end that its program has closed counts as nobody's: the system says uid 0 of it.
 */
export function isHeldBy(uid: number, tables: string, ends: Ends): boolean | undefined {
  const rows = tables.split('\n').map(line => line.trim().split(/\s+/))
  const [caller, called] = [spelled(ends.remoteAddress, ends.remotePort), spelled(ends.localAddress, ends.localPort)]
  const found = rows.filter(([, local, remote]) => called.includes(remote ?? '') && caller.includes(local ?? ''))
  if (found.length === 0) return undefined
  // The columns: sl, local, remote, state, queues, timer, retransmits, uid, timeout, inode.
  return found.every(row => row[3] === ESTABLISHED && row[7] === String(uid) && row[9] !== '0')
}

/** An end as the tables write it: for IPv4, and for IPv4 inside IPv6. Each 32 bits stand in the order of bytes of the machine. */
function spelled(address = '', port = 0): string[] {
  const bytes = address.split('.').map(Number)
  const four = Buffer.from(endianness() === 'LE' ? bytes.toReversed() : bytes).toString('hex')
  const mapped = endianness() === 'LE' ? 'ffff0000' : '0000ffff'
  const hex = port.toString(16).padStart(4, '0')
  return [four, `${'0'.repeat(16)}${mapped}${four}`].map(end => `${end}:${hex}`.toUpperCase())
}

/**
 * True where this user holds the calling end of a connection inside this machine. False where another user does, or Linux does not
 * tell, as in some containers. Other systems have no such tables: always true there.
 */
export async function isOwnCall(ends: Ends): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const uid = process.getuid?.() ?? -1
  for (let look = 0; look < LOOKS; look += 1) {
    const texts = await Promise.all(TABLES.map(table => readFile(table, 'utf8').catch(() => '')))
    const held = isHeldBy(uid, texts.join('\n'), ends)
    if (held !== undefined) return held
  }
  return false
}

/** Calls a port of this process, and gives the two ends of the call to `use` while it is open. */
export function withOwnCall<Value>(port: number, use: (ends: Ends) => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const calling = connect(port, '127.0.0.1')
    calling.once('error', reject).once('connect', () => {
      const { localAddress, localPort, remoteAddress, remotePort } = calling
      const ends = {
        localAddress: remoteAddress,
        localPort: remotePort,
        remoteAddress: localAddress,
        remotePort: localPort,
      }
      void use(ends)
        .then(resolve, reject)
        .finally(() => calling.destroy())
    })
  })
}
