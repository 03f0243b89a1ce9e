/**
 * An address, or undefined where the text is none. `URL.canParse` is not used: once compiled, Node 20's says no to addresses with
 * letters such as "ü".
 */
export function urlOf(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
