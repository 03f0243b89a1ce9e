import { endianness } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isHeldBy } from '../../src/cli/loopback-peer.ts'

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const ENDS = { localAddress: '127.0.0.1', localPort: 0x9a8b, remoteAddress: '127.0.0.1', remotePort: 0x9de9 }

/** A row of the tables, as Linux writes it on a machine like most. */
function row({ local = '0100007F:9DE9', remote = '0100007F:9A8B', state = '01', uid = 1000, inode = 4265010 } = {}) {
  return `   1: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 00000000 100`
}

const six = (port: string) => `0000000000000000FFFF00000100007F:${port}`
const held = (...rows: string[]) => isHeldBy(1000, [HEAD, ...rows].join('\n'), ENDS)

describe.skipIf(endianness() === 'BE')('the calling end of a connection inside this machine', () => {
  it.each<[string, string[], boolean | undefined]>([
    ['is the user’s own by its row', [row()], true],
    ['is another user’s', [row({ uid: 1001 })], false],
    ['is nobody’s where its program has closed it, which the system shows as root', [row({ uid: 0, inode: 0 })], false],
    ['is nobody’s where it is closed on the way', [row({ state: '05' })], false],
    ['is not known by the end that was called', [row({ local: '0100007F:9A8B', remote: '0100007F:9DE9' })], undefined],
    ['is not known by a row of the same ports at another address', [row({ local: '0200007F:9DE9' })], undefined],
    ['is the user’s own as IPv4 inside IPv6', [row({ local: six('9DE9'), remote: six('9A8B') })], true],
    ['is no one’s own where two rows disagree', [row(), row({ uid: 1001 })], false],
    ['is unknown where no table is', [], undefined],
  ])('%s [MCP-9]', (_what, rows, own) => {
    expect(held(...rows)).toBe(own)
  })

  it('is not root’s where it is closed, also for a root who asks [MCP-9]', () => {
    expect(isHeldBy(0, row({ uid: 0, inode: 0 }), ENDS)).toBe(false)
    expect(isHeldBy(0, row({ uid: 0 }), ENDS)).toBe(true)
  })
})
