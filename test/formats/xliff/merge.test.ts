import { describe, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { built } from '../files.ts'
import { keepsTheLaws } from '../merging.ts'

const format = built('xlf')

describe('laws', () => {
  it.each(corpus('xliff'))('$name', async ({ bytes, name }) => {
    await keepsTheLaws(format, bytes, { runs: name.startsWith('SF') || name.startsWith('test2') ? 4 : 20, goesWith: ({ group, path, part }) => part === 'header' ? undefined : group ?? path.replace(/^(xliff:.*\/.*)\/.*$/, '$1') })
  })
})
