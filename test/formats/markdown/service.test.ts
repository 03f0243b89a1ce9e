import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { resultOf, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

const GUIDE = `---
title: Guide
remark: Dark blue
---
# Guide

Read **the [manual](docs/manual.md "The manual")** now:
it is short.

## Install

- [ ] Run \`npm install\`
- See <https://example.com>

\`\`\`sh
npm install
\`\`\`
`

it('the service translates a Markdown file and says what it leaves out [RES-2]', async () => {
  const world = await startWorld()
  const created = await world.call(api.batches.create, {
    body: { content: GUIDE, filename: 'guide.md', instruction: 'Translate everything into German.' },
  })
  expect(created.plan?.included.map(({ part }) => part)).toEqual(['front matter > title', 'Guide', 'Install'])
  expect(created.plan?.not_included).toEqual([
    { part: 'front matter > remark', reason: 'metadata, translated where you ask for it', words: 2 },
    { part: 'Install', reason: 'only the code in it', words: 2 },
  ])
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result).toMatchObject({ file_name: 'guide.de.md', quality: { kept_source: 0 } })
  expect(file.text).toBe(`---
title: "⟦de Ĝûîîðé⟧"
remark: Dark blue
---
# ⟦de Ĝûîîðé⟧

⟦de Ŕéååð **ţĥéé
[ɱåñûûåļ·](docs/manual.md "Ţĥéé ɱåñûûåļ·")** ñöŵ: îîţ
îîš šĥööŕţ.·⟧

## ⟦de Îñšţååļļ·⟧

- [ ] ⟦de Ŕûñ· \`npm install\`⟧
- ⟦de Šééé <https://example.com>⟧

\`\`\`sh
npm install
\`\`\`
`)
})

it.each([
  'Translate into German, translate the front matter note too',
  'Translate into German, also the front matter note',
])('front matter is translated where somebody asks for it: %s [PLN-2]', async instruction => {
  const world = await startWorld()
  const content = '---\nnote: Guide # shown\nlayout: post\nremark: "A: b"\n---\n# Guide\n\nHello.\n'
  const created = await world.call(api.batches.create, { body: { content, filename: 'guide.md', instruction } })
  expect(created.plan?.not_included.map(({ part }) => part)).toEqual(['front matter > layout', 'front matter > remark'])
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text).toBe(
    '---\nnote: "⟦de Ĝûîîðé⟧" # shown\nlayout: post\nremark: "A: b"\n---\n# ⟦de Ĝûîîðé⟧\n\n⟦de Ĥéļļöö.⟧\n',
  )
})

it.each(['Translate into German, leave the front matter as it is', 'Translate into German, but not the front matter'])(
  'front matter stays where somebody says so: %s [PLN-2]',
  async instruction => {
    const world = await startWorld()
    const content = '---\ntitle: Guide\nhero:\n  text: Fast\n---\n# Guide\n\nHello.\n'
    const created = await world.call(api.batches.create, { body: { content, filename: 'guide.md', instruction } })
    expect(created.plan?.not_included).toEqual([
      { part: 'front matter > title', reason: 'left out because you asked', words: 1 },
      { part: 'front matter > hero > text', reason: 'left out because you asked', words: 1 },
    ])
  },
)
