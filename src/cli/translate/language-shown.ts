import { createReadStream } from 'node:fs'
import { loadFormat, type Unit } from '../../formats/index.ts'

/** So many texts show the language of a file. */
const TEXTS = 200

/** The language that the first texts of a file show; undefined where they do not, or it cannot be read. */
export async function languageShown(file: string): Promise<string | undefined> {
  const format = await loadFormat(file)
  if (format === undefined) return undefined
  // Neither is needed in a run where no names are alike.
  const [{ survey }, { detectLanguage }] = await Promise.all([
    import('../../service/planner/survey.ts'),
    import('../../service/domain/detect-language.ts'),
  ])
  const bytes = createReadStream(file)
  try {
    const { sample } = await survey(firstOf(format.scan(bytes)), file)
    return await detectLanguage(sample)
  } catch {
    return undefined
  } finally {
    bytes.destroy()
  }
}

async function* firstOf(units: AsyncIterable<Unit> | Iterable<Unit>): AsyncGenerator<Unit> {
  let taken = 0
  for await (const unit of units) {
    yield unit
    taken += 1
    if (taken === TEXTS) return
  }
}
