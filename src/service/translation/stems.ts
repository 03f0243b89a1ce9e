/**
 * Endings of inflected words by language, without accents, as light stemmers cut them off (Savoy, "Light stemming approaches", 2006).
 * A word of another language is its own stem.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  en: 'ings ing ies ied es ed s y e',
  de: 'ern em en er es e n',
  nl: 'eren en s e',
  fr: 'ees ee es ez ent e s x',
  es: 'ces es as os s a o z',
  it: 'ghi ghe chi che i e a o',
  pt: 'oes aes ais eis es as os s a o',
  sv: 'arna erna orna ans ens ar er or en et as es n t a s',
  da: 'erne ernes ene ens er en et es e s',
  nb: 'ene enes er en et es a e s',
  fi: 'issa ista illa ilta ille iksi ssa sta lla lta lle ksi iin ien jen na en in n t a i',
  ru: 'ами ями ого его ому ему ыми ими ах ях ам ям ов ев ой ей ом ем ый ий ая яя ое ее ые ие ых их ую юю ы и а я у ю е о ь',
}
const LEAST = 3
const MARK = /\p{M}/gu

/** Cuts the endings of a language off words in lower case, so that inflected forms of one word become equal. */
export function stemmerOf(language: string): (word: string) => string {
  const endings = (ENDINGS[language.split('-', 1)[0] ?? ''] ?? '').split(' ').filter(ending => ending !== '')
  return word => {
    const bare = word.normalize('NFD').replace(MARK, '')
    const cut = endings.find(each => bare.endsWith(each) && bare.length - each.length >= LEAST)
    const isWhole = cut === undefined || (cut === 's' && bare.endsWith('ss'))
    return isWhole ? bare : single(bare.slice(0, -cut.length))
  }
}

/** Without the doubling of a last consonant, but for those that words end with: `stopp` of `stopped` is `stop`. */
function single(stem: string): string {
  return stem.length > LEAST && /([^lsz])\1$/.test(stem) ? stem.slice(0, -1) : stem
}
