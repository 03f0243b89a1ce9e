/** In which direction a language is written. */

const FROM_THE_RIGHT = /^(?:Arab|Hebr|Syrc|Thaa|Nkoo|Adlm)$/

export function isFromTheRight(language: string): boolean {
  return FROM_THE_RIGHT.test(new Intl.Locale(language).maximize().script ?? '')
}
