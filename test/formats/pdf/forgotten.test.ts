import { expect, it } from 'vitest'
import { withoutForgotten } from '../../../src/formats/pdf/forgotten.ts'
import { pdf } from '../../../src/formats/pdf/pdf.ts'
import { withoutEarsOfRunner } from '../../support/unheard.ts'
import { opened, unitsOf } from '../files.ts'
import { column, pdfOf } from './pages.ts'

withoutEarsOfRunner()

it('pages that are damaged end nothing where they are read ahead', async () => {
  const texts = ['The garden is open today.', 'The kitchen is closed.', 'The cook comes back late.']
  const whole = pdfOf(texts.map(text => column([text]))).toString('latin1')
  const damaged = [4, 6, 8].reduce((file, object) => {
    const place = String(whole.indexOf(`\n${object} 0 obj`) + 1).padStart(10, '0')
    return file.replace(`${place} 00000 n`, '0000000012 00000 n')
  }, whole)
  const units = await unitsOf(pdf, opened(Buffer.from(damaged, 'latin1')))
  expect(units.map(({ text }) => text)).toEqual(texts)
})

it('while a PDF is read, what fails unheard and is no fault of the PDF is not passed over', async () => {
  const failed = new Promise(resolve => process.prependOnceListener('uncaughtException', resolve))
  const others = process.listeners('uncaughtException').slice(1)
  for (const each of others) process.off('uncaughtException', each)
  await withoutForgotten(async () => {
    void Promise.reject(new TypeError('ours'))
    await new Promise(resolve => setImmediate(resolve))
  })
  expect(await failed).toMatchObject({ message: 'ours' })
  for (const each of others) process.on('uncaughtException', each)
  expect(process.listenerCount('unhandledRejection')).toBe(0)
})
