/** How the names of folders and files say a language, in the ways that programs and their frameworks keep translations. */
import { gettextName } from '../../contract/language-tags.ts'
import { inStyleOf } from '../content/language-tag.ts'

/** A BCP 47 tag as names have it, also with `_`: `de`, `pt_BR`, `zh-Hant-TW`, `es-419`. */
const TAG = '[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\\d{3}))?'

/** What the name of a folder says. */
export interface FolderSign {
  /** The language, with `-`; undefined where the name stands for the source, whatever its language is: `values`, `Base.lproj`. */
  readonly tag: string | undefined
  /** True where such a folder is for nothing but a language, so that its name may change whatever it says. */
  readonly sure: boolean
  /** The name for another language. */
  as(tag: string): string
}

/** A folder on the way to a file, and what lies around it. */
interface Folder {
  readonly before: string | undefined
  readonly after: string | undefined
  readonly file: string
}

interface Layout {
  /** Where the name of a folder says a language: the first group has it, and is empty where the name stands for the source. */
  readonly pattern: RegExp
  readonly holds: (folder: Folder) => boolean
  readonly sure: boolean
  readonly read: (written: string) => string
  /** The name for a language, from the groups of the pattern. */
  readonly write: (tag: string, written: string, rest: string) => string
}

const withDashes = (written: string) => written.replaceAll('_', '-')
const plain = (separator: '-' | '_') => ({
  pattern: new RegExp(`^(${TAG})$`, 'i'),
  read: withDashes,
  write: (tag: string, written: string) => inStyleOf(written, tag, separator),
})

/** What folders of translations are called, the surest first. */
const LAYOUTS: readonly Layout[] = [
  {
    // Xcode: en.lproj, Base.lproj. What lies in mul.lproj holds all languages.
    pattern: new RegExp(`^(?!mul\\.)(?:base|(${TAG}))\\.lproj$`, 'i'),
    holds: () => true,
    sure: true,
    read: withDashes,
    write: (tag, written) => `${inStyleOf(written, tag)}.lproj`,
  },
  {
    // Android: values, values-en, values-pt-rBR, values-b+sr+Latn, values-en-night.
    pattern: /^values(?:-(b\+[A-Za-z0-9+]+|[a-z]{2,3}(?:-r(?:[A-Z]{2}|\d{3}))?)(?=-|$))?((?:-[A-Za-z0-9]+)*)$/,
    holds: ({ file }) => /\.xml$/i.test(file),
    sure: true,
    read: written => written.replace(/^b\+/, '').replaceAll('+', '-').replace('-r', '-'),
    write: (tag, _written, rest) => `values-${androidTag(tag)}${rest}`,
  },
  // Django has names of its own: zh_Hans/LC_MESSAGES/django.po.
  { ...plain('_'), holds: ({ after, file }) => after === 'LC_MESSAGES' && /^django/i.test(file), sure: true },
  // gettext: en/LC_MESSAGES/app.po, sr@latin/LC_MESSAGES/app.po.
  {
    ...plain('_'),
    holds: ({ after }) => after === 'LC_MESSAGES',
    sure: true,
    write: (tag, written) => inGettext(written, tag),
  },
  // Browsers: _locales/en/messages.json.
  {
    ...plain('_'),
    holds: ({ before }) => before === '_locales',
    sure: true,
    write: (tag, written) => inStyleOf(written, browserTag(tag), '_'),
  },
  // All others: locales/en/common.json, docs/en-US/guide.md.
  { ...plain('-'), holds: () => true, sure: false },
]

/** What a folder says of a language by its name; undefined where it says none. `folders` are those on the way to the file. */
export function folderSign(folders: readonly string[], at: number, file: string): FolderSign | undefined {
  const folder = { before: folders[at - 1], after: folders[at + 1], file }
  for (const { pattern, holds, sure, read, write } of LAYOUTS) {
    const found = holds(folder) ? pattern.exec(folders[at] ?? '') : null
    if (found === null) continue
    const [, written = '', rest = ''] = found
    return { tag: written === '' ? undefined : read(written), sure, as: tag => write(tag, written, rest) }
  }
  return undefined
}

/** `de`, `pt-rBR`, `b+zh+Hant`: the short form has no place for scripts and regions that are numbers. */
function androidTag(tag: string): string {
  if (/^[a-z]{2,3}$/i.test(tag)) return tag
  return /^[a-z]{2,3}-[A-Z]{2}$/.test(tag) ? tag.replace('-', '-r') : `b+${tag.replaceAll('-', '+')}`
}

/** gettext's name for a language, in the manner of the name that it replaces: one that says its script is followed by one that does. */
export function inGettext(written: string, tag: string): string {
  return inStyleOf(written, SCRIPT.test(written) ? tag : gettextName(tag).replaceAll('_', '-'), '_')
}

const SCRIPT = /[-_][a-z]{4}(?:[-_]|$)/i

/** Browsers know Chinese by two countries, and load no other name of it. */
function browserTag(tag: string): string {
  if (!/^zh(?:-|$)/i.test(tag)) return tag
  return /-(?:hant|tw|hk|mo)(?:-|$)/i.test(tag) ? 'zh-TW' : 'zh-CN'
}
