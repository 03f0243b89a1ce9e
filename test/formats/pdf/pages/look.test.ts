import { describe, expect, it } from 'vitest'
import { lookOfFont } from '../../../../src/formats/pdf/pages/look.ts'

const looked = (name: string, kind = '') => {
  const { family, bold, italic } = lookOfFont(name, kind)
  return [family, bold ? 'bold' : '', italic ? 'italic' : ''].filter(Boolean).join(' ')
}

describe('the look that the name of a font tells', () => {
  it.each([
    ['Helvetica', 'sans'],
    ['Helvetica-Bold', 'sans bold'],
    ['Helvetica-BoldOblique', 'sans bold italic'],
    ['ABCDEF+Arial-ItalicMT', 'sans italic'],
    ['Arial,Bold', 'sans bold'],
    ['OpenSans-Semibold', 'sans bold'],
    ['SourceSansPro-Black', 'sans bold'],
    ['FranklinGothic-Heavy', 'sans bold'],
    ['Times-Roman', 'serif'],
    ['TimesNewRomanPS-BoldItalicMT', 'serif bold italic'],
    ['Georgia', 'serif'],
    ['ABCDEF+NimbusRomNo9L-Medi', 'serif bold'],
    ['NimbusRomNo9L-ReguItal', 'serif italic'],
    ['CMR10', 'serif'],
    ['CMBX12', 'serif bold'],
    ['CMTI10', 'serif italic'],
    ['LiberationSerif', 'serif'],
    ['SourceSerifPro-Bold', 'serif bold'],
    ['Courier', 'mono'],
    ['Courier-BoldOblique', 'mono bold italic'],
    ['CMTT10', 'mono'],
    ['DejaVuSansMono', 'mono'],
    ['Menlo-Regular', 'mono'],
    ['PTSans-Medium', 'sans'],
    ['', 'sans'],
    ['Abracadabra', 'sans'],
  ])('is that of its family: %s is %s', (name, look) => {
    expect(looked(name)).toBe(look)
  })

  it('follows what the file says of a font whose name says nothing', () => {
    expect(looked('F17', 'serif')).toBe('serif')
    expect(looked('F17', 'monospace')).toBe('mono')
    expect(looked('F17', 'sans-serif')).toBe('sans')
    expect(looked('Arial', 'serif')).toBe('sans')
  })

  it('has nothing of the six letters that name a subset', () => {
    expect(looked('BOLDIT+Arial')).toBe('sans')
    expect(looked('TIMESX+Verdana')).toBe('sans')
  })
})
