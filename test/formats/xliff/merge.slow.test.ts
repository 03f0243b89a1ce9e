import { expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { built } from '../files.ts'
import { keepsTheLaws } from '../merging.ts'

const format = built('xlf')
const large = corpus('xliff').filter(({ bytes }) => bytes.length >= 10_000)

it.skipIf(large.length === 0)(
  'a large XLIFF file is whole again when it gets back the texts that it lost',
  async () => {
    expect(format.merge).toBeDefined()
    for (const { bytes } of large)
      await keepsTheLaws(format, bytes, {
        goesWith: ({ group, path, part }) => (part === 'header' ? undefined : (group ?? path)),
        runs: 5,
      })
  },
)
