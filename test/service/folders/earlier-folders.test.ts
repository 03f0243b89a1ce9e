import { expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../../src/service/store/migrations.ts'
import { proveFolders } from './each-folder.ts'
import { keptFolders, QUICKLY_PROVEN } from './folder.ts'

it('there is a kept folder of the schema that this build writes', () => {
  expect(keptFolders()).toContain(`schema-${SCHEMA_VERSION}.zip`)
})

proveFolders(QUICKLY_PROVEN)
