import { expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { box, deckOf, line, relations, root, slide } from './decks.ts'

const DECK = deckOf(
  [1, 2, 3].map(number => slide(box(line(`The garden ${number} is open`), 'title') + box(line('It rains today')))),
  [
    relations('ppt/slides/slide2.xml', ['notesSlide', '../n.xml']),
    { name: 'ppt/n.xml', content: root('p:notes', box(line('Speak slowly here'), 'body')) },
  ],
)

it('translates the slides that a person asks for, without their notes, and says so [FMT-2]', async () => {
  const world = await startWorld()
  const file = { name: 'garden.pptx', bytes: new Uint8Array(DECK) }
  const instruction = 'Translate slides 2 to 3 into German, but not the speaker notes.'
  const created = createdIn(await sendForm(world, file, { instruction }))
  expect(created.plan?.included.map(({ part }) => part)).toEqual([
    'Slide 2: The garden 2 is open',
    'Slide 3: The garden 3 is open',
  ])
  await translate(world, created)
  const { result, file: made } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0 })
  const archive = await openZip(opened(made.bytes)())
  const said = async (name: string): Promise<string> => (await bytesOf(archive.content(name))).toString()
  expect(await said('ppt/slides/slide1.xml')).not.toContain('⟦de')
  expect(await said('ppt/slides/slide2.xml')).toContain('⟦de')
  expect(await said('ppt/n.xml')).toContain('Speak slowly here')
})
