import { describe, expect, it } from 'vitest'
import { characterMap } from '../../../src/formats/pdf/character-maps.ts'
import { pdf } from '../../../src/formats/pdf/pdf.ts'
import { opened, unitsOf } from '../files.ts'
import { pdfWithMap } from './pages.ts'

const shiftJis = '93FA967B8CEA836583588367'
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

describe('a PDF that names a map of its letters, and does not hold it', () => {
  it.each([
    ['Japanese, as Windows writes it', { encoding: '90ms-RKSJ-H', ordering: 'Japan1', hex: shiftJis }, '日本語テスト'],
    ['Japanese', { encoding: 'UniJIS-UCS2-H', ordering: 'Japan1', hex: utf16('庭は開いています') }, '庭は開いています'],
    ['simplified Chinese', { encoding: 'UniGB-UCS2-H', ordering: 'GB1', hex: utf16('我们的花园') }, '我们的花园'],
    ['simplified Chinese, in its own code', { encoding: 'GBK-EUC-H', ordering: 'GB1', hex: 'ced2c3c7' }, '我们'],
    ['traditional Chinese', { encoding: 'UniCNS-UTF16-H', ordering: 'CNS1', hex: utf16('我們的花園') }, '我們的花園'],
    ['Korean', { encoding: 'UniKS-UCS2-H', ordering: 'Korea1', hex: utf16('우리의 정원') }, '우리의 정원'],
  ])('is read: %s', async (_, file, text) => {
    expect((await unitsOf(pdf, opened(pdfWithMap(file)))).map(unit => unit.text)).toEqual([text])
  })

  it('is not read into wrong words where nobody knows the map', async () => {
    const file = pdfWithMap({ encoding: 'Nobody-Knows-H', ordering: 'Japan1', hex: shiftJis })
    const read = await unitsOf(pdf, opened(file)).catch(error => [{ text: error.message }])
    expect(read.map(({ text }) => text).join('')).not.toContain('日本')
  })

  it('gets no file but a map, whatever it names', async () => {
    expect((await characterMap('UniGB-UCS2-H.bcmap'))?.length).toBeGreaterThan(1000)
    for (const name of ['../package.json', '../cmaps/UniGB-UCS2-H.bcmap', 'LICENSE', 'none.bcmap', '/etc/hostname', ''])
      expect(await characterMap(name)).toBeUndefined()
  })
})
