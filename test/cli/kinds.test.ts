import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import {
  address,
  choice,
  databaseAddress,
  dateOrTime,
  languageTag,
  nearbyAddress,
  onOff,
  origin,
  someText,
  whole,
} from '../../src/cli/kinds.ts'
import { rounds } from '../support/seed.ts'

/** What a value becomes; undefined where it is refused. */
function read<Output>(kind: z.ZodType<Output>, given: unknown): Output | undefined {
  const { data } = kind.safeParse(given)
  return data
}

describe('a whole number', () => {
  it('is what digits say within its bounds, and nothing else is one', () => {
    const written = fc.oneof(
      fc.integer({ min: -50, max: 150 }).map(String),
      fc.string({ maxLength: 5 }),
      fc.constantFrom('007', '1e1', '٣', ' 5', '5 ', '+5'),
    )
    fc.assert(
      fc.property(written, given => {
        const number = /^[0-9]+$/.test(given) ? Number(given) : Number.NaN
        expect(read(whole(3, 100), given)).toBe(number >= 3 && number <= 100 ? number : undefined)
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('words', () => {
  it('are these, exactly as they are written', () => {
    expect(['on', 'off', 'ON', 'true', '', ' on'].map(given => read(onOff(), given))).toEqual([
      true,
      false,
      ...Array(4).fill(undefined),
    ])
    expect(read(choice(['a', 'b']), 'b')).toBe('b')
    expect(read(choice(['a', 'b']), 'toString')).toBeUndefined()
    expect([read(someText(), 'x'), read(someText(), '')]).toEqual(['x', undefined])
  })
})

describe('a moment', () => {
  it('is any day of the calendar and its first moment in UTC, and no day that is none', () => {
    const day = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, fc.integer({ min: 29, max: 31 }), (date, last) => {
        const written = date.toISOString().slice(0, 10)
        expect(read(dateOrTime(), written)).toBe(Date.parse(`${written}T00:00:00.000Z`))
        const [year = 0, month = 0] = written.split('-').map(Number)
        const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
        const edge = `${written.slice(0, 8)}${last}`
        expect(read(dateOrTime(), edge) !== undefined, edge).toBe(last <= days)
      }),
      { numRuns: rounds(200) },
    )
  })

  it.each([
    ['2027-01-31T10:00:00+02:00', '2027-01-31T08:00:00.000Z'],
    ['2027-01-31T10:00Z', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T10:00:00.5Z', '2027-01-31T10:00:00.500Z'],
  ])('may be to the second, in any zone: %s', (written, same) => {
    expect(read(dateOrTime(), written)).toBe(Date.parse(same))
  })
})

describe('a language tag', () => {
  it.each(['de', 'pt-BR', 'zh-Hans', 'sr-Latn-RS', 'es-419', 'fil'])('may be %s', tag => {
    expect(read(languageTag(), tag)).toBe(tag)
  })

  it.each(['', 'd', 'german language', 'de_DE', 'x-klingon', '1', 'de-'])('may not be %j', tag => {
    expect(read(languageTag(), tag)).toBeUndefined()
  })
})

const CLEAR = [
  'http://api.test',
  'http://8.8.8.8',
  'http://127.0.0.1.evil.test',
  'http://localhost.evil.test',
  'http://172.32.0.1',
  'http://11.0.0.1',
]
const NO_ADDRESS = [
  '',
  'api.test',
  'ftp://api.test',
  'https://',
  'https://u:p@api.test',
  'https://u@api.test',
  'javascript:alert(1)',
  'file:///etc/passwd',
]

describe('the address of a database', () => {
  it.each([
    'postgres://u:p@db.example/translation',
    'postgresql://db/x?sslmode=verify-full',
    'postgres:///x?host=/run/pg',
  ])('is %s', given => expect(read(databaseAddress(), given)).toBe(given))

  it.each(['mysql://u:p@db/x', 'postgres://u:p@db', 'postgres://u:p@db/', 'db.example/x', 'host=db dbname=x'])(
    'is never %s',
    given => expect(read(databaseAddress(), given)).toBeUndefined(),
  )
})

describe('an address to which a key travels', () => {
  it.each([...CLEAR, ...NO_ADDRESS, 'http://10.0.0.1', 'http://printer.local', 'http://intranet'])(
    'is never %s [KEY-3]',
    given => {
      expect(read(address(), given)).toBeUndefined()
      expect(read(origin(), given)).toBeUndefined()
    },
  )

  it.each([
    ['https://translate.example.com', 'https://translate.example.com'],
    ['https://translate.example.com/', 'https://translate.example.com'],
    ['HTTPS://Translate.Example.com:443/', 'https://translate.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
  ])('that people are given may be %s, which is %s', (given, shown) => {
    expect(read(origin(), given)).toBe(shown)
  })

  it.each(['https://t.example/mcp', 'https://t.example/?x', 'https://t.example/#a', 'https://t.example//'])(
    'that people are given is without a path: not %s',
    given => {
      expect(read(origin(), given)).toBeUndefined()
    },
  )
})

describe('the address of a server in one’s own network', () => {
  it.each([
    ...[
      'https://api.test/v1',
      'http://127.0.0.1:11434',
      'http://localhost/v1',
      'http://10.1.2.3:8000',
      'http://192.168.0.9/v1',
    ],
    ...[
      'http://172.16.0.1',
      'http://172.31.255.1',
      'http://gpu.local/v1',
      'http://llm.internal',
      'http://box.lan',
      'http://gpu:8000',
    ],
  ])('may be %s', given => {
    expect(read(nearbyAddress(), given)).toBe(given)
  })

  it.each([
    ...CLEAR,
    ...NO_ADDRESS,
    'http://192.169.0.1',
    'http://10.0.0.1.evil.test',
    'http://evil.local.test',
    'https://api.test/?key=x',
  ])('may not be %s: text and key would travel in clear, or a key stand in it [KEY-3]', given => {
    expect(read(nearbyAddress(), given)).toBeUndefined()
  })
})
