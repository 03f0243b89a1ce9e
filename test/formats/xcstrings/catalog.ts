/** A string catalog as Xcode writes it. */
export function catalogWith(strings: object, source = 'en'): string {
  return JSON.stringify({ sourceLanguage: source, strings, version: '1.0' }, null, 2)
    .replace(/^( *"(?:[^"\\]|\\.)*"):/gm, '$1 :')
    .replaceAll('{}', '{\n\n    }')
}

/** A text with its state. */
export function said(value: string, state = 'translated') {
  return { stringUnit: { state, value } }
}

/** The forms of a plural. */
export function forms(texts: Readonly<Record<string, string>>, state?: string) {
  return {
    variations: { plural: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, said(text, state)])) },
  }
}
