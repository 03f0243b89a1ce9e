import { extensionOf, type Family, familyOf, MAX_UPLOAD_BYTES, stemOf } from '../../contract/formats.ts'
import { adviceOnKind } from '../../contract/near-kinds.ts'
import { builtExtensions, isRead, languageOfFolders } from '../../formats/index.ts'
import { ServiceError } from './errors.ts'

/** What the name of a file says about it. Sizes in bytes. */
export interface NamedFile {
  readonly fileName: string
  readonly family: Family
  readonly mediaType: string
  readonly ceiling: number
  readonly binary: boolean
  /** What the folders in front of the name say of its language. */
  readonly folder_language: string | undefined
}

const LONGEST = 255
/** Control characters, line separators, and characters that reverse the reading direction, which can hide an extension. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/**
 * Reads a file name that a caller gave: folders in front of it are dropped but for their language, its extension decides the format.
 * `most` is what the service takes of any file, in bytes. `content` is its text, where that came with the name: a refusal says what it reads like.
 *
 * @throws {ServiceError} invalid_parameter for a name that is empty, too long or holds control characters;
 *   unsupported_format when no format of this build reads its extension
 */
export function readFileName(given: string, most: number = MAX_UPLOAD_BYTES, content?: string): NamedFile {
  const fileName = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1).trim()
  if (fileName === '' || fileName === '.' || fileName === '..') throw bad('The file name is empty.')
  if (fileName.length > LONGEST) throw bad(`The file name is longer than ${LONGEST} characters.`)
  if (CONTROL.test(fileName)) throw bad('The file name holds control characters.')
  const facts = familyOf(fileName)
  if (facts === undefined || !isRead(fileName)) throw unsupported(fileName, content)
  const { ceiling_bytes, binary } = facts.facts
  const ceiling = Math.min(ceiling_bytes, most)
  const folder_language = languageOfFolders(given)?.tag
  return { fileName, family: facts.family, mediaType: facts.media_type, ceiling, binary, folder_language }
}

function bad(message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param: 'filename' })
}

/** No more of a text is looked at, in characters. */
const HEAD = 65_536

/** The whole list of what is accepted only where nothing of it is near. */
function unsupported(fileName: string, content: string | undefined): ServiceError {
  const extension = extensionOf(fileName)
  const what = extension === '' ? 'A file name without an extension is' : `.${extension} files are`
  const head = content === undefined ? undefined : Buffer.from(content.slice(0, HEAD))
  const near = adviceOnKind({ name: fileName, head }, builtExtensions) ?? ` Accepted: ${builtExtensions.join(', ')}.`
  return new ServiceError('unsupported_format', `${what} not accepted.${near}`, { param: 'filename' })
}

/** A file name for text that came without one: JSON if the text is a JSON object or list, else plain text. */
export function inferFileName(content: string): string {
  const start = content.trimStart()[0]
  if (start !== '{' && start !== '[') return 'untitled.txt'
  try {
    JSON.parse(content)
    return 'untitled.json'
  } catch {
    return 'untitled.txt'
  }
}

/** The name of the zip that holds a file's translations into several languages. */
export function parcelName(fileName: string): string {
  return `${stemOf(fileName) || fileName}.translations.zip`
}

/** The name of a file that holds its translations into several languages: `texts.csv` becomes `texts.translations.csv`. */
export function togetherName(fileName: string): string {
  const stem = stemOf(fileName) || fileName
  return `${stem}.translations${fileName.slice(stem.length)}`
}
