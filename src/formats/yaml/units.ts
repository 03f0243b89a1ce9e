/** The units of a YAML file: its values, the plural forms that it lacks, and the places that name its language. */
import { besideOthers } from '../content/beside-others.ts'
import { withBranches } from '../content/icu-branches.ts'
import { formsBeside } from './forms.ts'
import { inTheirLanguages } from './in-languages.ts'
import type { LanguagePlace } from './languages.ts'
import { unitsBesideOthers } from './several.ts'
import { valueUnit, type YamlDraft } from './value-unit.ts'
import type { YamlFile } from './yaml-file.ts'

/** All units in the order of the file. */
export function unitsIn(file: YamlFile): Iterable<YamlDraft> {
  if (file.languages.several) return unitsBesideOthers(file)
  const { texts, settings } = file
  return texts.texts.length === 0 || settings !== undefined
    ? ofOneLanguage(file)
    : besideOthers(texts, ofOneLanguage(file), inTheirLanguages(file))
}

function* ofOneLanguage(file: YamlFile): Generator<YamlDraft> {
  const roots = file.languages.roots.filter(root => isTranslated(file, root))
  const fields = new Map(file.settings !== undefined ? [] : file.languages.fields.map(field => [field.scalar, field]))
  let next = 0
  for (const scalar of file.scalars) {
    for (let root = roots[next]; root && root.start < scalar.start; root = roots[next]) {
      yield languageUnit(file, root)
      next += 1
    }
    const field = fields.get(scalar)
    if (field) yield languageUnit(file, field)
    else {
      const { before, after } = formsBeside(file, scalar)
      yield* before
      const unit = valueUnit(file, scalar)
      yield file.is_result ? unit : withBranches(unit, file.target)
      yield* after
    }
  }
  for (const root of roots.slice(next)) yield languageUnit(file, root)
}

function isTranslated({ roots }: YamlFile, { document, start }: LanguagePlace & { document: number }): boolean {
  const root = roots.get(document)
  return root?.start === start && !root.taken
}

/** The unit of a place that names the language. It has no text for a translator, but an edit. */
function languageUnit({ charset }: YamlFile, { start, end, tag, written }: LanguagePlace): YamlDraft {
  const facts = { path: 'yaml:', part: 'language', text: '', left_out: 'not_text' } as const
  return { index: 0, ...facts, start, end, charset, place: { is: 'language', tag, written } }
}
