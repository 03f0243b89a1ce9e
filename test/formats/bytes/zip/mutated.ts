/** Packages with damages, the same in every run. */
import { fc } from '../../files.ts'

type Mutation = (bytes: Buffer) => Buffer

const spot = fc.double({ min: 0, max: 1, noNaN: true })
/** Where packages say most about themselves: near the end, and near the beginning. */
const place = fc.oneof(
  spot,
  spot.map(at => 1 - at * 0.02),
  spot.map(at => at * 0.02),
)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map(
    (at): Mutation =>
      bytes =>
        bytes.subarray(0, Math.floor(at * bytes.length)),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
    ([at, flip]): Mutation =>
      bytes => {
        const copy = Buffer.from(bytes)
        const index = Math.floor(at * (copy.length - 1))
        copy[index] = (copy[index] ?? 0) ^ flip
        return copy
      },
  ),
  fc.tuple(place, fc.constantFrom('\xff\xff\xff\xff', '\0\0\0\0', 'PK\x01\x02', 'PK\x05\x06', 'PK\x03\x04')).map(
    ([at, by]): Mutation =>
      bytes => {
        const copy = Buffer.from(bytes)
        copy.write(by, Math.floor(at * Math.max(0, copy.length - 4)), 'latin1')
        return copy
      },
  ),
  fc.tuple(place, place).map(
    ([one, other]): Mutation =>
      bytes => {
        const [from, to] = [one, other].sort((a, b) => a - b).map(at => Math.floor(at * bytes.length))
        return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
      },
  ),
)

/** So many damaged copies of each file. */
export function damagedCopies(bytes: Buffer, count: number, seed: number): Buffer[] {
  return fc
    .sample(fc.array(mutation, { minLength: 1, maxLength: 3 }), { numRuns: count, seed })
    .map(changes => changes.reduce<Buffer>((made, change) => change(made), bytes))
}
