import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { extensionOf } from '../../contract/formats.ts'
import { traitsOf } from '../../formats/index.ts'
import type { WrittenFiles } from '../../mcp/files/written.ts'
import { quoted } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import { type SourceWishes, translationsAmong } from '../../mcp/several/source-files.ts'

/** The files to translate among those that were named, and a line for each kind that is left aside. */
interface Chosen {
  readonly files: readonly string[]
  readonly aside: readonly string[]
}

/**
 * A pattern such as `locales/*.json` names results of earlier runs, too: what this program wrote, and translations whose source is named
 * beside them. They are no sources, unless nothing else is named.
 */
export async function withoutOwnResults(
  files: readonly string[],
  wishes: SourceWishes,
  written: WrittenFiles,
): Promise<Chosen> {
  const bilingual = (name: string) => traitsOf(extensionOf(name)).bilingual === true
  const own = new Set<string>()
  // What holds its translation beside the source is filled again and again.
  for (const file of files.filter(name => !bilingual(name))) {
    const place = await realpath(file).catch(() => path.resolve(file))
    if ((await written.hashOf(place)) !== undefined) own.add(file)
  }
  const names = new Map(files.map(file => [path.resolve(file).split(path.sep).join('/'), file]))
  const found = translationsAmong([...names.keys()], wishes, { bilingual })
  const translations = new Set([...found].map(name => names.get(name) ?? name).filter(file => !own.has(file)))
  const chosen = files.filter(file => !translations.has(file) && !own.has(file))
  if (chosen.length === 0) return { files, aside: [] }
  const line = (names: readonly string[], what: string) => {
    const [first] = names
    return first === undefined
      ? []
      : [
          `Left aside: ${counted(names.length, 'file')} ${what}, such as ${quoted(first, 120)}. Named alone, it is translated.`,
        ]
  }
  const left = files.filter(file => !chosen.includes(file))
  return {
    files: chosen,
    aside: [
      ...line(
        left.filter(file => own.has(file)),
        'that this program wrote',
      ),
      ...line(
        left.filter(file => !own.has(file)),
        'in other languages beside their sources',
      ),
    ],
  }
}
