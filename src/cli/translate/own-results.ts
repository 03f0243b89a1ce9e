import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { extensionOf } from '../../contract/formats.ts'
import { likeliestTag, sameTag } from '../../contract/language-tags.ts'
import { traitsOf } from '../../formats/index.ts'
import type { WrittenFiles } from '../../mcp/files/written.ts'
import type { Wishes } from '../../mcp/instruction.ts'
import { quoted } from '../../mcp/render/data.ts'
import { listed } from '../../mcp/render/list.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { NamedTranslation } from '../../mcp/several/named-translation.ts'
import { translationsAmong } from '../../mcp/several/source-files.ts'
import { languageName } from '../../service/domain/languages.ts'
import { languageShown } from './language-shown.ts'
import type { Order } from './operands.ts'

/** The files to translate among those that were named, and a line for each kind that is left aside. */
interface Chosen {
  readonly files: readonly string[]
  readonly aside: readonly string[]
}

/**
 * A pattern such as `locales/*.json` names results of earlier runs, too: what this program wrote, and translations whose source is named
 * beside them. They are no sources, unless nothing else is named. `app.en.json` beside an English `app.json` is no translation of it.
 */
export async function withoutOwnResults(order: Asked, written: WrittenFiles): Promise<Chosen> {
  const { files, wishes } = order
  const bilingual = (name: string) => traitsOf(extensionOf(name)).bilingual === true
  const own = new Set<string>()
  // What holds its translation beside the source is filled again and again.
  for (const file of files.filter(name => !bilingual(name))) {
    const place = await realpath(file).catch(() => path.resolve(file))
    if ((await written.hashOf(place)) !== undefined) own.add(file)
  }
  const names = new Map(files.map(file => [path.resolve(file).split(path.sep).join('/'), file]))
  const translations = new Map<string, NamedTranslation>()
  for (const [name, found] of translationsAmong([...names.keys()], wishes, { bilingual })) {
    const file = names.get(name) ?? name
    if (!own.has(file) && (bilingual(name) || !(await isSourceItself(name, found, order))))
      translations.set(file, found)
  }
  const chosen = files.filter(file => !translations.has(file) && !own.has(file))
  if (chosen.length === 0) return { files, aside: [] }
  const others = [...translations].map(
    ([file, { tag }]) => `${named(file)}${tag === undefined ? '' : ` (${languageName(tag)})`}`,
  )
  return {
    files: chosen,
    aside: [
      ...line([...own].map(named), 'that this program wrote'),
      ...line(others, 'in other languages beside their sources'),
    ],
  }
}

type Asked = Pick<Order, 'files' | 'wishes' | 'source_language'>

/**
 * Whether a file whose name says a language is in that of the plain file beside it, and nobody asks for a translation into it. In a folder
 * for a language it is the version for that language.
 */
async function isSourceItself(name: string, { tag, source }: NamedTranslation, order: Asked): Promise<boolean> {
  if (tag === undefined || source === undefined || source.tag !== undefined) return false
  if (path.posix.dirname(name) !== path.posix.dirname(source.name) || isAskedFor(tag, order.wishes)) return false
  return sameTag(tag, (await languageShown(source.name)) ?? order.source_language ?? 'en')
}

/** Whether a translation into a language is asked for, in words by its English name or its tag. */
function isAskedFor(tag: string, { target_languages = [], instruction = '' }: Wishes): boolean {
  if (target_languages.some(target => sameTag(target, tag))) return true
  const words = instruction.replaceAll(/\bfrom\s+[\p{L}-]+/giu, '').split(/[^\p{L}\p{N}-]+/u)
  const [language = ''] = likeliestTag(tag).split('-', 1)
  const called = [tag, language, languageName(language)].map(word => word.toLowerCase())
  return words.some(word => called.includes(word.toLowerCase()))
}

const SHOWN = 4

const named = (file: string): string => quoted(file, 120)

function line(names: readonly string[], what: string): string[] {
  if (names.length === 0) return []
  const more = names.length > SHOWN + 1 ? [`${names.length - SHOWN} more`] : []
  const shown = [...names.slice(0, more.length === 0 ? names.length : SHOWN), ...more]
  const alone = names.length === 1 ? 'it' : 'each'
  return [
    `Left aside: ${counted(names.length, 'file')} ${what}: ${listed(shown)}. Named alone, ${alone} is translated.`,
  ]
}
