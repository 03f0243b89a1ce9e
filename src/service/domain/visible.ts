import { withCodes } from '../../contract/hidden.ts'

/** A text by somebody else, safe to show: hidden characters appear as code points, and it is cut to `longest` characters. */
export function visible(text: string, longest = 100): string {
  const characters = Array.from(text)
  if (characters.length <= longest) return withCodes(text)
  return `${withCodes(characters.slice(0, longest - 1).join(''))}…`
}
