/**
 * `.properties` of Java, and of programs that keep their texts as Java does. A file of nothing but ASCII stays so: each reader knows its
 * escapes, and an old one knows nothing else. One that is no UTF-8 is in ISO 8859-1, as Java before 9 reads it.
 */
import { decodedOr, type KeyedSyntax, keyedFormat } from '../keyed/index.ts'
import { DOUBLED, mannersOf, single } from './apostrophes.ts'
import { propertyLike } from './escape.ts'
import { propertiesFacts } from './facts.ts'
import { asPluralList, isOtherList } from './plural-lists.ts'
import { readProperties } from './reader.ts'

const syntax: KeyedSyntax = {
  scheme: 'properties',
  read(text, language) {
    const { entries } = readProperties(text)
    const mannerOf = mannersOf(entries.map(entry => entry.text))
    return {
      entries: entries.map(entry => {
        const written = mannerOf(entry.text)
        if (written.manner === undefined) return asPluralList({ ...entry, ...written }, language)
        return { ...entry, ...written, text: single(entry.text) }
      }),
    }
  },
  write(text, as) {
    if (isOtherList(text, as.manner)) return undefined
    return propertyLike(as.manner === DOUBLED ? text.replaceAll("'", "''") : text, as)
  },
  isAscii: text => !/[^\0-\x7f]/.test(text),
  comment: said => `# ${said}`,
}

export const properties = keyedFormat(propertiesFacts, syntax, decodedOr('legacy:iso-8859-1'))
