import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const LAST = 0x10ffff

/** Every character there is but half ones. fast-check's own unit for that takes a second to list them all. */
const anyCharacter = fc
  .integer({ min: 0, max: LAST - SURROGATES.count })
  .map(number => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count))

const KEYS_OF_OBJECTS = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then')

/** Text of any characters. */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit: anyCharacter, ...(maxLength && { maxLength }) }) },
    { weight: 1, arbitrary: KEYS_OF_OBJECTS },
  )
