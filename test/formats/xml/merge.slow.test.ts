import { it } from 'vitest'
import { built, fc } from '../files.ts'
import { hasWhatIsTaken } from '../merging.ts'

const NAMES = ['a', 'b', 'c', 'd']
const space = fc.constantFrom('', '\n', '\n    ', '\n\n\t', ' ', '\r\n  ')
const text = fc.constantFrom(
  ...['A', "it\\'s", '"q  q"', 'x <b>y</b>', '<![CDATA[<i>z</i>]]>', '  two\n   lines ', '%1$s', ''],
  '<xliff:g id="n">%d</xliff:g> x',
)
const other = fc.constantFrom(
  ...['<!-- c -->', '<!-- d\n e -->', '<!-- <string name="z">Z</string> -->', '<eat-comment/>', '<?pi x?>', 'stray'],
)

function resource(name: string): fc.Arbitrary<string> {
  const items = fc.array(fc.tuple(space, text), { maxLength: 3 })
  const forms = fc.subarray(['zero', 'one', 'few', 'other'])
  return fc.oneof(
    text.map(said => `<string name="${name}">${said}</string>`),
    fc.constantFrom(`<string name="${name}"/>`, `<string-array name="${name}"/>`, `<plurals name="${name}"/>`),
    fc.tuple(items, space).map(([all, tail]) => {
      const inside = all.map(([front, said]) => `${front}<item>${said}</item>`).join('')
      return `<string-array name="${name}">${inside}${tail}</string-array>`
    }),
    fc.tuple(forms, space).map(([all, front]) => {
      const inside = all.map(form => `${front}<item quantity="${form}">t ${form}</item>`).join('')
      return `<plurals name="${name}">${inside}${front}</plurals>`
    }),
  )
}

const file = fc
  .tuple(fc.shuffledSubarray(NAMES), space)
  .chain(([names, tail]) =>
    fc
      .tuple(...names.map(name => fc.tuple(fc.option(other), space, resource(name))))
      .map(all => all.map(([before, front, one]) => `${front}${before ?? ''}${front}${one}`).join('') + tail),
  )
  .map(inside => (inside === '' ? '<resources/>' : `<resources xmlns:xliff="u">${inside}</resources>`))

const PATHS = NAMES.flatMap(name => [
  ...[`android:string/${name}`, `android:plurals/${name}`],
  ...[0, 1, 2].map(at => `android:array/${name}/${at}`),
])
/** Items of an array that go move those behind them. */
const REMOVABLE = PATHS.filter(path => !path.startsWith('android:array/'))

it('any resource file has each text that was taken, and no other one changed', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, fc.subarray(PATHS), fc.subarray(REMOVABLE), async (source, there, some, gone) => {
      const remove = gone.filter(path => !some.includes(path))
      // What is behind the last item comes with those before it.
      const take = some.filter(path => !/\/[12]$/.test(path) || some.includes(path.replace(/\d$/, '0')))
      await hasWhatIsTaken(
        built('xml'),
        { source, there },
        { take: take.filter(path => !remove.includes(path)), remove },
      )
    }),
    { numRuns: 1000 },
  )
})
