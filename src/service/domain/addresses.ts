import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not the public internet (RFC 6890 and its registry): loopback, private, link-local with metadata, … */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Refused ranges inside 2000::/3, which is the only range of public IPv6 addresses: tunnels, and addresses for documentation. */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [net, bits] of NOT_PUBLIC_4) refused.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of NOT_PUBLIC_6) refused.addSubnet(net, bits, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

/** True for an IP address of the public internet; false for any other address, and for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4')
    case 6:
      return unicast.check(address, 'ipv6') && !refused.check(address, 'ipv6')
    default:
      return false
  }
}

/** An address as a proxy may write it: `198.51.100.7:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/

/**
 * The name under which limits count an address: an IPv4 address as it is; for an IPv6 address its /64 network, since one
 * subscriber has all of it. A text that is no address is returned as it is, cut to 64 characters. A port is left out: some proxies
 * write it down, and each connection has another one, so that no count would ever be full.
 */
export function subscriberOf(written: string): string {
  const address = WITH_PORT.exec(written)?.slice(1).join('') ?? written
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%', 1)
  if (isIP(plain) !== 6) return address.slice(0, 64)
  // The URL parser writes every address in one form, with the longest run of zeros as `::`.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groupsOf = (part = '') => (part === '' ? [] : part.split(':'))
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** What of a request says where it came from: as node has it. */
export interface Sender {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** The address that a request came from, as the outermost of `trustedHops` proxies saw it, under the name by which limits count it. */
export function callerAddress({ headers, socket }: Sender, trustedHops: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const seen = [...forwarded.map(part => part.trim()).filter(part => part !== ''), socket.remoteAddress ?? '']
  return subscriberOf(seen[Math.max(0, seen.length - 1 - trustedHops)] ?? '')
}
