import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, subscriberOf } from '../../../src/service/domain/addresses.ts'
import { rounds } from '../../support/seed.ts'

const octet = fc.nat(255)
const group = fc.nat(0xffff).map(number => number.toString(16))
const ipv4 = fc.tuple(octet, octet, octet, octet).map(parts => parts.join('.'))
const ipv6 = fc.tuple(group, group, group, group, group, group, group, group).map(parts => parts.join(':'))

/** Where nothing of the public internet is, by hand: the first octets tell. */
function isSpecial(address: string): boolean {
  const [a = 0, b = 0, c = 0] = address.split('.').map(Number)
  return (
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  )
}

describe('an address of the public internet', () => {
  it('is every IPv4 address outside the special ranges, and none inside them [CRE-3]', () => {
    const near = fc.tuple(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 223, 224, 255), octet, octet, octet)
    const either = fc.oneof(
      ipv4,
      near.map(parts => parts.join('.')),
    )
    fc.assert(
      fc.property(either, address => {
        expect(isPublicAddress(address)).toBe(!isSpecial(address))
      }),
      { numRuns: rounds(1000) },
    )
  })

  it('is no IPv4 address in the clothes of IPv6: mapped, translated or tunnelled [CRE-3]', () => {
    fc.assert(
      fc.property(ipv4, address => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        const dressed = [
          `::ffff:${address}`,
          `::${address}`,
          `64:ff9b::${address}`,
          `2002:${hex}::1`,
          `2001:0:${hex}::1`,
        ]
        expect(dressed.filter(isPublicAddress)).toEqual([])
      }),
      { numRuns: rounds(200) },
    )
  })

  it('is an IPv6 address only where unicast is given out [CRE-3]', () => {
    fc.assert(
      fc.property(ipv6, address => {
        const first = Number.parseInt(address.split(':')[0] ?? '', 16)
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false)
      }),
      { numRuns: rounds(500) },
    )
    const yes = ['2606:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888']
    const no = ['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '3fff::1', '2001:10::1']
    expect([yes.every(isPublicAddress), no.filter(isPublicAddress)]).toEqual([true, []])
  })

  it.each([
    '',
    'localhost',
    'example.com',
    '1.2.3',
    '1.2.3.4.5',
    '0x7f.1',
    '2130706433',
    '8.8.8.8:53',
    '[2606:4700::1]',
    ' 8.8.8.8',
  ])('is not %j, which is no address [CRE-3]', text => {
    expect(isPublicAddress(text)).toBe(false)
  })
})

/** Every refused range: its first and last address, and the public ones right before and after it, where there are any. */
const REFUSED_4: readonly (readonly [first: string, last: string, before: string, after: string])[] = [
  ['0.0.0.0', '0.255.255.255', '', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', ''],
  ['240.0.0.0', '255.255.255.255', '', ''],
]
const END = 'ffff:ffff:ffff:ffff:ffff:ffff'
const REFUSED_6: typeof REFUSED_4 = [
  ['::', `1fff:ffff:${END}`, '', '2000::'],
  ['2001::', `2001:1ff:${END}`, `2000:ffff:${END}`, '2001:200::'],
  ['2001:db8::', `2001:db8:${END}`, `2001:db7:${END}`, '2001:db9::'],
  ['2002::', `2002:ffff:${END}`, `2001:ffff:${END}`, '2003::'],
  ['3fff::', `3fff:fff:${END}`, `3ffe:ffff:${END}`, '3fff:1000::'],
  ['4000::', `ffff:ffff:${END}`, `3fff:ffff:${END}`, ''],
]

describe('a refused range', () => {
  it.each([...REFUSED_4, ...REFUSED_6])('goes from %s to %s, and not beyond [CRE-3]', (first, last, before, after) => {
    expect([first, last].filter(isPublicAddress)).toEqual([])
    const beside = [before, after].filter(address => address !== '')
    expect(beside.filter(isPublicAddress)).toEqual(beside)
  })

  it.each(REFUSED_4)('from %s to %s is refused in the clothes of IPv6, and so is all beside it [CRE-3]', (...range) => {
    const mapped = range.filter(address => address !== '').map(address => `::ffff:${address}`)
    expect(mapped.filter(isPublicAddress)).toEqual([])
    const hexadecimal = mapped.map(address => new URL(`http://[${address}]`).hostname.slice(1, -1))
    expect(hexadecimal.every(address => /^::ffff:[0-9a-f]+:[0-9a-f]+$/.test(address))).toBe(true)
    expect(hexadecimal.filter(isPublicAddress)).toEqual([])
  })
})

describe('whom a limit counts', () => {
  it('is the network of 64 bits, however an address of it is written [LIM-1]', () => {
    fc.assert(
      fc.property(ipv6, address => {
        const groups = address.split(':')
        const network = `${groups.slice(0, 4).join(':')}::/64`
        expect(subscriberOf(address)).toBe(network)
        const zeros = groups.map(part => part.padStart(4, '0'))
        expect(subscriberOf(zeros.join(':').toUpperCase())).toBe(network)
        expect(subscriberOf(`${address}%eth0`)).toBe(network)
        expect(subscriberOf([...groups.slice(0, 4), '0', '0', '0', '1'].join(':'))).toBe(network)
      }),
      { numRuns: rounds(300) },
    )
  })

  // A run of zeros is written as `::`, wherever it lies: before the network's end, across it, behind it.
  it.each([
    ['::', '0:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1234::', '1234:0:0:0::/64'],
    ['1234::5', '1234:0:0:0::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
    ['1:2:3:4::8', '1:2:3:4::/64'],
    ['1:2:3::7:8', '1:2:3:0::/64'],
    ['1::4:5:6:7:8', '1:0:0:4::/64'],
    ['::3:4:5:6:7:8', '0:0:3:4::/64'],
    ['1:0:0:4:5:6:7:8', '1:0:0:4::/64'],
  ])('is the network of %s, which leaves zeros out [LIM-1]', (address, network) => {
    expect(subscriberOf(address)).toBe(network)
  })

  it('is the address itself of IPv4, also where it comes mapped [LIM-1]', () => {
    fc.assert(
      fc.property(ipv4, address => {
        expect([subscriberOf(address), subscriberOf(`::ffff:${address}`), subscriberOf(`::FFFF:${address}`)]).toEqual([
          ...[address, address, address],
        ])
      }),
      { numRuns: rounds(200) },
    )
  })
})
