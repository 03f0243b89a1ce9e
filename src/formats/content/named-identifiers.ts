/** Names for programs that only the key or the column they stand under gives away: `"type": "poster"`. */

/** Keys whose one-word values are never for people. */
const IDENTIFYING =
  /^(?:_?id|uu?id|guid|slug|href|src|classname|selector|mime|mimetype|contenttype|charset|sha\d+|md5|sku|\$ref|\$schema|\$id)$/i
/** Keys that are labels of a catalogue as often: a capitalised word under them is a label (`"file": "Datei"`). */
const PERHAPS_IDENTIFYING =
  /^(?:key|url|uri|link|path|file|filename|class|css|encoding|hash|token|version|handle|locale|lang|ref)$|(?:[a-z]Ids?|[_-]ids?|Url|Uri|Href|Slug|Uuid|[a-z]Class)$/
/** Keys whose values name a choice when they look like one: `"type": "poster"`, but `"type": "Type"`. */
const CHOOSING = /^(?:type|kind|icon|variant|theme|align|rel|dir|role|currency)$/i

/** Whether a value is a name for programs because of what its key or column is called. */
export function isNamedIdentifier(key: string, value: string): boolean {
  if (/\s/.test(value) || value.toLowerCase() === key.toLowerCase()) return false
  if (IDENTIFYING.test(key)) return true
  if (PERHAPS_IDENTIFYING.test(key)) return !/^\p{Lu}\p{Ll}+$/u.test(value)
  return CHOOSING.test(key) && /^[a-z][a-z0-9-]*$/.test(value)
}
