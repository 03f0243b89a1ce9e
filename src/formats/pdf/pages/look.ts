/** How a piece of text looks, as far as other text can be given the same look. */

export type FontFamily = 'sans' | 'serif' | 'mono'

export interface TextLook {
  readonly family: FontFamily
  readonly bold: boolean
  readonly italic: boolean
  /** `#rrggbb`. */
  readonly colour: string
  /** How much it covers what is below it, up to 1. */
  readonly alpha: number
}

/** Names of families with serifs, and of those whose letters are all as wide. */
const SERIF =
  /times|serif|roman|georgia|garamond|palatino|bookman|century|cambria|minion|charter|caslon|baskerville|bodoni|didot|utopia|nimbusrom|cmr\d|cmb|cmti|cmsl|sfrm|lmroman|libertin|source ?serif|antiqua|constantia|schoolbook|tinos|rockwell|caecilia/i
const SANS = /sans|helvet|arial|gothic|grotes/i
const MONO = /mono|courier|consol|typewriter|cmtt|sftt|lmmono|menlo|cousine|fixed|inconsolata/i
const BOLD = /bold|black|heavy|demi|medi(?!um)|cmbx|(?<![a-z])bd(?![a-z])/i
const ITALIC = /ital|oblique|slant|kursiv|cmti|cmsl|(?<=[-,_ ]|bold)it(?![a-z])/i

/** The look that the name of a font tells; names of subsets have six letters and a plus in front. */
export function lookOfFont(name: string, kind: string): Pick<TextLook, 'family' | 'bold' | 'italic'> {
  const plain = name.replace(/^[A-Z]{6}\+/, '')
  const family =
    MONO.test(plain) || kind === 'monospace'
      ? 'mono'
      : !SANS.test(plain) && (SERIF.test(plain) || kind === 'serif')
        ? 'serif'
        : 'sans'
  return { family, bold: BOLD.test(plain), italic: ITALIC.test(plain) }
}
