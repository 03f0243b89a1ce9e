import { expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { built, fc } from '../files.ts'
import { hasWhatIsTaken, keepsTheLaws } from '../merging.ts'

const format = built('xlf')
/** Of those that have no line with several units. */
const large = corpus('xliff').filter(({ bytes }) => bytes.length >= 10_000 && !bytes.includes('</trans-unit></group>'))

it.skipIf(large.length === 0)(
  'a large XLIFF file is whole again when it gets back the texts that it lost',
  async () => {
    expect(format.merge).toBeDefined()
    for (const { bytes } of large) {
      await keepsTheLaws(format, bytes, {
        togetherOf: ({ group, path, part }) => (part === 'header' ? undefined : (group ?? path)),
        runs: 3,
      })
    }
  },
)

const IDS = ['a', 'b', 'c', 'd', 'e']
const space = fc.constantFrom('', '\n', '\n    ', '\n\n\t', ' ', '\r\n  ')
const text = fc.constantFrom(
  ...[
    'A b',
    'x <g id="1">y</g> z',
    '<x id="1"/> q',
    '<![CDATA[<i>z</i>]]>',
    '  two\n   lines ',
    '<ph id="p">a</ph> and',
  ],
)
const state = fc.constantFrom('', ' state="new"', ' state="final" state-qualifier="x"')
const target = fc.oneof(
  fc.constantFrom('', '<target/>'),
  fc.tuple(state, text).map(([said, inside]) => `<target${said}>${inside}</target>`),
)
const CUT = '<seg-source><mrk mid="1" mtype="seg">One.</mrk> <mrk mid="2" mtype="seg">Two.</mrk></seg-source>'

function unit(id: string): fc.Arbitrary<string> {
  return fc
    .tuple(space, text, fc.constantFrom('', '', CUT), target)
    .map(
      ([front, source, cut, to]) =>
        `<trans-unit id="${id}">${front}<source>${source}</source>${cut}${front}${to}</trans-unit>`,
    )
}

const file = fc
  .tuple(fc.shuffledSubarray(IDS), space)
  .chain(([ids, tail]) =>
    fc
      .tuple(...ids.map(id => fc.tuple(space, unit(id), fc.constantFrom('', '<group>', '<group id="g">'))))
      .map(all => all.map(([front, one, group]) => `${front}${group}${one}${group && '</group>'}`).join('') + tail),
  )
  .map(inside => `<file original="o" source-language="en" target-language="de"><body>${inside}</body></file>`)
  .map(inside => `<xliff version="1.2">${inside}</xliff>`)

it('any XLIFF file has each text that was taken, and no other one changed', async () => {
  const paths = IDS.map(id => `xliff:1/${id}`)
  await fc.assert(
    fc.asyncProperty(file, file, fc.subarray(paths), fc.subarray(paths), async (source, there, take, gone) => {
      await hasWhatIsTaken(format, { source, there }, { take, remove: gone.filter(path => !take.includes(path)) })
    }),
    { numRuns: 500 },
  )
})
