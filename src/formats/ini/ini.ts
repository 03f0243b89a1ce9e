/** INI files: those of Joomla, whose texts stand in quotes, and any other. */
import { decodedOr, type KeyedSyntax, keyedFormat } from '../keyed/index.ts'
import { iniFacts } from './facts.ts'
import { betweenQuotes, IN_QUOTES, withoutQuotes } from './quotes.ts'
import { readIni } from './reader.ts'

const syntax: KeyedSyntax = {
  scheme: 'ini',
  read: readIni,
  write: (text, as) => (as.manner === IN_QUOTES ? betweenQuotes(text, as) : withoutQuotes(text)),
  isAscii: () => false,
  comment: said => `; ${said}`,
  section: name => `[${name}]`,
}

export const ini = keyedFormat(iniFacts, syntax, decodedOr('legacy:windows-1252'))
