/** What tests ask of an XLIFF file. */
import { expect } from 'vitest'
import type { Target, Unit } from '../../../src/formats/format.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('xlf')

/** The units but those of the header. */
export async function texts(content: string, language?: string): Promise<Unit[]> {
  const units = await unitsOf(format, opened(content), language === undefined ? undefined : { target: { language } })
  return units.filter(({ part }) => part !== 'header')
}

/** The file in a language, which reads back. */
export async function written(content: string, translate: TranslateUnit, language: string): Promise<string> {
  const target: Target = { language }
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}
