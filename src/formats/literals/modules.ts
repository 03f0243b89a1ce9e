/** Modules of JavaScript and TypeScript that export objects of texts, as those of vue-i18n, next-intl and libraries of components. */
import { modulesFacts } from './facts.ts'
import { literalFormat } from './literals.ts'
import { isAsciiModule, moduleLike } from './module-escape.ts'
import { readModule } from './module-reader.ts'

export const modules = literalFormat(modulesFacts, {
  scheme: 'module',
  read: readModule,
  write: moduleLike,
  isAscii: isAsciiModule,
  syntaxOf: () => undefined,
})
