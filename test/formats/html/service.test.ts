import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { resultOf, translate } from '../../support/flow.ts'
import { ROOT } from '../../support/tree.ts'
import { startWorld } from '../../support/world.ts'

const garden = readFileSync(join(ROOT, 'test/corpus/html/garden.html'), 'utf8')

it('the service translates a page without its footer [RES-2, FMT-2]', async () => {
  const world = await startWorld()
  const created = await world.call(api.batches.create, {
    body: { content: garden, filename: 'garden.html', instruction: 'Translate into German, but skip the footer.' },
  })
  expect(created.plan?.included.map(({ part }) => part)).not.toContain('footer')
  expect(created.plan?.not_included.map(({ part }) => part)).toContain('footer')
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(file.text).toContain('<html lang="de">')
  expect(file.text).toContain('<footer><p>&copy; 2024 The garden &middot; All rights reserved</p></footer>')
  expect(file.text).toMatch(/<title>⟦de [^⟧]*⟧<\/title>/)
  expect(file.text).toMatch(/<img src="list.png" alt="⟦de [^⟧"]*⟧" title="⟦de [^⟧"]*⟧">/)
})
