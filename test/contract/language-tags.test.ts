import { describe, expect, it } from 'vitest'
import { likeliestTag, sameTag } from '../../src/contract/language-tags.ts'

describe('tags of one language', () => {
  it.each([
    ['de', 'de_DE'],
    ['no', 'nb'],
    ['no-NO', 'nb'],
    ['no_NO', 'nb-NO'],
    ['zh_CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['pt', 'pt-BR'],
    ['es-LA', 'es-419'],
    ['sr@latin', 'SR@latin'],
  ])('%s is %s', (one, other) => {
    expect(sameTag(one, other)).toBe(true)
    expect(likeliestTag(likeliestTag(one))).toBe(likeliestTag(one))
  })

  it.each([
    ['de', 'de-AT'],
    ['pt', 'pt-PT'],
    ['nb', 'nn'],
    ['zh-TW', 'zh-HK'],
    ['nonsense', 'nb'],
  ])('%s is not %s', (one, other) => {
    expect(sameTag(one, other)).toBe(false)
  })
})
