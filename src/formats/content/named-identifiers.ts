/** Values that are names for programs. Only their key or column shows it: `"type": "poster"`. */

/** Keys whose one-word values are never for people. */
const IDENTIFYING =
  /^(?:_?id|uu?id|guid|slug|href|src|classname|selector|mime|mimetype|contenttype|charset|sha\d+|md5|sku|\$ref|\$schema|\$id)$/i
/** Keys that name labels just as often. A single capitalised word under such a key is a label: `"file": "Datei"`. */
const PERHAPS_IDENTIFYING =
  /^(?:key|url|uri|link|path|file|filename|class|css|encoding|hash|token|version|handle|locale|lang|ref)$|(?:[a-z]Ids?|[_-]ids?|Url|Uri|Href|Slug|Uuid|[a-z]Class)$/
/** Keys of settings: a word in small or in capital letters is one of a set of choices (`"poster"`, `"HTML"`), a capitalised one is text (`"Poster"`). */
const CHOOSING = /^(?:type|kind|icon|variant|theme|align|rel|dir|role|currency)$/i

/** Whether a value is a name for programs because of what its key or column is called. */
export function isNamedIdentifier(key: string, value: string): boolean {
  if (/\s/.test(value) || value.toLowerCase() === key.toLowerCase()) return false
  if (IDENTIFYING.test(key)) return true
  if (PERHAPS_IDENTIFYING.test(key)) return !/^\p{Lu}\p{Ll}+$/u.test(value)
  return CHOOSING.test(key) && /^(?:[a-z][a-z0-9-]*|[A-Z][A-Z0-9_]+)$/.test(value)
}
