import { describe, expect, it } from 'vitest'
import { idml } from '../../../src/formats/idml/idml.ts'
import { opened } from '../bytes/zip/zips.ts'

describe('a plan', () => {
  const remarks = async (targets: string[], spoken?: string) =>
    await idml.remarks?.(opened(Buffer.alloc(0))(), targets, spoken)

  it('says that paragraphs are not turned for languages of the other direction', async () => {
    expect(await remarks(['de', 'ar', 'he-IL'], 'en')).toEqual([
      'The direction and the composer of paragraphs stay as they are, and so does the order of columns and pages: check them in InDesign for ar, he-IL.',
    ])
    expect(await remarks(['ar', 'de'], 'he')).toEqual([expect.stringMatching(/in InDesign for de\.$/)])
  })

  it.each([
    [['de', 'ja'], 'en'],
    [['ar'], 'fa'],
    [['de'], undefined],
  ])('says nothing of directions where they stay: %s from %s', async (targets, spoken) => {
    expect(await remarks(targets, spoken)).toEqual([])
  })
})
