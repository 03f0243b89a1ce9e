/** Files of JSON for the tests of this folder. */
import type { Unit } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

const json = built('json')

/** Makes a result with the texts of some units, and proves that it reads back; unnamed texts keep their source. */
export async function written(
  content: string,
  language: string,
  translations: Record<string, string>,
): Promise<string> {
  const translate = ({ left_out, text, context }: Unit) =>
    left_out === undefined ? (translations[context?.key ?? ''] ?? translations[text]) : undefined
  const target = { language }
  const result = (await bytesOf(rewrite(json, opened(content), translate, target))).toString()
  if ((await verify(json, opened(content), opened(result), translate, target)).length > 0) throw new Error(result)
  return result
}

/** The units of a file, read for a target language. */
export function readFor(content: string, language: string, original?: string, source?: string): Promise<Unit[]> {
  const options = { target: { language }, source, ...(original !== undefined && { original: opened(original) }) }
  return unitsOf(json, opened(content), options)
}

/** Why each part is left out, or `translate`. */
export async function leftOut(content: unknown): Promise<Record<string, string>> {
  const found = await unitsOf(json, opened(typeof content === 'string' ? content : JSON.stringify(content)))
  return Object.fromEntries(found.map(unit => [unit.part, unit.left_out ?? 'translate']))
}

export async function languagesOf(content: unknown) {
  return await json.languages?.(opened(JSON.stringify(content))())
}

/** What a plan says of a file in a language. */
export async function remarksOn(content: unknown, source: string): Promise<readonly string[]> {
  return (await json.remarks?.(opened(JSON.stringify(content))(), ['de'], source)) ?? []
}
