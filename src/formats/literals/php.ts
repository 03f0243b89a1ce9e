/** PHP files that give back arrays of texts, as those of Laravel, Yii and Symfony, or fill one, as those of CodeIgniter. */
import { syntaxShownBy } from '../content/shown-syntax.ts'
import { phpFacts } from './facts.ts'
import { heredocLike } from './heredoc.ts'
import { literalFormat } from './literals.ts'
import { phpLike } from './php-escape.ts'
import { readPhp } from './php-reader.ts'

export const php = literalFormat(phpFacts, {
  scheme: 'php',
  read: readPhp,
  write: (text, as) => (as.manner?.startsWith('<<<') ? heredocLike(text, as) : phpLike(text, as)),
  isAscii: () => false,
  // Laravel's is the only one with names behind colons, so that one text is enough to show it.
  syntaxOf: text => (syntaxShownBy([text], [text]) === 'laravel' ? 'laravel' : undefined),
})
