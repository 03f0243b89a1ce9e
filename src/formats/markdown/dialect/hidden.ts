/** Lets the Markdown parser read what is hidden (mask.ts) as one piece of code in a line. */
import type { Extension, State, Tokenizer } from 'micromark-util-types'
import { HIDDEN_SIGN } from './mask.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    templateTag: 'templateTag'
  }
}

const CODE = HIDDEN_SIGN.charCodeAt(0)

const tokenize: Tokenizer = (effects, ok) => {
  const inside: State = code => {
    if (code !== CODE) {
      effects.exit('templateTag')
      return ok(code)
    }
    effects.consume(code)
    return inside
  }
  return code => {
    effects.enter('templateTag')
    return inside(code)
  }
}

export const hidden: Extension = { text: { [CODE]: { name: 'templateTag', tokenize } } }
