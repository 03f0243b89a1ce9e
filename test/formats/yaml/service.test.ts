import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { resultOf, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

const FILE = `en:
  menu:
    # On the toolbar.
    open: "Open a file"
    close: Close it
  files:
    one: "%{count} file"
    other: "%{count} files"
`

it('the service translates a catalogue of Rails with the forms and the root of its language [RES-2, FMT-4]', async () => {
  const world = await startWorld()
  const created = await world.call(api.batches.create, {
    body: { content: FILE, filename: 'en.yml', instruction: 'Translate into Polish. Leave out menu.close.' },
  })
  expect(created.plan?.not_included).toEqual(
    expect.arrayContaining([expect.objectContaining({ part: 'menu.close', words: 2 })]),
  )
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(file.text.replaceAll(/⟦pl [^⟧]+⟧/g, '…')).toBe(`pl:
  menu:
    # On the toolbar.
    open: "…"
    close: Close it
  files:
    one: "…"
    few: "…"
    many: "…"
    other: "…"
`)
  expect(file.text.match(/"⟦pl [^⟧]+%\{count\}[^⟧]*⟧"|"⟦pl %\{count\}[^⟧]*⟧"/g)).toHaveLength(4)
})

it('the service fills several languages in the one file that holds them [RES-2, FMT-3]', async () => {
  const world = await startWorld()
  const content = 'en:\n  open: Open a file\n  close: Close it\nfr:\n  open: Ouvrir un fichier\n'
  const created = await world.call(api.batches.create, {
    body: { content, filename: 'app.yml', instruction: 'Translate into French and German.' },
  })
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(file.text.replaceAll(/⟦(\w\w) [^⟧]+⟧/g, '$1 …')).toBe(
    `${content}  close: fr …\nde:\n  open: de …\n  close: de …\n`,
  )
})
