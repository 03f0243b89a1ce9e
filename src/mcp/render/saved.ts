import path from 'node:path'
import type { Result } from '../../contract/batch.ts'
import { familyOf } from '../../contract/formats.ts'
import { withCodes } from '../../contract/hidden.ts'
import { keptLine } from '../files/replacing.ts'
import type { Saved } from '../saved.ts'
import type { SavedFile } from '../saved-apart.ts'
import { failureLine, reasonOf } from '../several/failures.ts'
import { quoted, visible } from './data.ts'
import { listed } from './list.ts'
import { bytes, counted } from './numbers.ts'

/** What is told of a result on disk. `where` goes on after the name of the translation: `to /a/de.json (1 kB)`. */
interface ToldOfSaved {
  readonly facts: Readonly<Record<string, unknown>>
  readonly where: string
  readonly warnings: readonly string[]
  /** True where another call saves the languages that have no file yet. */
  readonly unsaved: boolean
}

/** Tells where a result is. Of several files the fields name the first, and `saved` names all. */
export function tellSaved(saved: Saved, file_name: string, { media_type }: Pick<Result, 'media_type'>): ToldOfSaved {
  if (!('apart' in saved)) {
    const shown = withCodes(saved.path)
    return {
      facts: { saved_to: shown, file_name: visible(file_name, 255), media_type, ...sizeOf(saved) },
      where: `to ${shown} (${bytes(saved.size_bytes)})`,
      warnings: [...changedLine(saved), ...warningsOf([saved]), ...besideLines(saved.beside)],
      unsaved: false,
    }
  }
  const { apart, failed } = saved
  const [first] = apart
  const rows = apart.map(one => ({ language: one.language, saved_to: withCodes(one.path), ...sizeOf(one) }))
  const missing = failed.map(one => ({ language: one.name, ...reasonOf(one.error) }))
  const size = apart.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  return {
    facts: {
      saved_to: withCodes(first.path),
      file_name: visible(path.basename(first.path), 255),
      media_type: familyOf(first.path)?.media_type ?? null,
      ...sizeOf(first),
      saved: rows,
      ...(missing.length > 0 && { failed: missing }),
    },
    where: `as ${counted(apart.length, 'file')}${failed.length === 0 ? ', one for each language' : apart.length === 1 ? ` (${first.language})` : ', one for a language each'}: ${listed(rows.map(({ saved_to }) => saved_to))} (${bytes(size)})`,
    warnings: [
      ...changedLine(saved),
      ...warningsOf(apart),
      ...failed.map(one => `Not saved: ${visible(failureLine(one), 400)}`),
    ],
    unsaved: failed.length > 0,
  }
}

function sizeOf({ size_bytes, sha256 }: SavedFile) {
  return { size_bytes, sha256 }
}

function warningsOf(files: readonly SavedFile[]): string[] {
  const kept = files.flatMap(({ placing, path: to }) =>
    placing.how === 'replaced' ? [keptLine(placing.kept, to)] : [],
  )
  return [...(files.some(({ moved }) => moved) ? [MOVED] : []), ...kept.map(withCodes)]
}

function changedLine({ changed }: Saved): string[] {
  return changed ? [CHANGED] : []
}

const CHANGED =
  'The source file has changed since it was sent: this is the translation of what it was then. Translated again, it is taken as it is now.'

const MOVED =
  'The folder of the source file is not allowed (any more), so the file went to the first allowed folder; save_to chooses another place.'

const SHOWN_BESIDE = 3

/** Names what a zip holds that is no translation. */
function besideLines(names: readonly string[]): string[] {
  const more = names.length - SHOWN_BESIDE
  const shown = [...names.slice(0, SHOWN_BESIDE).map(name => quoted(name, 60)), ...(more > 0 ? [`${more} more`] : [])]
  return names.length === 0 ? [] : [`Beside the translations the zip holds ${listed(shown)}, which were not read.`]
}
