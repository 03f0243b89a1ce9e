import { describe, expect, it } from 'vitest'
import { fontFile } from '../../../../src/formats/pdf/pages/font-files.ts'

describe('the fonts that pages are written over in', () => {
  it.each(['Regular', 'Bold', 'Italic', 'BoldItalic'])('are there: %s', async style => {
    const bytes = await fontFile(`LiberationSans-${style}.ttf`)
    // A font of TrueType begins so.
    expect(Buffer.from(bytes ?? []).toString('hex', 0, 4)).toBe('00010000')
    expect(bytes?.length).toBeGreaterThan(100_000)
  })

  it.each([
    'LiberationSans-Light.ttf',
    'FoxitSerif.pfb',
    '../package.json',
    'LiberationSans-../x.ttf',
    '/etc/hostname',
    '',
  ])('are no other files: %s', async name => {
    expect(await fontFile(name)).toBeUndefined()
  })
})
